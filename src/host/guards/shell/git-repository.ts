// Whether git, reading at a place, would run no program of the repository's choice. Its configuration can name some (fsmonitor, filters, external
// diffs, pagers); so only keys that are known to name none pass, and what is not read here in full does not.
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const harmlessKeys =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|trustctime)|remote\..+\.(?:url|pushurl|fetch|tagopt|prune)|branch\..+\.(?:remote|merge|rebase|pushremote|description)|user\.(?:name|email)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|merge\.(?:ff|conflictstyle)|commit\.gpgsign|gc\.auto|color\.[a-z.]+)$/;
/** Hooks that reading commands run when they bring the index up to date. */
const hooks = ['hooks/post-index-change', 'hooks/reference-transaction'];
/** Places of further repositories and of parts of the index that are not read here. */
const further = ['modules', 'commondir', 'config.worktree'];
const mostConfig = 64 * 1024;
const mostIndex = 16 * 1024 * 1024;

/** True also where there is no repository: git then says so and ends. */
export async function runsNoProgram(start: string): Promise<boolean> {
  const found = await findRepository(start);
  if (found === 'none') return true;
  if (found === 'unclear') return false;
  const { gitFolder, tree } = found;
  const absent = [...[...hooks, ...further].map((name) => join(gitFolder, name)), join(tree, '.gitmodules')];
  for (const path of absent) if ((await kindOf(path)) !== 'none') return false;
  return (await hasHarmlessConfig(join(gitFolder, 'config'))) && (await hasNoInnerRepository(join(gitFolder, 'index')));
}

type Found = { readonly gitFolder: string; readonly tree: string } | 'none' | 'unclear';

async function findRepository(start: string): Promise<Found> {
  for (let tree = start; ; tree = dirname(tree)) {
    const gitFolder = join(tree, '.git');
    const kind = await kindOf(gitFolder);
    if (kind === 'folder') return { gitFolder, tree };
    // A file or a link leads to a repository elsewhere; a folder that looks like a bare repository is one.
    if (kind !== 'none' || (await isBare(tree))) return 'unclear';
    if (tree === dirname(tree)) return 'none';
  }
}

async function isBare(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => kindOf(join(folder, name))));
  return kinds.every((kind) => kind !== 'none');
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none' | 'other'> {
  try {
    const entry = await lstat(path);
    if (entry.isDirectory()) return 'folder';
    return entry.isFile() ? 'file' : 'other';
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
    return isAbsent ? 'none' : 'other';
  }
}

/** The bytes of a plain file; null where there is none, or it is too large to be looked through. */
async function bytesOf(path: string, most: number): Promise<Buffer | null> {
  const entry = await lstat(path).catch(() => null);
  if (entry?.isFile() !== true || entry.size > most) return null;
  return readFile(path).catch(() => null);
}

async function hasHarmlessConfig(path: string): Promise<boolean> {
  const bytes = await bytesOf(path, mostConfig);
  return bytes !== null && isHarmlessConfig(bytes.toString('utf8'));
}

const header = /^\[([A-Za-z0-9.-]+)(?:\s+"([^"\\]*)")?\]$/;
const setting = /^([A-Za-z][A-Za-z0-9-]*)(?:\s*=\s*(.*))?$/;

/** Reads only what is written in the plainest way; the rest is unclear, and unclear is not harmless. */
export function isHarmlessConfig(text: string): boolean {
  let section: string | null = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue;
    const found = header.exec(line);
    if (found !== null) section = sectionName(found);
    else if (section === null || !isHarmlessSetting(section, line)) return false;
  }
  return true;
}

function sectionName([, name = '', inner]: RegExpExecArray): string {
  return inner === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${inner}`;
}

function isHarmlessSetting(section: string, line: string): boolean {
  const [, key = '', value = ''] = setting.exec(line) ?? [];
  // Quotes and backslashes can hide a key, or carry a value over to the next line.
  return harmlessKeys.test(`${section}.${key.toLowerCase()}`) && !/[\\"]/.test(value);
}

async function hasNoInnerRepository(path: string): Promise<boolean> {
  if ((await kindOf(path)) === 'none') return true;
  const bytes = await bytesOf(path, mostIndex);
  return bytes !== null && !holdsRepositories(bytes);
}

/** Of an entry: 40 bytes of times, place and owner, among them the mode at 24; the name of an object of 20; flags. */
const entryHead = 62;
const gitlink = 0o160000;

/** True for an index with an entry that is a repository of its own, which git would read too, or in a form that is not read here. */
export function holdsRepositories(index: Buffer): boolean {
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return true;
  const version = index.readUInt32BE(4);
  if (version !== 2 && version !== 3) return true;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + entryHead > index.length) return true;
    if ((index.readUInt32BE(at + 24) & 0o170000) === gitlink) return true;
    const isExtended = (index.readUInt16BE(at + 60) & 0x4000) !== 0;
    const nameAt = at + entryHead + (isExtended ? 2 : 0);
    const nameEnd = index.indexOf(0, nameAt);
    if (nameEnd < 0) return true;
    at += (nameEnd - at + 8) & ~7;
  }
  // What follows the entries: `link` names another index whose entries count too.
  return index.indexOf('link', at, 'latin1') >= 0;
}
