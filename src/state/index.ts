// Front door of the state: what is remembered, over the Store port.
export { createQuestions, type QuestionBook, type QuestionRecord } from './questions/questions.ts';
export { createAllowedRoots, type AllowedRoot, type AllowedRoots } from './allowed-roots.ts';
export { createGrants, type Grants } from './grants.ts';
export { createNotes, type NoteBook } from './notes.ts';
export { createRules, type Rules, type StoredRule } from './rules.ts';
export { checkSecretName, createSecretNames, secretNamePattern, type SecretNames } from './secret-names.ts';
export { createSearchUses } from './search-uses.ts';
export { createSelfModels, type SelfModels } from './self-models.ts';
export { createServerPins, type ServerPins } from './server-pins.ts';
export { createServerTraitNotes, type ServerTraitNotes } from './servers/server-traits.ts';
export { createSessionLabels } from './sessions/session-labels.ts';
export { createSessions, type Sessions } from './sessions/sessions.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { createTrustedFolders } from './trusted-folders.ts';
