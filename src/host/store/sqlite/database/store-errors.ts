// What an error of SQLite or of the file system means for whoever has to mend it.
import { CapabilityError, isCapabilityError } from '../../../../contract/index.ts';
import { describeFailure, failureCode } from '../../../home/describe-failure.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const sqlite = { busy: 5, locked: 6, corrupt: 11, full: 13, notADatabase: 26 } as const;

interface Fault {
  readonly why: string;
  readonly advice: string;
}

const faults: ReadonlyMap<number, Fault> = new Map([
  [3, { why: 'there is no permission', advice: 'Run as the user whose home it is.' }],
  [8, { why: 'it, or its folder, is read-only', advice: 'Make the file and its folder writable for this user.' }],
  [10, { why: 'the disk reports an error', advice: 'Check the disk; nothing of this change was written.' }],
  [
    sqlite.corrupt,
    { why: 'it is damaged or cut short', advice: 'Restore it from a backup, or move it away to start anew.' },
  ],
  [
    sqlite.full,
    { why: 'the disk is full', advice: 'Make room; nothing of this change was written, and what was written stays.' },
  ],
  [14, { why: 'it cannot be opened', advice: 'Check that its folder is there and open to this user.' }],
  [
    sqlite.notADatabase,
    { why: 'it is not a database', advice: 'Move it away, or name another home in GATEHOUSE_HOME.' },
  ],
]);

/** The primary result code of an error of node:sqlite, else null. */
function sqliteCode(cause: unknown): number | null {
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return null;
  return cause.errcode & 0xff;
}

/** True where another connection was in the way and trying again may help. */
export function isLocked(cause: unknown): boolean {
  const code = sqliteCode(cause);
  return code === sqlite.busy || code === sqlite.locked;
}

/** Turns what SQLite and the system throw into `store_unavailable` or `store_locked`; leaves every other error as it is. */
export function asStoreError(cause: unknown, file: string): unknown {
  if (isCapabilityError(cause)) return cause;
  if (isLocked(cause)) return lockedError(file, cause);
  const code = sqliteCode(cause);
  const fault = code === null ? systemFault(cause) : faults.get(code);
  if (fault === undefined) return cause;
  const message = `The store ${file} cannot be used: ${fault.why}. ${fault.advice}`;
  return new CapabilityError('store_unavailable', message, { details: { file }, cause });
}

export function lockedError(file: string, cause: unknown): CapabilityError {
  const message = `The store ${file} is held by another process. Try again; if it stays so, look for a program that keeps the file open.`;
  return new CapabilityError('store_locked', message, { details: { file }, cause });
}

/** A row that does not hold what was written there. */
export function damaged(what: string): CapabilityError {
  return new CapabilityError(
    'store_unavailable',
    `The store holds ${what} that cannot be read. Run gatehouse audit verify, or restore a backup.`,
  );
}

function systemFault(cause: unknown): Fault | undefined {
  // Errors of Node itself have codes too; they are faults of ours.
  const code = failureCode(cause);
  if (code === null || code.startsWith('ERR_')) return undefined;
  return { why: describeFailure(cause), advice: 'Mend that and try again; nothing of this change was written.' };
}
