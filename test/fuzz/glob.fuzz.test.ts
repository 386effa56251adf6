// Fuzzes the globs of rules: against bash where both speak the same language, against a plain reading of paths, and against the clock.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTargetGlob, isAnyTarget, normalTarget, targetBuckets, type TargetGlob } from '../../src/text/index.ts';
import { fuzz, fuzzTestMs } from './fuzz.ts';

/** Null where the language refuses the pattern. */
function compiled(source: string): TargetGlob | null {
  const parse = compileTargetGlob(source);
  return parse.ok ? parse.glob : null;
}

/** Matches, and the index of rules would have found it. */
function matches(glob: TargetGlob, text: string, kind: 'name' | 'path' | 'url'): boolean {
  const target = normalTarget(text, kind);
  const isMatch = glob.matches(target);
  const isFound = targetBuckets(target).some((bucket) => glob.buckets.includes(bucket));
  expect(isMatch && !isFound, 'a match that the index misses').toBe(false);
  return isMatch;
}

const letters = fc.constantFrom('a', 'b', 'c', '-', '.', ' ', ']', '^', '!', '\n', '0');
const wild = fc.constantFrom(
  '*',
  '**',
  '?',
  '[abc]',
  '[a-c]',
  '[!a]',
  '[^b-]',
  '[]a]',
  '[!]]',
  '[\\]-a]',
  '[-c]',
  '\\*',
  '\\a',
);
const pattern = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: letters }, { weight: 3, arbitrary: wild }, fc.constantFrom('[', '\\', '(', '|')),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
/** Not empty: an empty text is no target at all. */
const subject = fc.array(letters, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));

type Pair = readonly [source: string, text: string];

/** One start of bash answers a whole batch: for each pair whether the text matches the pattern. */
function inBash(pairs: readonly Pair[]): readonly boolean[] {
  const script = `while IFS= read -r -d '' p && IFS= read -r -d '' s; do [[ $s == $p ]] && printf 1 || printf 0; done`;
  const input = pairs.flat().map((text) => `${text}\0`);
  const { stdout } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
    input: input.join(''),
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  return Array.from(stdout, (answer) => answer === '1');
}

it(
  'a glob for names matches what bash matches',
  async () => {
    const tried = await fuzz<readonly Pair[]>(
      fc.array<Pair>(fc.tuple(pattern, subject), { minLength: 200, maxLength: 400 }),
      (batch) => {
        const both = batch.filter(([source]) => compiled(source) !== null);
        const theirs = inBash(both);
        expect(theirs.length).toBe(both.length);
        const differ = both.filter(([source, text], at) => {
          const glob = compiled(source);
          return glob !== null && matches(glob, text, 'name') !== theirs[at];
        });
        expect(differ).toEqual([]);
      },
      {
        sharedBy: 3,
        corpus: [
          [
            ['[]-a]', '^'],
            ['[!]-a]', 'b'],
            ['a**b', 'a/b'],
            ['[a-c-]', '-'],
            ['\\[a]', '[a]'],
            ['*\n*', 'a\nb'],
          ],
        ],
      },
    );
    console.log(`glob for names: ${tried} batches of 200 to 400 pairs`);
    expect(tried).toBeGreaterThan(0);
  },
  fuzzTestMs,
);

const segment = fc.oneof(
  { weight: 2, arbitrary: fc.constant('**') },
  {
    weight: 5,
    arbitrary: fc.array(fc.oneof(fc.constantFrom('a', 'b', '.', '😀', 'ü'), wild), { minLength: 1, maxLength: 4 }),
  },
);
const pathGlob = fc
  .tuple(fc.constantFrom('', '/'), fc.array(segment, { minLength: 1, maxLength: 5 }))
  .map(([root, list]) => {
    return root + list.map((parts) => [parts].flat().join('')).join('/');
  });
const name = fc.array(fc.constantFrom('a', 'b', 'c', '.', '😀', 'ü', '*', ']'), { minLength: 1, maxLength: 4 });
const path = fc.tuple(fc.constantFrom('', '/'), fc.array(name, { minLength: 1, maxLength: 6 })).map(([root, list]) => {
  return root + list.map((parts) => parts.join('')).join('/');
});

