// Front door of the state: what is remembered, over the Store port.
export { createGrants, type Grants } from './grants.ts';
export { createNotes, type NoteAuthor, type NoteBook } from './notes.ts';
export { createRules, type Rules } from './rules.ts';
export { createSelfModels, type SelfModels } from './self-models.ts';
export { createSessions, type Session, type Sessions } from './sessions.ts';
export { createTokens, type NewToken, type Tokens } from './tokens.ts';
export { createTrustedFolders, type TrustedFolders } from './trusted-folders.ts';
