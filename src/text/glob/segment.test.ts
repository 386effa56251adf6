import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSegment } from './segment.ts';

const segment = (source: string) => {
  const parse = parseSegment(source);
  if (!parse.ok) throw new Error(parse.message);
  return parse.segment;
};

describe('segments', () => {
  it.each([
    ['a', ['a'], ['', 'b', 'aa', 'A']],
    ['', [''], ['a']],
    ['*', ['', 'a', '.a', 'a\nb', '😀', ' '], []],
    ['**', ['', 'abc'], []],
    ['a*', ['a', 'ab', 'a\n'], ['', 'ba']],
    ['*a', ['a', 'ba', 'aa'], ['', 'ab']],
    ['a*b', ['ab', 'axb', 'abab'], ['a', 'b', 'aba']],
    ['a*a', ['aa', 'aba'], ['a', '']],
    ['*ab*ab*', ['abab', 'xabyabz'], ['ab', 'aab', 'aba']],
    ['?', ['a', '😀', '\n', '.', 'é'], ['', 'ab', 'e\u0301']],
    ['?*?', ['ab', 'abc', '😀x'], ['a', '😀', '']],
    ['*?*?', ['ab', '😀😀'], ['a', '😀']],
    ['*[bc]?', ['xbz', 'bz', 'bbb', 'c😀'], ['b', 'xbzz', 'az']],
    ['*a?c*[0-9]', ['abc1', 'xxazcyy9', 'aacabc0'], ['abc', 'ac1', 'abca']],
    ['[abc]', ['a', 'c'], ['d', '', 'ab', '[abc]']],
    ['[a-c]', ['a', 'b', 'c'], ['-', 'd', 'B']],
    ['[!a-c]', ['d', '-', '😀', '\n', '!'], ['a', 'b', '']],
    ['[^a]', ['b', '^'], ['a', '']],
    ['[a^]', ['a', '^'], ['b']],
    ['[a!]', ['a', '!'], ['b']],
    ['[]a]', [']', 'a'], ['[]a]', 'b']],
    ['[!]]', ['a', '['], [']']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[\\]\\\\]', [']', '\\'], ['a']],
    ['[\\a-\\c]', ['b'], ['\\', '-']],
    ['[*?]', ['*', '?'], ['a']],
    ['[{}(]', ['{', '}', '('], ['a']],
    ['[😀-😂]', ['😁'], ['a', '\ud83d']],
    ['\\*', ['*'], ['a', '\\*']],
    ['\\[a]', ['[a]'], ['a']],
    ['\\{a,b\\}', ['{a,b}'], ['a']],
    ['\\😀', ['😀'], ['\\😀']],
    ['a\\?b*', ['a?b', 'a?bc'], ['axb']],
    ['+\\(a)', ['+(a)'], ['a']],
    ['f(1).txt', ['f(1).txt'], []],
  ])('%s matches what it says', (source, matching, other) => {
    for (const text of matching) expect([text, segment(source).matches(text)]).toEqual([text, true]);
    for (const text of other) expect([text, segment(source).matches(text)]).toEqual([text, false]);
  });

  it.each([
    '[',
    '[a',
    '[!',
    '[]',
    '[!]',
    '[a-',
    '[\\',
    '[\\]',
    'x[a',
    '[z-a]',
    '[[:alpha:]]',
    '[[.a.]]',
    '[[=a=]]',
    '\\',
    'a\\',
    '{',
    '}',
    '{a,b}',
    '?(a)',
    '*(a)',
    '+(a)',
    '@(a)',
    '!(a)',
    'a!(b)',
  ])('refuses %s instead of guessing', (source) => {
    expect(parseSegment(source).ok).toBe(false);
  });

  it.each([
    ['a\\*b', 'a*b', 'a*b'],
    ['a*b', null, 'a'],
    ['ab?c', null, 'ab'],
    ['[a]b', null, ''],
    ['*', null, ''],
  ])('%s has the literal text %j and begins with %j', (source, literal, prefix) => {
    expect(segment(source)).toMatchObject({ literal, prefix });
  });

  it('matches as a plain recursive reading does', () => {
    const source = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '😀'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀', '\n'), maxLength: 10 });
    fc.assert(
      fc.property(source, text, (pattern, candidate) => {
        expect(segment(pattern).matches(candidate)).toBe(
          reading(pattern.match(/\[!?[^\]]+\]|./gsu) ?? [], Array.from(candidate)),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    '*a*a*a*a*a*a*a*a*a*a*b',
    '*[a]*[a]*[a]*[a]*[a]*[a]*[a]*[a]*[a]*b',
    '*?*?*?*?*?*?*?*?*?*?b',
    '*a?a?a?a*a?a?a?a*a?a?a?ab',
  ])('%s does not hang on a long text', (source) => {
    const start = performance.now();
    expect(segment(source).matches('a'.repeat(500_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

/** Exponential and obvious. */
function reading(items: readonly string[], characters: readonly string[]): boolean {
  const [item, ...rest] = items;
  if (item === undefined) return characters.length === 0;
  if (item === '*') return reading(rest, characters) || (characters.length > 0 && reading(items, characters.slice(1)));
  const [character, ...others] = characters;
  if (character === undefined) return false;
  const isTaken =
    item === '?' ||
    item === character ||
    (item === '[ab]' && 'ab'.includes(character)) ||
    (item === '[!a]' && character !== 'a');
  return isTaken && reading(rest, others);
}
