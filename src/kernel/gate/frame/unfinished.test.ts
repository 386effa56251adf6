import { expect, it } from 'vitest';
import { createUnfinished } from './unfinished.ts';

it('writes each once and in order, however many settle at the same time', async () => {
  const unfinished = createUnfinished();
  const written: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    unfinished.add(async () => {
      await Promise.resolve();
      written.push(name);
    });
  }
  await Promise.all([unfinished.settle(), unfinished.settle(), unfinished.settle()]);
  await unfinished.settle();
  expect(written).toEqual(['a', 'b', 'c']);
});

it.each([
  ['rejects', () => Promise.reject(new Error('away'))],
  [
    'throws',
    () => {
      throw new Error('away');
    },
  ],
])('keeps what could not be written, and what comes after it, where the store %s', async (_how, away) => {
  const unfinished = createUnfinished();
  const written: string[] = [];
  let isAway = true;
  unfinished.add(async () => void written.push('first'));
  unfinished.add(async () => (isAway ? away() : void written.push('second')));
  unfinished.add(async () => void written.push('third'));
  for (let tries = 0; tries < 3; tries += 1) await expect(unfinished.settle()).rejects.toThrow('away');
  expect(written).toEqual(['first']);
  isAway = false;
  await unfinished.settle();
  expect(written).toEqual(['first', 'second', 'third']);
});
