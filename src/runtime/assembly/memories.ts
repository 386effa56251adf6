// Everything that is remembered, over one store.
import type { Clock, Store } from '../../contract/index.ts';
import {
  createAllowedRoots,
  createGrants,
  createNotes,
  createQuestions,
  createRules,
  createSecretNames,
  createSearchUses,
  createSelfModels,
  createSessionLabels,
  createServerPins,
  createServerTraitNotes,
  createSessions,
  createTokens,
  createTrustedFolders,
} from '../../state/index.ts';

export type Memories = ReturnType<typeof openMemories>;

export function openMemories(store: Store, clock: Clock) {
  return {
    rules: createRules(store),
    grants: createGrants(store),
    sessions: createSessions(store),
    tokens: createTokens(store),
    notes: createNotes(store),
    questions: createQuestions(store),
    allowedRoots: createAllowedRoots(store),
    secretNames: createSecretNames(store),
    searchUses: createSearchUses(store, clock),
    serverPins: createServerPins(store),
    serverTraits: createServerTraitNotes(store),
    selfModels: createSelfModels(store),
    labels: createSessionLabels(store, clock),
    trustedFolders: createTrustedFolders(store),
  };
}
