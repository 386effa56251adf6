// Finds the repository that git would work on from a directory, without git: where it is, and what its configuration files say.
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseGitConfig, type GitConfigEntry } from '../../../text/index.ts';
import { systemCode } from '../path/system-code.ts';

export interface Repository {
  /** Real paths, each. */
  readonly workTree: string;
  readonly gitDir: string;
  /** That of the main repository for a linked work tree, else `gitDir`. */
  readonly commonDir: string;
  /** Where the repository says it is itself: a linked work tree is one only if its main repository knows of it. */
  readonly isOwned: boolean;
  /** Objects of other repositories that it reads from, as its alternates or through links, and other places that its parts are links to. */
  readonly alternates: readonly string[];
  readonly entries: readonly GitConfigEntry[];
  /** Configuration that could not be read, with what is wrong. */
  readonly problems: readonly string[];
}

const mostBytes = 1 << 20;
const mostFiles = 32;
const mostPlaces = 1_000;

/** From a real directory upwards; null where there is none. Repositories without a work tree are none here. */
export async function findRepository(directory: string): Promise<Repository | null> {
  for (const folder of upwards(directory)) {
    const gitDir = await gitDirOf(folder);
    if (gitDir !== null) return describe(folder, gitDir);
  }
  return null;
}

/** The folder itself and all above it, which is the order in which git looks. */
export function* upwards(directory: string): Generator<string> {
  let folder = directory;
  for (; folder !== dirname(folder); folder = dirname(folder)) yield folder;
  yield folder;
}

/** `.git` itself, or where the file of that name points: what git takes has a HEAD. */
async function gitDirOf(folder: string): Promise<string | null> {
  const marker = join(folder, '.git');
  const entry = await stat(marker).catch(() => null);
  if (entry === null) return null;
  const pointed = entry.isFile() ? pointerIn(await readSmall(marker)) : marker;
  if (pointed === null) return null;
  const real = await realpath(resolve(folder, pointed)).catch(() => null);
  return real !== null && (await isThere(join(real, 'HEAD'))) ? real : null;
}

function pointerIn(text: string): string | null {
  return /^gitdir: (.+?)\n*$/s.exec(text)?.[1] ?? null;
}

async function describe(workTree: string, gitDir: string): Promise<Repository> {
  const common = await readSmall(join(gitDir, 'commondir'));
  const commonDir = common === '' ? gitDir : await realpath(resolve(gitDir, common.trim()));
  const config = await readConfigs([join(commonDir, 'config'), join(gitDir, 'config.worktree')]);
  const linked = (await Promise.all([...new Set([gitDir, commonDir])].map(linksIn))).flat();
  const alternates = [...linked, ...(await alternatesOf(join(commonDir, 'objects')))];
  return { workTree, gitDir, commonDir, isOwned: await isOwned(workTree, gitDir, commonDir), alternates, ...config };
}

/** Where links lead that stand in a directory: git follows them without a word. */
async function linksIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return [];
    throw cause;
  });
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(directory, name));
  return Promise.all(links.map((link) => realpath(link).catch(() => link)));
}

/** Who writes a `.git` file can point anywhere; only the repository there can point back. */
async function isOwned(workTree: string, gitDir: string, commonDir: string): Promise<boolean> {
  if (gitDir === join(workTree, '.git')) return commonDir === gitDir;
  if (dirname(gitDir) !== join(commonDir, 'worktrees') || basename(commonDir) === '') return false;
  const back = (await readSmall(join(gitDir, 'gitdir'))).trim();
  return (await realpath(dirname(resolve(gitDir, back))).catch(() => null)) === workTree;
}

/** Of a directory of objects, and of each that it leads to. Throws where these are more than are looked at. */
async function alternatesOf(objects: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const waiting = [objects];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (found.size > mostPlaces) throw new Error(`${objects} leads to more places than are looked at.`);
    for (const place of [...(await alternatesIn(at)), ...(await linksOfObjects(at))]) {
      if (!found.has(place)) waiting.push(place);
      found.add(place);
    }
  }
  return [...found];
}

async function alternatesIn(objects: string): Promise<readonly string[]> {
  const lines = (await readSmall(join(objects, 'info/alternates'))).split('\n');
  const places = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(objects, line));
  return Promise.all(places.map((place) => realpath(place).catch(() => place)));
}

async function linksOfObjects(objects: string): Promise<readonly string[]> {
  const directories = [objects, join(objects, 'pack'), join(objects, 'info')];
  return (await Promise.all(directories.map(linksIn))).flat();
}

/** The files and all they include: which of them would count depends on much, so each does. */
async function readConfigs(files: readonly string[]): Promise<Pick<Repository, 'entries' | 'problems'>> {
  const entries: GitConfigEntry[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (seen.size > mostFiles) return { entries, problems: [...problems, 'It includes more files than are read.'] };
    const read = await readConfig(file);
    if ('problem' in read) problems.push(read.problem);
    else {
      entries.push(...read.entries);
      const from = dirname(file);
      waiting.push(...read.entries.filter(isInclude).map(({ value }) => resolve(from, value ?? '')));
    }
  }
  return { entries, problems };
}

function isInclude({ section, name }: GitConfigEntry): boolean {
  return (section === 'include' || section === 'includeif') && name === 'path';
}

async function readConfig(
  file: string,
): Promise<{ readonly entries: readonly GitConfigEntry[] } | { readonly problem: string }> {
  try {
    const parsed = parseGitConfig(await readSmall(file));
    return parsed.ok ? parsed : { problem: `${file}, line ${parsed.line}, is no git configuration.` };
  } catch (cause) {
    return { problem: `${file} cannot be read (${systemCode(cause) ?? 'too large, or no file'}).` };
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

/** Empty where there is none. Throws for what is no regular file, or too large to be what it should be. */
async function readSmall(path: string): Promise<string> {
  const entry = await stat(path).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return null;
    throw cause;
  });
  if (entry === null) return '';
  if (!entry.isFile() || entry.size > mostBytes) throw new Error(`${path} is no file of a repository.`);
  return readFile(path, 'utf8');
}
