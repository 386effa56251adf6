// Directories that the owner opened besides the configured roots: each by the answer to one request, for one workspace, until it is removed.
import type { Store, StoredRecord } from '../contract/index.ts';
import { newId } from '../text/index.ts';
import { bodyOf, bodyVersion, numberOf, oneOf, textOf, textOrNull } from './record-body.ts';

const collection = 'allowed_roots';

export const rootAccesses = ['read', 'write'] as const;
export type RootAccess = (typeof rootAccesses)[number];

export interface AllowedRoot {
  readonly id: string;
  readonly workspace: string;
  /** The real path, as it was shown to the owner. */
  readonly path: string;
  /** What may be written may also be read. */
  readonly access: RootAccess;
  readonly reason: string;
  /** Who asked. */
  readonly by: string;
  readonly addedAt: number;
}

export interface AllowedRoots {
  list(): Promise<readonly AllowedRoot[]>;
  /** Those of one workspace, read anew only when any process changed the policy. */
  liveIn(workspace: string): () => Promise<readonly AllowedRoot[]>;
  /** Answers the id. Moves the policy: it holds for the next call of any process. */
  add(root: Omit<AllowedRoot, 'id'>): Promise<string>;
  /** Null when there is none of that id. */
  remove(id: string, by: string): Promise<AllowedRoot | null>;
}

export function createAllowedRoots(store: Store): AllowedRoots {
  return {
    list: async () => (await store.list(collection)).map(toRoot),
    liveIn: (workspace) => liveRoots(store, workspace),
    async add(root) {
      const id = newId('root');
      const { workspace, path, access, reason, by, addedAt } = root;
      await store.write({
        puts: [
          {
            collection,
            id,
            group: workspace,
            version: bodyVersion,
            body: { path, access, reason, by, addedAt },
          },
        ],
        events: [{ kind: 'root_added', envelope: { root: id, access, by }, values: { path, workspace, reason } }],
        movesPolicy: true,
      });
      return id;
    },
    async remove(id, by) {
      const record = await store.get(collection, id);
      if (record === null) return null;
      const root = toRoot(record);
      const { path, workspace } = root;
      await store.write({
        removes: [{ collection, id }],
        events: [{ kind: 'root_removed', envelope: { root: id, by }, values: { path, workspace } }],
        movesPolicy: true,
      });
      return root;
    },
  };
}

function liveRoots(store: Store, workspace: string): () => Promise<readonly AllowedRoot[]> {
  let known: { readonly revision: number; readonly roots: readonly AllowedRoot[] } | null = null;
  return async () => {
    // Read until the revision stands still, so that a root that was removed meanwhile is none.
    for (let revision = await store.policyRevision(); ; revision = await store.policyRevision()) {
      if (known !== null && known.revision === revision) return known.roots;
      known = { revision, roots: (await store.list(collection, workspace)).map(toRoot) };
    }
  };
}

function toRoot(record: StoredRecord): AllowedRoot {
  const body = bodyOf(record);
  return {
    id: record.id,
    workspace: textOrNull(record.group) ?? '',
    path: textOf(body['path']),
    access: oneOf(record, 'access', rootAccesses),
    reason: textOf(body['reason']),
    by: textOf(body['by']),
    addedAt: numberOf(body['addedAt']),
  };
}
