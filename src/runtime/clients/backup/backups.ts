// Files of others, several at once: a copy of each is kept in the home (0600) before any is changed, and all change or none.
import { basename, join } from 'node:path';
import {
  changeForeignFile,
  readForeignFile,
  removePrivateFile,
  replacePrivateFile,
  type ForeignFile,
  type Home,
} from '../../../host/index.ts';
import { sha256Hex } from '../../../text/index.ts';
import { readRecords, writeRecords, type ChangedFile, type ServersOfChange } from './change-records.ts';

export interface FileChange extends ServersOfChange {
  readonly before: ForeignFile;
  /** What it is to hold. */
  readonly text: string;
}

export interface KeptChange {
  readonly now: number;
  /** What was done, for whoever wants it undone. */
  readonly what: string;
  readonly changes: readonly FileChange[];
  readonly secrets?: readonly string[];
}

/** All of them or none. Answers where the copy of each file is; there is none of a file that was not there. */
export function changeKeepingCopies(home: Home, kept: KeptChange): ReadonlyMap<string, string> {
  const { now, what, changes, secrets = [] } = kept;
  // Before anything is changed: what could not be written down could not be taken back.
  const records = readRecords(home);
  const stamp = new Date(now).toISOString().replaceAll(':', '-');
  const copies = new Map<string, string>();
  const files = changes.map(({ before, text, added, moved }, at): ChangedFile => {
    const copy = before.text === null ? null : join(home.backups, `${stamp}.${at}.${basename(before.path)}`);
    if (copy !== null) {
      replacePrivateFile(copy, before.mark + before.text);
      copies.set(before.path, copy);
    }
    return {
      path: before.path,
      copy,
      sha256: sha256Hex(text),
      ...(added === undefined ? {} : { added }),
      ...(moved === undefined ? {} : { moved }),
    };
  });
  changeFiles(changes, () => writeRecords(home, [...records, { what, files, secrets }]));
  return copies;
}

/** In that order, then `after`. Where one of it fails, what was changed before is as it was again. */
function changeFiles(changes: readonly FileChange[], after: () => void): void {
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      changeForeignFile(change.before, change.text);
      done.push(change);
    }
    after();
  } catch (cause) {
    for (const { before } of done.toReversed()) restoreFile(before.path, before.text);
    throw cause;
  }
}

/** Null for a file that was not there. */
export function restoreFile(path: string, text: string | null): void {
  if (text === null) removePrivateFile(path);
  else changeForeignFile(readForeignFile(path), text);
}
