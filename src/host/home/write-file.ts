// Writes small whole files: a new one that must not replace another, and a private one that is replaced at once.
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { failureCode } from './describe-failure.ts';
import { attempt, refused } from './private-folder.ts';

/** Writes a file that is not there yet. False, and nothing changed, where something is. Throws `store_unavailable`. */
export function writeNewFile(path: string, text: string): boolean {
  let handle: number;
  try {
    handle = openSync(path, 'wx');
  } catch (cause) {
    if (failureCode(cause) === 'EEXIST') return false;
    throw refused(path, 'written', cause);
  }
  try {
    writeFileSync(handle, text);
  } catch (cause) {
    rmSync(path, { force: true });
    throw refused(path, 'written', cause);
  } finally {
    closeSync(handle);
  }
  return true;
}

/** Readers see the old text or the new one, and only our user sees either (0600). Throws `store_unavailable`. */
export function replacePrivateFile(path: string, text: string): void {
  replaceWith(path, text, 0o600);
}

/** The same of a file that others may read. */
export function replaceFile(path: string, text: string): void {
  replaceWith(path, text, 0o644);
}

function replaceWith(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}.draft`;
  try {
    attempt(path, 'written', () => {
      writeDraft(draft, Buffer.from(text));
      chmodSync(draft, mode);
      renameSync(draft, path);
    });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A new private file (0600) that is on the disk when this returns. Throws what the system throws. */
export function writeDraft(path: string, content: Uint8Array): void {
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Takes a file of ours away, there or not. */
export function removePrivateFile(path: string): void {
  rmSync(path, { force: true });
}