/** The language as it is written down, read without a thought for speed: one regular expression for each segment. */
function reading(globs: readonly string[], names: readonly string[]): boolean {
  const [glob, ...rest] = globs;
  if (glob === undefined) return names.length === 0;
  const [first, ...others] = names;
  if (glob === '**') return reading(rest, names) || (first !== undefined && reading(globs, others));
  return first !== undefined && expression(glob).test(first) && reading(rest, others);
}

function expression(glob: string): RegExp {
  const source = glob.replaceAll(
    /\\(?<escaped>.)|\[(?<not>[!^]?)(?<members>\]?(?:\\.|[^\]])*)\]|(?<star>\*+)|(?<one>\?)|(?<plain>.)/gsu,
    (...found) => {
      // The groups come last, with the names above; one of them took part.
      const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
      if (groups['star'] !== undefined) return '.*';
      if (groups['one'] !== undefined) return '.';
      const { members } = groups;
      if (members === undefined) return quoted(groups['escaped'] ?? groups['plain'] ?? '');
      const inner = members.replaceAll(/\\(.)|([[\]^])/gsu, (_, escaped?: string, plain?: string) =>
        quoted(escaped ?? plain ?? ''),
      );
      return `[${groups['not'] === '' ? '' : '^'}${inner.replace(/^-/, '\\-').replace(/-$/, '\\-')}]`;
    },
  );
  return new RegExp(`^${source}$`, 'su');
}

function quoted(character: string): string {
  return /[\^$\\.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
}

it(
  'a glob for paths matches as a plain reading of its segments does',
  async () => {
    let compared = 0;
    const tried = await fuzz(
      fc.tuple(pathGlob, path),
      ([source, text]) => {
        const glob = compiled(source);
        const target = normalTarget(text, 'path');
        // Dots are resolved on both sides before anything is compared: that has tests of its own.
        const hasDots = source.split('/').some((part) => ['.', '..', '\\.', '\\..'].includes(part));
        if (glob === null || target.kind !== 'path' || hasDots) return;
        compared += 1;
        const isAnywhere = source.startsWith('**/') || isAnyTarget(source);
        const names = target.segments.filter((part) => part !== '');
        const expected =
          isAnyTarget(source) ||
          ((isAnywhere || source.startsWith('/') === target.isAbsolute) &&
            reading(
              source.split('/').filter((part) => part !== ''),
              names,
            ));
        expect(matches(glob, text, 'path'), `${source} and ${text}`).toBe(expected);
      },
      { sharedBy: 3 },
    );
    console.log(`glob for paths: ${tried} inputs, ${compared} compared`);
    expect(compared).toBeGreaterThan(tried / 10);
  },
  fuzzTestMs,
);

const long = fc.tuple(fc.constantFrom('a', 'ab', 'a/', 'aa/', 'a.', '😀', '\n'), fc.integer({ min: 1, max: 20_000 }));
const hostile = fc
  .tuple(
    fc.array(fc.oneof(wild, fc.constantFrom('a', '*a', 'a*', '**/', '/', '?*', 'https://', '.', ':')), {
      maxLength: 8,
    }),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([parts, times]) => parts.join('').repeat(times));
/** Far above what it takes on a busy machine, far below what backtracking takes. */
const longestMatchMs = 2_000;

it(
  'no glob throws, hangs or is missed by the index, whatever the pattern and the target',
  async () => {
    const kind = fc.constantFrom('name' as const, 'path' as const, 'url' as const);
    const source = fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.webUrl());
    const text = fc.oneof(
      long.map(([piece, times]) => piece.repeat(times)),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    );
    const tried = await fuzz(
      fc.tuple(source, text, kind),
      ([from, to, of]) => {
        const start = performance.now();
        const glob = compiled(from);
        if (glob !== null) matches(glob, to, of);
        expect(performance.now() - start).toBeLessThan(longestMatchMs);
      },
      { sharedBy: 3 },
    );
    console.log(`hostile globs: ${tried} inputs`);
    expect(tried).toBeGreaterThan(0);
  },
  fuzzTestMs,
);
