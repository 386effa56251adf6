// Globs for paths: relative ones are anchored at the workspace, absolute ones at the root, and a leading `**` covers both.
import type { Segment } from './segment.ts';
import { parseSegments } from './segments.ts';
import type { Segments } from './segments.ts';
import type { NormalTarget } from './target.ts';

export interface PathGlob {
  readonly isAbsolute: boolean;
  /** True for a leading `**`, but not for `./**`, which says "here". */
  readonly isAnywhere: boolean;
  readonly segments: Segments;
}

export type PathGlobParse =
  | { readonly ok: true; readonly path: PathGlob }
  | { readonly ok: false; readonly message: string };

export function parsePathGlob(source: string): PathGlobParse {
  const isAbsolute = source.startsWith('/');
  const names = source.split('/').filter((segment) => segment !== '');
  const parse = parseSegments(names, { resolve: (list) => resolveDots(list, isAbsolute ? 'absolute' : 'relative') });
  if (!parse.ok) return parse;
  return { ok: true, path: { isAbsolute, isAnywhere: !isAbsolute && names[0] === '**', segments: parse.segments } };
}

export function matchesPath(
  { isAbsolute, isAnywhere, segments }: PathGlob,
  target: NormalTarget & { kind: 'path' },
): boolean {
  return (isAnywhere || isAbsolute === target.isAbsolute) && segments.matches(target.segments);
}

/** Resolves `.` and `..` as targets are; null where a `..` stands behind a wildcard. */
export function resolveDots(
  list: readonly (Segment | null)[],
  anchor: 'absolute' | 'relative',
): readonly (Segment | null)[] | null {
  const resolved: (Segment | null)[] = [];
  for (const segment of list) {
    if (segment?.literal === '.') continue;
    if (segment?.literal !== '..') {
      resolved.push(segment);
      continue;
    }
    const before = resolved.at(-1);
    if (before === null || before?.literal === null) return null;
    if (before !== undefined && before.literal !== '..') resolved.pop();
    else if (anchor === 'relative') resolved.push(segment);
  }
  return resolved;
}
