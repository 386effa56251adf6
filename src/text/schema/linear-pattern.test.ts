import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './linear-pattern.ts';
import { createWorkBudget } from './work-budget.ts';

function compile(pattern: string) {
  const budget = createWorkBudget();
  budget.reset(Number.POSITIVE_INFINITY);
  return compilePattern(pattern, { engine: RE2JS, budget });
}

/** What JavaScript says, in the newer grammar where the pattern is one of it. */
function expected(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return new RegExp(pattern).test(text);
  }
}

const texts = [
  '',
  'a',
  'b',
  'ab',
  'ba',
  'aab',
  'abc',
  'A',
  'é',
  'ß',
  '中',
  '😀',
  'a😀b',
  '0',
  '42',
  '-1',
  'a-b',
  'a_b',
  'a.b',
  'a b',
  ' ',
  '\t',
  '\n',
  'a\n',
  'a\rb',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\v',
  '\0',
  '\u0008',
  '[',
  ']',
  '[]',
  ':a]',
  'a]',
  '{',
  '}',
  '{2}',
  'a{,2}',
  '(',
  '/',
  '\\',
  '^',
  '$',
  'foo',
  'foo bar',
  'admin',
  'administrator',
  'user',
  'Passw0rd!',
  'password',
  'x@y.z',
  '2024-01-31',
  'A1b2C3d4',
  'α',
  'k',
  'z',
  'A]',
  'Q.E',
  'cA',
  '\u0001',
];

const patterns = [
  // What nearly every schema has.
  '^a$', 'a', '^[a-z]+$', '^[a-z0-9_-]{1,64}$', '^\\d{4}-\\d{2}-\\d{2}$', '\\S', '^\\S+$', '^.*$', '^.+$', '^[^\\s]+$', '^[^/]+$', '^(a|b)+$', '^\\w+$',
  '\\bfoo\\b', '\\Ba', '^(?:foo|bar)( (?:foo|bar))*$', 'a|b|c', '^$', '', '(?:)', '^a?b?c?$', '^a*?b$', '^a{2}?b$', '^[A-Za-z]{1,3}?$',
  // Looking ahead from the start.
  '^(?!admin$).+$', '^(?!admin).*$', '^(?!.*\\.\\.)[a-z.@]+$', '^(?=.*[A-Z])(?=.*\\d)(?=.*[a-z]).{8,}$', '^(?!(?:a|b)$)[a-z]+$', '^(?=a)', '^(?!\\s*$).+',
  '^(?=(a|b))(?![^a])[ab]+$', '^(?=[)])', '^(?!\\))a',
  // Looking back.
  '(?<=a)b', '(?<!a)b',
  // Counts.
  '^.{1,2000}$', '^.{0,100000}$', '^a.{0,3}b$', '^a[ab]{1000,1500}[ab]$', '^a{2}b{1,2}$', '^a{2}?$', '^a[ab]{2}?b$',  '^[a-z]{1001}$', '^[a-z][a-z0-9]{0,2047}$', 'a{0,3000}?b', '^(?:ab?){1,1500}$', '^a{0,5000}$|^b$', '^a{1001,}$', '^.{2,}$', 'a{0}b',
  // Brackets.
  '[]', '[^]', '[[:alpha:]]', '[[]', '[\\]]', '[\\[\\]]', '^[\\w.-]+$', '[\\b]', '[\\s]', '^[^\\s]*$', '[a&&b]', '[\\d-x]', '[^\\n]', '[(]', '[{1,2}]', '[\\^a]',
  // Escapes.
  '\\x41', '\\u0041', '\\u{1F600}', '\\uD83D\\uDE00', '[\\uD83D\\uDE00]', '[\\u{1F600}-\\u{1F64F}]', '\\cA', '\\0', '\\t', '\\v', '\\/', '\\.', '\\$', '\\^', '\\\\', '\\{2\\}',
  '^\\p{L}+$', '\\p{Lu}', '\\P{L}', '\\p{Script=Greek}', '[\\p{L}\\d]', '\\p{Script=Han}',
  // The older grammar.
  '\\-', '\\_', '\\é', '\\A', '\\z', '\\Z', '\\Q.\\E', '\\h', '\\a', '\\e', '\\i', 'a{,2}', '{', '}', ']', 'a{', '^[\\w-.]+$', '\\u', '\\x',
  // Groups.
  '(?<year>\\d{4})', '(?<$x>a)', '(?:a)', '((a)(b))', '(?i:A)b',
]; // prettier-ignore

