import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetBuckets } from './buckets.ts';
import { escapeGlob } from './escape-glob.ts';
import { normalTarget } from './target.ts';
import type { TargetKind } from './target.ts';
import { compileTargetGlob } from './target-glob.ts';

const compile = (source: string) => {
  const parse = compileTargetGlob(source);
  if (!parse.ok) throw new Error(parse.message);
  return parse.glob;
};

describe('escapeGlob', () => {
  it.each<[string, TargetKind | undefined, string]>([
    ['src/a.ts', undefined, 'src/a.ts'],
    ['*', undefined, '\\*'],
    ['**', 'command', '\\*\\*'],
    ['src/[a]{b}(c)!\\?', 'path', 'src/\\[a\\]\\{b\\}\\(c\\)\\!\\\\\\?'],
    ['!x', 'path', '\\!x'],
    ['https://a/x?q=1', undefined, 'https://a/x'],
    ['https://A:443/*', 'url', 'https://a/\\*'],
    ['https://[::1]/[a]', 'url', 'https://[::1]/\\[a\\]'],
    ['https://a/x', 'path', 'https\\://a/x'],
    ['https://a/x', 'command', 'https\\://a/x'],
    ['EXAMPLE.com:22', 'host', 'example.com:22'],
  ])('writes %j (%s) as %s', (text, kind, glob) => {
    expect(escapeGlob(text, kind)).toBe(glob);
    expect(compile(glob).literal).toBe(true);
  });

  const unit = fc.constantFrom(
    'a',
    'b',
    '*',
    '**',
    '/',
    '?',
    '[',
    ']',
    '!',
    '^',
    '-',
    '\\',
    '{',
    '}',
    '(',
    '+',
    '.',
    '..',
    ':',
    '://',
    'https://',
    'a.b',
    '%',
    '%2F',
    '%61',
    'é',
    '😀',
    '\n',
    ' ',
    '#',
    '@',
    '8443',
  );
  const text = fc.string({ unit, minLength: 1, maxLength: 8 });
  const kind = fc.constantFrom<(TargetKind | undefined)[]>(undefined, 'path', 'url', 'command', 'name');

  it('gives a glob that matches the text it was made of, and is found by it', () => {
    fc.assert(
      fc.property(text, kind, (source, as) => {
        const target = normalTarget(source, as);
        fc.pre(target.kind !== 'none');
        const glob = compile(escapeGlob(source, as));
        expect(glob.matches(target)).toBe(true);
        expect(targetBuckets(target).some((bucket) => glob.buckets.includes(bucket))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('gives a glob that matches nothing with another normal form', () => {
    fc.assert(
      fc.property(text, text, kind, (source, other, as) => {
        const target = normalTarget(other, as);
        fc.pre(target.kind !== 'none' && normalTarget(source, as).text !== target.text);
        expect(compile(escapeGlob(source, as)).matches(target)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('gives no glob for what no rule can name', () => {
    expect(compileTargetGlob(escapeGlob('')).ok).toBe(false);
    expect(compile(escapeGlob('https://a b/')).matches(normalTarget('https://a b/'))).toBe(false);
  });
});
