// Finds out where a path leads, one name at a time, as the kernel would walk it. Opens nothing.
import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from './system-code.ts';

/** Where a walk stands. `entry` is what lies there where it was looked at; absolute `real` holds no link. */
interface Place {
  readonly kind: 'directory' | 'other' | 'missing';
  readonly real: string;
  readonly entry: BigIntStats | null;
}

export interface PathProblem {
  readonly kind: 'problem';
  /** `spelled`: the path cannot be meant; `unreadable`: it could not be found out. */
  readonly cause: 'spelled' | 'unreadable';
  readonly text: string;
}

export interface Resolved {
  readonly kind: 'resolved';
  readonly real: string;
  /** Null where nothing is there yet. */
  readonly entry: BigIntStats | null;
}

/** Directories that were walked before and are no links. Valid for one operation only. */
export type KnownDirectories = Set<string>;

interface Walk {
  hops: number;
  readonly known: KnownDirectories;
}

const mostLinks = 40;
/** Links of `/proc` lead by inode and not by text: a walk over their text says nothing. */
const kernelPath = /^\/proc(?:\/|$)/;

/** `from` is a real directory; an absolute path starts at the root. A missing tail is kept, so that a new file can be judged. */
export async function resolvePath(
  asked: string,
  from: string,
  known: KnownDirectories = new Set(),
): Promise<Resolved | PathProblem> {
  const walk: Walk = { hops: 0, known };
  const trail: { readonly before: Place; readonly isLink: boolean }[] = [];
  let place: Place = directory(asked.startsWith('/') ? '/' : from);
  for (const name of namesOf(asked)) {
    if (name === '..') {
      const step = trail.pop();
      // The kernel leaves the target of a link, a reader of the path leaves the link: refused, as they differ.
      if (step?.isLink === true) return spelled('It goes up from a link with "..". Write the path without "..".');
      if (place.kind === 'missing') return spelled('It goes up with ".." from a directory that does not exist.');
      if (place.kind === 'other') return spelled('It goes up with ".." from what is no directory.');
      place = step?.before ?? directory(dirname(place.real));
      continue;
    }
    const hops = walk.hops;
    const next = await enter(place, name, walk);
    if (next.kind === 'problem') return next;
    trail.push({ before: place, isLink: walk.hops > hops });
    place = next;
  }
  return finish(place, asked);
}

/** Whether a path says by its end that it means a directory. */
export function endsAsDirectory(path: string): boolean {
  return /(?:^|\/)\.?$/.test(path);
}

async function finish(place: Place, asked: string): Promise<Resolved | PathProblem> {
  // The kernel opens `file/` no more than `file/x`.
  if (place.kind === 'other' && endsAsDirectory(asked)) return spelled(`${place.real} is no directory.`);
  if (place.kind === 'missing' || place.entry !== null) {
    return { kind: 'resolved', real: place.real, entry: place.entry };
  }
  const entry = await look(place.real);
  if (entry !== null && 'kind' in entry) return entry;
  return { kind: 'resolved', real: place.real, entry };
}

async function enter(place: Place, name: string, walk: Walk): Promise<Place | PathProblem> {
  const real = join(place.real, name);
  if (place.kind === 'missing') return { kind: 'missing', real, entry: null };
  if (place.kind === 'other') return spelled(`${place.real} is no directory.`);
  if (kernelPath.test(real)) return spelled('It leads through /proc.');
  if (walk.known.has(real)) return directory(real);
  const entry = await look(real);
  if (entry === null) return { kind: 'missing', real, entry };
  if ('kind' in entry) return entry;
  if (entry.isSymbolicLink()) return follow(place, name, walk);
  if (!entry.isDirectory()) return { kind: 'other', real, entry };
  walk.known.add(real);
  return { kind: 'directory', real, entry };
}

async function follow(place: Place, name: string, walk: Walk): Promise<Place | PathProblem> {
  walk.hops += 1;
  if (walk.hops > mostLinks) return spelled('Its links lead in a circle.');
  let target: string;
  try {
    target = await readlink(join(place.real, name));
  } catch (cause) {
    return unreadable(join(place.real, name), cause);
  }
  let at: Place | PathProblem = target.startsWith('/') ? directory('/') : place;
  for (const step of namesOf(target)) {
    if (step !== '..') at = await enter(at, step, walk);
    else if (at.kind === 'directory') at = directory(dirname(at.real));
    else return spelled('A link on its way leads through what does not exist.');
    if (at.kind === 'problem') return at;
  }
  return at.kind === 'other' && endsAsDirectory(target) ? spelled(`${at.real} is no directory.`) : at;
}

async function look(real: string): Promise<BigIntStats | PathProblem | null> {
  try {
    return await lstat(real, { bigint: true });
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null;
    return unreadable(real, cause);
  }
}

function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

function directory(real: string): Place {
  return { kind: 'directory', real, entry: null };
}

function spelled(text: string): PathProblem {
  return { kind: 'problem', cause: 'spelled', text };
}

function unreadable(real: string, cause: unknown): PathProblem {
  return {
    kind: 'problem',
    cause: 'unreadable',
    text: `${real} cannot be looked at (${systemCode(cause) ?? 'unknown error'}).`,
  };
}