describe('a pattern of a schema', () => {
  it.each(patterns.map((pattern) => [pattern]))('matches as in JavaScript: %j', (pattern) => {
    const compiled = compile(pattern);
    const more = ['a', 'ab', 'a1', '😀'].flatMap((unit) =>
      [999, 1000, 1001, 1500, 2000, 2001, 2048].map((count) => unit.repeat(count)),
    );
    const wrong = [...texts, ...more].filter((text) => compiled.test(text) !== expected(pattern, text));
    expect(wrong.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it('matches as in JavaScript, whatever its parts', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '[^a]',
      '.',
      '\\w',
      '\\s',
      '\\d',
      '(?:a|b)',
      '(ab)',
      '\\b',
      '😀',
      '[a-c😀]',
      '\\S',
      '\\.',
      '^',
      '$',
    );
    const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '{0,1200}');
    const part = fc.tuple(atom, count).map(([what, times]) => (/^(?:\\b|\^|\$)$/.test(what) ? what : what + times));
    const body = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const pattern = fc
      .tuple(fc.constantFrom('', '^', '^(?!ab)', '^(?=.*b)', '^(?!a)(?=.?b)'), body)
      .map(([start, rest]) => start + rest);
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '😀', '.'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, inputs) => {
        const compiled = compile(source);
        for (const input of inputs)
          expect([source, input, compiled.test(input)]).toEqual([source, input, expected(source, input)]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['(a+)+$', 'a'],
    ['^(a|aa)+$', 'a'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
    ['(x+x+)+y', 'x'],
    ['^(?!(a+)+$)a', 'a'],
    ['^(.*)*$', 'a'],
    ['^(a?){50}a{50}$', 'a'],
    ['\\s+$', ' '],
    ['(?<=(a+)+)b', 'a'],
  ])('takes no longer than the text is long: %s', (pattern, unit) => {
    const compiled = compile(pattern);
    const text = `${unit.repeat(50_000)}!`;
    const started = performance.now();
    compiled.test(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it.each([
  ['(a)\\1', /refers back/],
  ['(?<n>a)\\k<n>', /refers back/],
  ['a(?=b)', /looks ahead elsewhere/],
  ['^(?:(?!a).)*$', /looks ahead elsewhere/],
  ['^(?!a(?=b))c', /looks ahead elsewhere/],
  ['^(?!a)b|c', /one of several branches/],
  ['(', /no regular expression/],
  ['(?P<n>a)', /no regular expression/],
  ['(?i)a', /no regular expression/],
  ['a{0,1000000}b', /up to 1000000 times/],
  ['(?:a{0,1000}){0,1000}', /too large|repeat count/],
  ['('.repeat(600) + 'a' + '){1001}'.repeat(600), /repeats too much|too deeply/],
  ['(a'.repeat(2_000) + ')*'.repeat(2_000), /deep/],
  [`^${'a'.repeat(10_000)}$`, /longer than 10000/],
])('refuses with the reason what cannot be checked in linear time: %j', (pattern, reason) => {
  expect(() => compile(pattern)).toThrow(reason);
  expect(() => compile(pattern)).toThrow(TypeError);
});

it('cuts a long pattern in its message', () => {
  expect(() => compile(`(?=${'a'.repeat(5_000)})`)).toThrow(/^.{0,200}$/);
});

it('pays for the length of the text and the size of the pattern', () => {
  const budget = createWorkBudget();
  const compiled = compilePattern('^(?:a?){0,1000}a{1000}$', { engine: RE2JS, budget });
  budget.reset(100_000);
  expect(() => compiled.test('a'.repeat(50_000))).toThrow(/costs too much/);
  budget.reset(100_000);
  expect(compiled.test('a')).toBe(false);
});
