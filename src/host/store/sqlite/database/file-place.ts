// Whether the open database is still the file of that name: SQLite writes on into a file that was moved or removed, and all of it is lost.
import { statSync, type BigIntStats } from 'node:fs';
import { CapabilityError } from '../../../../contract/index.ts';
import { memoryFile } from './connection.ts';

export interface FilePlace {
  /** Throws `store_unavailable` where the name leads to another file, or to none. */
  prove(): void;
}

/** Looked at this often and not before each write: a look costs more than some writes do. */
const freshMs = 200;

export function createFilePlace(file: string): FilePlace {
  if (file === memoryFile) return { prove: () => undefined };
  const opened = statOf(file);
  let lookedAt = monotonicMs();
  return {
    prove() {
      const now = monotonicMs();
      if (now - lookedAt < freshMs) return;
      const found = statOf(file);
      if (found === undefined || found.ino !== opened?.ino || found.dev !== opened.dev) throw gone(file);
      lookedAt = now;
    },
  };
}

/** Not performance.now(): what stands behind that would be loaded at each start. */
function monotonicMs(): number {
  return process.uptime() * 1_000;
}

function statOf(file: string): BigIntStats | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false });
}

function gone(file: string): CapabilityError {
  const message = `The store ${file} was moved, removed or replaced while it is open: what is written now would be lost. Put it back and start anew.`;
  return new CapabilityError('store_unavailable', message, { details: { file } });
}
