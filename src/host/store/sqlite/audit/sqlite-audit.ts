// The audit trail of a SQLite store: verified and exported from a connection of its own that cannot write. What walks it is loaded then.
import type { Clock, EventQuery, Journal, JsonObject, VerifyReport } from '../../../../contract/index.ts';
import type { HeadsFile } from '../../audit/heads-file.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { asStoreError } from '../database/store-errors.ts';
import type { StoreReader } from './store-reader.ts';
import type { OnProgress } from './verify-store.ts';

/** Contract: reads one state of the store while others go on writing, and gives the event loop its turn every few milliseconds. */
export interface AuditFile {
  /** Walks all chains. `onProgress` hears how many events were checked so far. */
  verify(onProgress?: OnProgress): Promise<VerifyReport>;
  /**
   * JSON lines (write each as canonical JSON and a line feed) that `verifyExport` takes. All that the query asks for, without a default
   * limit, from the oldest on; other events of the same chains come without their values. The export itself is recorded and signed first.
   */
  exportEvents(query: EventQuery, by: string): AsyncGenerator<JsonObject, void>;
}

export interface AuditDeps {
  readonly file: string;
  readonly keys: KeyRing;
  readonly headsFile: HeadsFile;
  readonly journal: Pick<Journal, 'append' | 'sign'>;
  readonly clock: Clock;
  readonly openReader: () => Promise<StoreReader>;
}

export function createSqliteAudit({ file, keys, headsFile, journal, clock, openReader }: AuditDeps): AuditFile {
  return {
    async verify(onProgress) {
      const { verifySource } = await import('./verify-store.ts');
      return verifySource({ file, headsFile, publicKeys: () => keys.publicKeys(), openReader }, onProgress);
    },
    async *exportEvents(query, by) {
      const [{ planExport }, { exportLines }] = await Promise.all([
        import('./export-plan.ts'),
        import('./export-walk.ts'),
      ]);
      await journal.append([{ kind: 'audit_exported', envelope: { by, query: queryJson(query) }, values: {} }]);
      await journal.sign();
      const reader = await openReader();
      try {
        const plan = await planExport(reader.db, query);
        const publicKeys = [...keys.publicKeys()].map(([keyId, key]) => ({
          keyId,
          publicKey: key.export({ type: 'spki', format: 'pem' }).toString(),
        }));
        yield* exportLines(reader.db, plan, { exportedAt: clock.now(), query: queryJson(query), keys: publicKeys });
      } catch (cause) {
        throw asStoreError(cause, file);
      } finally {
        reader.close();
      }
    },
  };
}

function queryJson(query: EventQuery): JsonObject {
  const { after, kinds, ...rest } = query;
  return {
    ...rest,
    ...(after === undefined ? {} : { after: { ...after } }),
    ...(kinds === undefined ? {} : { kinds: [...kinds] }),
  };
}
