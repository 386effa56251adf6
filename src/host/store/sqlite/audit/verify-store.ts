// Verifies a store: what its database says against the keys and the heads that lie outside of it.
import type { KeyObject } from 'node:crypto';
import type { VerifyReport } from '../../../../contract/index.ts';
import { createChainChecker } from '../../audit/chain-checker.ts';
import { openHeadsFile, type HeadsFile } from '../../audit/heads-file.ts';
import { readPublicKeys } from '../../keys/key-ring.ts';
import { asStoreError } from '../database/store-errors.ts';
import { walkChains } from './chain-walk.ts';
import { readerOf, type StoreReader } from './store-reader.ts';

export interface VerifySource {
  readonly file: string;
  readonly headsFile: Pick<HeadsFile, 'read'>;
  readonly publicKeys: () => ReadonlyMap<string, KeyObject>;
  readonly openReader: () => Promise<StoreReader>;
}

export type OnProgress = (events: number) => void;

export async function verifySource(source: VerifySource, onProgress?: OnProgress): Promise<VerifyReport> {
  const { headsFile } = source;
  const before = headsFile.read();
  const reader = await source.openReader();
  try {
    const checker = createChainChecker(source.publicKeys());
    // A snapshot is taken by the first read, and not by its begin.
    reader.db.prepare('select 1 from events limit 1').get();
    const filed = { before, after: headsFile.read() };
    for await (const events of walkChains({ db: reader.db, filed }, checker)) onProgress?.(events);
    return checker.report();
  } catch (cause) {
    throw asStoreError(cause, source.file);
  } finally {
    reader.close();
  }
}

export interface StorePlace {
  readonly file: string;
  readonly keysDir: string;
  readonly headsFile: string;
}

const lockWaitMs = 5_000;

/**
 * Verifies the store of a home without taking part in it: no lease, no event, nothing created. Fit for a thread of its own.
 * `onProgress` hears how many events were checked so far. Throws as opening does.
 */
export async function verifySqliteStore(
  { file, keysDir, headsFile }: StorePlace,
  onProgress?: OnProgress,
): Promise<VerifyReport> {
  return verifySource(
    {
      file,
      headsFile: openHeadsFile({ path: headsFile, synced: false }),
      publicKeys: () => readPublicKeys(keysDir),
      openReader: () => readerOf(file, lockWaitMs),
    },
    onProgress,
  );
}
