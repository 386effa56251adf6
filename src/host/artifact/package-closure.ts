// The packages of Node that one package loads by its own word, where they are installed: found as Node finds them.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { basename, dirname, join } from 'node:path';

export interface FoundPackage {
  /** The real path of its folder. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** Names of what it may load. */
  readonly dependencies: readonly string[];
}

const maxManifestBytes = 1024 * 1024;
const mostPackages = 3_000;

/** The package below a folder node_modules that a file lies in; null where it lies in none. */
export function packageOf(file: string): FoundPackage | null {
  const parts = file.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return null;
  const end = at + (parts[at + 1]?.startsWith('@') === true ? 3 : 2);
  return end >= parts.length ? null : readPackage(parts.slice(0, end).join('/'));
}

/** Null where no such package is there. */
export function readPackage(path: string): FoundPackage | null {
  try {
    const folder = realpathSync(path);
    const manifest = manifestOf(join(folder, 'package.json'));
    const { name, version } = manifest;
    return {
      folder,
      name: typeof name === 'string' ? name : basename(folder),
      version: typeof version === 'string' ? version : '',
      dependencies: dependenciesOf(manifest),
    };
  } catch {
    // Whatever keeps it from being found keeps it from being loaded.
    return null;
  }
}

/** With what it depends on, in order of folder. Rejects where that has no end. */
export async function withDependencies(first: FoundPackage): Promise<readonly FoundPackage[]> {
  const found = new Map([[first.folder, first]]);
  const waiting = [first];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    await nextTurn();
    for (const name of one.dependencies) {
      const dependency = resolvePackage(name, one.folder);
      if (dependency === null || found.has(dependency.folder)) continue;
      if (found.size >= mostPackages) throw new Error(`it depends on more than ${mostPackages} packages`);
      found.set(dependency.folder, dependency);
      waiting.push(dependency);
    }
  }
  return [...found.values()].toSorted((left, right) => (left.folder < right.folder ? -1 : 1));
}

/** From a folder upwards, as Node looks. */
export function resolvePackage(name: string, from: string): FoundPackage | null {
  if (!/^(?:@[^/\\]+\/)?[^/\\@][^/\\]*$/.test(name) || name.split('/').some((part) => part === '..' || part === '.'))
    return null;
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (basename(folder) !== 'node_modules' && isFolder(candidate)) return readPackage(candidate);
    if (dirname(folder) === folder) return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // A folder above that may not be looked into.
    return false;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Throws for what is none. */
function manifestOf(path: string): Members {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > maxManifestBytes) throw new Error('It is no manifest.');
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isMap(value)) throw new Error('It is no manifest.');
  return value;
}

function dependenciesOf(manifest: Members): readonly string[] {
  const lists = ['dependencies', 'optionalDependencies', 'peerDependencies'].map((key) => manifest[key]);
  return [...new Set(lists.flatMap((list) => (isMap(list) ? Object.keys(list) : [])))];
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
