import { expect, it } from 'vitest';
import { loadPatterns } from './load-patterns.ts';

const { compile } = await loadPatterns();

it.each([
  ['rm', 'stream_rm_all', true],
  ['^stream_(rm|edit)$', 'stream_edit', true],
  ['(?i)^STREAM', 'stream_ls', true],
  ['^$', 'x', false],
])('finds %s in %s: %s', (pattern, text, isFound) => {
  expect(compile(pattern)(text)).toBe(isFound);
});

it.each(['(', '[a', 'a(?=b)', '(a)\\1', '*'])('says why %s is no pattern', (pattern) => {
  expect(() => compile(pattern)).toThrow(/\w/);
});

it('takes no longer for a pattern that other engines try in every way', () => {
  const start = performance.now();
  expect(compile('^(a+)+$')(`${'a'.repeat(20_000)}b`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2_000);
});
