// What is written down of changes of files of others, the newest last.
import { join } from 'node:path';
import { CapabilityError } from '../../../contract/index.ts';
import { readForeignFile, replacePrivateFile, type Home } from '../../../host/index.ts';

export interface ChangeRecord {
  /** What was done, for whoever wants it undone. */
  readonly what: string;
  readonly files: readonly ChangedFile[];
  /** Names of secrets that were stored with it. */
  readonly secrets?: readonly string[];
}

export interface ChangedFile extends ServersOfChange {
  readonly path: string;
  /** Null where there was no such file. */
  readonly copy: string | null;
  /** Of what was written, without a byte order mark. */
  readonly sha256: string;
}

export interface ServersOfChange {
  /** Of the owner's configuration: the servers that were written into it, with a hash of what each said. */
  readonly added?: Readonly<Record<string, string>>;
  /** Of a client's file: what the servers that were moved out of it are called in the owner's configuration. */
  readonly moved?: readonly string[];
}

const version = 1;
/** The copies stay; older changes are no longer undone by name. */
const mostRecords = 100;

export function readRecords(home: Home): readonly ChangeRecord[] {
  const path = recordsFile(home);
  const { text } = readForeignFile(path);
  if (text === null) return [];
  const written = readJson(text);
  const isOurs = typeof written === 'object' && written !== null && 'version' in written && 'changes' in written;
  if (isOurs && written.version === version && Array.isArray(written.changes))
    // Written by this program into the owner's private folder, and of the one version there is.
    return written.changes as readonly ChangeRecord[];
  throw new CapabilityError(
    'invalid_config',
    `${path} cannot be read as a record of changes: it is of another version of Gatehouse, or was changed. Move it away to go on; the copies beside it stay.`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeRecords(home: Home, changes: readonly ChangeRecord[]): void {
  replacePrivateFile(recordsFile(home), JSON.stringify({ version, changes: changes.slice(-mostRecords) }, null, 2));
}

function recordsFile({ backups }: Home): string {
  return join(backups, 'changes.json');
}
