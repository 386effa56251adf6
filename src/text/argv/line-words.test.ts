import { describe, expect, it } from 'vitest';
import { lineWords } from './line-words.ts';

describe('the words of a line with arguments', () => {
  const words = ['git', { pointer: '/args' }, { pointer: '/prompt' }];
  it.each([
    [{ args: ['log', '-1'], prompt: 'x y' }, ['git', 'log', '-1', 'x y']],
    [{ prompt: '' }, ['git', '']],
    [{ args: null, prompt: 'x' }, ['git', 'x']],
    [{ args: ['a', 1, true], prompt: 'x' }, ['git', 'a', '1', 'true', 'x']],
    [{ args: ['a', null], prompt: 'x' }, null],
    [{ args: [['a']], prompt: 'x' }, null],
    [{ prompt: { a: 'b' } }, null],
  ])('of %j are %j', (args, expected) => {
    expect(lineWords(words, args)).toEqual(expected);
  });

  it('joins texts and arguments to one word, which a list cannot be a part of', () => {
    const joined = [{ parts: ['--at=', { pointer: '/at' }, ' or ', { pointer: '/n' }] }];
    expect(lineWords(joined, { at: 'a b', n: 12 })).toEqual(['--at=a b or 12']);
    expect(lineWords(joined, {})).toEqual(['--at= or ']);
    expect(lineWords(joined, { at: ['a', 'b'] })).toBeNull();
  });
});
