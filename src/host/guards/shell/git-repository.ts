// Whether git, looking for a repository by itself and reading it, would run no program of the repository's choice. What is not known to be so
// in full is not so.
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { namesNoProgram } from '../../../text/index.ts';
import { findRepository, upwards, type Repository } from '../../files/git/find-repository.ts';
import { systemCode } from '../../files/path/system-code.ts';

/** Hooks that reading commands run when they bring the index up to date. */
const hooks = ['hooks/post-index-change', 'hooks/reference-transaction'];
/** Places of further repositories and of parts of the index that are not read here. */
const further = ['modules', 'commondir', 'config.worktree'];
const mostIndex = 16 * 1024 * 1024;

/** True also where there is no repository: git then says so and ends. */
export async function runsNoProgram(start: string): Promise<boolean> {
  try {
    // Git is in the folder that a link leads to, and looks upwards from there.
    const directory = await realpath(start);
    const repository = await findRepository(directory);
    if (!(await isTakenByGit(repository, directory))) return false;
    return repository === null || (await isHarmless(repository));
  } catch {
    // No such folder, or a repository that could not be read.
    return false;
  }
}

/** Whether there is nothing else that git might take: another form of repository, or one that it passes over and we do not. */
async function isTakenByGit(repository: Repository | null, directory: string): Promise<boolean> {
  for (const folder of upwards(directory)) {
    if (folder === repository?.workTree) return isPlain(repository);
    if ((await kindOf(join(folder, '.git'))) !== 'none' || (await mayBeBare(folder))) return false;
  }
  return true;
}

/** In its own folder and nowhere else, with all that git wants of a repository: from what lacks it, git goes on upwards. */
async function isPlain({ workTree, gitDir, isOwned, alternates }: Repository): Promise<boolean> {
  if (gitDir !== join(workTree, '.git') || !isOwned || alternates.length > 0) return false;
  const folders = await Promise.all(['.', 'objects', 'refs'].map((name) => kindOf(join(gitDir, name))));
  if (folders.some((kind) => kind !== 'folder') || (await kindOf(join(gitDir, 'HEAD'))) !== 'file') return false;
  return /^(?:ref: refs\/[^\s]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$/.test(await readFile(join(gitDir, 'HEAD'), 'latin1'));
}

/** A folder that looks like a bare repository is one. */
async function mayBeBare(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => kindOf(join(folder, name))));
  return kinds.every((kind) => kind !== 'none');
}

async function isHarmless({ workTree, gitDir, entries, problems }: Repository): Promise<boolean> {
  if (problems.length > 0 || !entries.every(namesNoProgram)) return false;
  const absent = [...[...hooks, ...further].map((name) => join(gitDir, name)), join(workTree, '.gitmodules')];
  for (const path of absent) if ((await kindOf(path)) !== 'none') return false;
  return hasNoInnerRepository(join(gitDir, 'index'));
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'none' | 'other'> {
  try {
    const entry = await lstat(path);
    if (entry.isDirectory()) return 'folder';
    return entry.isFile() ? 'file' : 'other';
  } catch (cause) {
    const code = systemCode(cause);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'none' : 'other';
  }
}

async function hasNoInnerRepository(path: string): Promise<boolean> {
  const kind = await kindOf(path);
  if (kind !== 'file') return kind === 'none';
  const { size } = await lstat(path);
  return size <= mostIndex && !holdsRepositories(await readFile(path));
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
