// Folders whose configuration file may act: each a recorded act of the owner.
import type { Store } from '../contract/index.ts';
import { sha256Hex } from '../text/index.ts';
import { bodyOf, bodyVersion, textOf } from './record-body.ts';

const collection = 'trusted_folders';

export interface TrustedFolders {
  /** Real paths. */
  list(): Promise<readonly string[]>;
  trust(realPath: string, act: { readonly by: string; readonly now: number }): Promise<void>;
}

export function createTrustedFolders(store: Store): TrustedFolders {
  return {
    async list() {
      return (await store.list(collection)).map((record) => textOf(bodyOf(record)['path']));
    },
    async trust(realPath, { by, now }) {
      await store.write({
        puts: [
          {
            collection,
            id: sha256Hex(realPath),
            group: null,
            version: bodyVersion,
            body: { path: realPath, by, at: now },
          },
        ],
        events: [{ kind: 'folder_trusted', envelope: { by }, values: { path: realPath } }],
        movesPolicy: true,
      });
    },
  };
}
