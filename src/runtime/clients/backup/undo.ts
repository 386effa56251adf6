// Takes back the newest change of files of others: every file as it was, or none where one of them was changed since.
import { CapabilityError } from '../../../contract/index.ts';
import { locateHome, openHome, readForeignFile, type Environment } from '../../../host/index.ts';
import { sha256Hex } from '../../../text/index.ts';
import { restoreFile } from './backups.ts';
import { readRecords, writeRecords, type ChangeRecord } from './change-records.ts';

export interface Undone {
  readonly what: string;
  readonly files: readonly string[];
}

/** Throws `malformed_request` where there is nothing to undo, and `invalid_config` where a file is another one by now. */
export function undoNewest(env: Environment): Undone {
  const home = openHome({ path: locateHome(env), create: true });
  const records = readRecords(home);
  const newest = records.at(-1);
  if (newest === undefined) throw new CapabilityError('malformed_request', 'There is no change of files to undo.');
  const { what, files } = newest;
  const changed = files.filter(({ path, sha256 }) => {
    const { text } = readForeignFile(path);
    return text === null || sha256Hex(text) !== sha256;
  });
  if (changed.length > 0) throw changedSince(changed);
  for (const { path, copy } of files.toReversed()) restoreFile(path, copy === null ? null : readForeignFile(copy).text);
  writeRecords(home, records.slice(0, -1));
  return { what, files: files.map(({ path }) => path) };
}

function changedSince(files: ChangeRecord['files']): CapabilityError {
  const lines = files.map(({ path, copy }) =>
    copy === null ? `${path} was not there before.` : `${path} as it was: ${copy}`,
  );
  return new CapabilityError(
    'invalid_config',
    `Nothing was undone: what was written was changed since. Copy by hand what you want back.\n${lines.join('\n')}`,
  );
}
