import { describe, expect, it } from 'vitest';
import { lineWords } from './line-words.ts';

describe('the words of a line with arguments', () => {
  const words = ['git', { pointer: '/args' }, { pointer: '/prompt' }];
  it.each([
    [{ args: ['log', '-1'], prompt: 'x y' }, ['git', 'log', '-1', 'x y']],
    [{ prompt: '' }, ['git', '']],
    [{ args: null, prompt: 'x' }, ['git', 'x']],
    [{ args: ['a', 1], prompt: 'x' }, null],
    [{ args: [['a']], prompt: 'x' }, null],
    [{ prompt: { a: 'b' } }, null],
  ])('of %j are %j', (args, expected) => {
    expect(lineWords(words, args)).toEqual(expected);
  });
});
