// Finds what is protected in the roots, before a program runs and after. A folder that did not change since is not read again.
import { lstatSync, opendirSync, readdirSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { CapabilityError } from '../../../contract/index.ts';
import { systemCode } from '../../files/path/system-code.ts';
import { isBareRepository, runsFromBare } from './git-metadata.ts';
import type { EntryQuestion } from './protected-entry.ts';
import type { Judged, Protection } from './protection.ts';

export interface ProtectedEntry {
  /** Bytes where the name is no text, or what lies in the folder cannot be seen. */
  readonly path: string | Buffer;
  readonly protection: Protection;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
  /** Device and inode: stays when it is renamed. */
  readonly id: string;
  /** Of the folder that holds it. */
  readonly folderId: string;
}

export interface ScanPlaces {
  readonly judge: (question: EntryQuestion) => Judged;
  /** Paths that are masked as a whole anyway. */
  readonly isOwnPlace: (path: string) => boolean;
}

interface Folder {
  readonly stamp: string;
  /** When it was read, in the time of the file system; what changed in the same moment may have been missed. */
  readonly isSettled: boolean;
  readonly found: readonly ProtectedEntry[];
  readonly below: readonly { readonly path: string; readonly names: readonly string[] }[];
}

export interface ProtectedScan {
  /** In no order. Throws `process_failed` where there is too much to look at. */
  scan(root: string): Promise<readonly ProtectedEntry[]>;
}

const mostFolders = 100_000;
const foldersPerTurn = 500;
/** Of the coarsest clock that file systems use for their times, with room. */
const clockNs = 100_000_000n;
const undecodable = '\u{FFFD}';

export function createProtectedScan(places: ScanPlaces): ProtectedScan {
  const known = new Map<string, Folder>();
  return {
    async scan(root) {
      const found: ProtectedEntry[] = [];
      const open: { readonly path: string; readonly names: readonly string[] }[] = [{ path: root, names: [] }];
      for (let count = 1; ; count++) {
        const next = open.pop();
        if (next === undefined) return found;
        if (count > mostFolders) throw tooMany(root);
        if (count % foldersPerTurn === 0) await breathe();
        const folder = look(next, known, places);
        if (folder === null) continue;
        found.push(...folder.found);
        open.push(...folder.below);
      }
    },
  };
}

type Place = Folder['below'][number];

function look(place: Place, known: Map<string, Folder>, places: ScanPlaces): Folder | null {
  const entry = statOf(place.path);
  if (entry?.isDirectory() !== true) {
    known.delete(place.path);
    return null;
  }
  // Not the time of change of its content: a program sets that one as it likes.
  const id = idOf(entry);
  const stamp = `${id}:${entry.ctimeNs}`;
  const before = known.get(place.path);
  if (before?.isSettled === true && before.stamp === stamp) return before;
  // Whoever owns it opens it again, with what it holds; and it is hidden until then.
  const isClosed = place.names.length > 0 && !isOpen(place.path);
  const isSettled = BigInt(Date.now()) * 1_000_000n - entry.ctimeNs > clockNs;
  const folder = { stamp, isSettled, ...(isClosed ? closedFolder(place.path) : readFolder(place, id, places)) };
  known.set(place.path, folder);
  return folder;
}

const fixedInBare: Judged = { protection: 'fixed', descend: false };

function readFolder(
  { path, names }: Place,
  folderId: string,
  { judge, isOwnPlace }: ScanPlaces,
): Pick<Folder, 'found' | 'below'> {
  const found: ProtectedEntry[] = [];
  const below: Place[] = [];
  let hasUndecodable = false;
  const entries = entriesOf(path);
  const isBare = isBareRepository(new Set(entries.map(({ name }) => name)));
  for (const entry of entries) {
    const { name } = entry;
    if (name.includes(undecodable)) {
      hasUndecodable ||= entry.isDirectory();
      continue;
    }
    const place = { path: join(path, name), names: [...names, name] };
    if (isOwnPlace(place.path)) continue;
    const isDirectory = entry.isDirectory();
    const { protection, descend } = isBare && runsFromBare(name) ? fixedInBare : judge({ ...place, isDirectory });
    if (protection !== null) found.push(...entryAt({ path: place.path, protection, folderId }));
    if (isDirectory && descend) below.push(place);
  }
  return { found: hasUndecodable ? [...found, ...undecodableFolders(path, folderId)] : found, below };
}

function isOpen(path: string): boolean {
  try {
    opendirSync(path).closeSync();
    lstatSync(`${path}/.`);
    return true;
  } catch {
    return false;
  }
}

/** As bytes: what it holds is not known, so that it is no finding of its own after a program. */
function closedFolder(path: string): Pick<Folder, 'found' | 'below'> {
  return { found: entryAt({ path: Buffer.from(path), protection: 'hidden', folderId: '' }), below: [] };
}

/** Nothing that is asked for by name can be meant with them, and they could hold anything. */
function undecodableFolders(path: string, folderId: string): readonly ProtectedEntry[] {
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' })
    .filter((entry) => entry.isDirectory() && entry.name.toString().includes(undecodable))
    .flatMap(({ name }) => {
      return entryAt({ path: Buffer.concat([Buffer.from(`${path}/`), name]), protection: 'hidden', folderId });
    });
}

/** As it is now; nothing where it is gone. */
type Found = Pick<ProtectedEntry, 'path' | 'protection' | 'folderId'>;

export function entryAt(found: Found): readonly ProtectedEntry[] {
  const entry = statOf(found.path);
  if (entry === null) return [];
  return [{ ...found, isDirectory: entry.isDirectory(), isLink: entry.isSymbolicLink(), id: idOf(entry) }];
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** What cannot be read here, a program of the same user cannot read either. */
function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (cause) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(systemCode(cause) ?? '')) return [];
    throw cause;
  }
}

function statOf(path: string | Buffer): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (cause) {
    if (['EACCES', 'ENOTDIR'].includes(systemCode(cause) ?? '')) return null;
    throw cause;
  }
}

function tooMany(root: string): CapabilityError {
  const count = mostFolders.toLocaleString('en-US');
  const message = `${root} holds more than ${count} folders: what is protected in it cannot be found before each command. Work in a smaller folder.`;
  return new CapabilityError('process_failed', message);
}
