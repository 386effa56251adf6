// The SHA-256 of a package over all of its files, without the packages that lie in it: those are pinned by themselves.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stampText, type FileDigests, type KnownPrint, type Print } from './digest-file.ts';

export interface PackagePrint extends Print {
  /** Paths in the package with their digests, in order. */
  readonly files: readonly (readonly [path: string, digest: string])[];
  /** Paths of links to what is not digested with it. */
  readonly leadingOut: readonly string[];
}

interface Entry {
  /** With slashes. */
  readonly path: string;
  /** Null for a file; what else stands there instead. */
  readonly other: string | null;
  readonly stamp: string;
  readonly changedNs: bigint;
}

// Looked at by the synchronous calls, a package at a time: there are thousands of files, and the others take ten times as long.
const mostFiles = 20_000;
const tickNs = 2_000_000_000n;

/** Rejects for a folder that cannot be read whole or has more than 20,000 files. */
export async function digestPackage(
  folder: string,
  digests: FileDigests,
  known: (KnownPrint & Pick<PackagePrint, 'files'>) | null = null,
): Promise<PackagePrint> {
  const startedNs = BigInt(Date.now()) * 1_000_000n;
  const entries = entriesOf(folder);
  const stamp = stampOf(entries);
  const leadingOut = linksOut(folder, entries);
  if (known !== null && known.stamp !== '' && known.stamp === stamp) return { ...known, leadingOut };
  const files: (readonly [string, string])[] = [];
  let isSettled = true;
  for (const { path, other, changedNs } of entries) {
    isSettled &&= changedNs + tickNs < startedNs;
    files.push([path, other ?? (await digests.digest(join(folder, path))).digest]);
  }
  const digest = createHash('sha256')
    .update(files.map((file) => JSON.stringify(file)).join('\n'))
    .digest('hex');
  const isSame = isSettled && stampOf(entriesOf(folder)) === stamp;
  return { digest, stamp: isSame ? stamp : '', files, leadingOut };
}

/** Looked up each time: what a link leads to can change without the link. */
function linksOut(folder: string, entries: readonly Entry[]): readonly string[] {
  return entries
    .filter(({ path, other }) => other?.startsWith('link to ') && !staysIn(folder, path))
    .map(({ path }) => path);
}

function staysIn(folder: string, path: string): boolean {
  try {
    const parts = relative(realpathSync(folder), realpathSync(join(folder, path))).split('/');
    return parts[0] !== '..' && !parts.includes('node_modules');
  } catch {
    // What is not there yet can be anything later.
    return false;
  }
}

function stampOf(entries: readonly Entry[]): string {
  const texts = entries.map(({ path, other, stamp }) => JSON.stringify([path, other, stamp]));
  return createHash('sha256').update(texts.join('\n')).digest('hex');
}

function entriesOf(folder: string): readonly Entry[] {
  const entries: Entry[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const name of readdirSync(join(folder, below))) {
      const path = below === '' ? name : `${below}/${name}`;
      const stats = lstatSync(join(folder, path), { bigint: true });
      if (stats.isDirectory()) {
        if (name !== 'node_modules') waiting.push(path);
        continue;
      }
      // A target in the package is digested itself, and one outside of it is said not to be.
      const other = stats.isSymbolicLink() ? `link to ${readlinkSync(join(folder, path))}` : null;
      const isOdd = other === null && !stats.isFile();
      entries.push({ path, other: isOdd ? 'no file' : other, stamp: stampText(stats), changedNs: stats.ctimeNs });
      if (entries.length > mostFiles) throw new Error(`it has more than ${mostFiles} files`);
    }
  }
  return entries.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
