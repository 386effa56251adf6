// Files that belong to other programs, or to people: changed only as they were read, whole, through links, with their permissions kept.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CapabilityError } from '../../contract/index.ts';
import { describeFailure, failureCode } from '../home/describe-failure.ts';
import { readTextFile } from '../home/read-text-file.ts';

export interface ForeignFile {
  readonly path: string;
  /** Null where there is no such file. Without a byte order mark. */
  readonly text: string | null;
  readonly mark: string;
  /** Where links led. */
  readonly realPath: string;
}

/** More than any of them has: Claude Code keeps its history in the same file. */
const maxBytes = 64 * 1024 * 1024;

/** Throws `invalid_config` for what cannot be read, and for what others than the owner could have written. */
export function readForeignFile(path: string): ForeignFile {
  const file = readTextFile(path, maxBytes);
  if (file.kind === 'absent') return { path, text: null, mark: '', realPath: path };
  if (file.kind === 'unreadable') throw refusal(path, `it ${file.problem}`);
  if (file.exposure !== null) throw refusal(path, `it ${file.exposure}: make it yours alone (chown, chmod 600)`);
  const { text, mark, realPath } = file;
  return { path, text, mark, realPath };
}

/**
 * Puts `text` in place of what was read: readers see the old or the new. Throws `invalid_config`, and nothing is written, where the file is
 * another one by now or is not to be written. Who shares a link to it keeps it; a file that is new is the owner's alone (0600).
 */
export function changeForeignFile(before: ForeignFile, text: string): void {
  const { path, realPath } = before;
  const now = readForeignFile(path);
  if (now.text !== before.text || now.mark !== before.mark || now.realPath !== realPath)
    throw refusal(path, 'it was changed by another program meanwhile; run the command again');
  const mode = modeOf(before);
  // A rename would replace it all the same: its folder may be written.
  if ((mode & 0o200) === 0) throw refusal(path, 'it is read-only; make it writable first (chmod u+w)');
  const draft = `${realPath}.${randomBytes(8).toString('hex')}.draft`;
  try {
    mkdirSync(dirname(realPath), { recursive: true, mode: 0o700 });
    writeDraft(draft, before.mark + text, mode);
    renameSync(draft, realPath);
  } catch (cause) {
    if (failureCode(cause) === null) throw cause;
    throw refusal(path, `it cannot be written: ${describeFailure(cause)}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function modeOf({ text, realPath }: ForeignFile): number {
  return text === null ? 0o600 : statSync(realPath).mode & 0o777;
}

function writeDraft(draft: string, content: string, mode: number): void {
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fchmodSync(handle, mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function refusal(path: string, why: string): CapabilityError {
  return new CapabilityError('invalid_config', `${path} is left as it is: ${why}.`, { details: { path } });
}
