import { expect, it } from 'vitest';
import { createDenialCounts } from './denial-counts.ts';

it('counts each session for itself', () => {
  const counts = createDenialCounts();
  expect(['a', 'b', 'a', '__proto__', 'a', '__proto__'].map((session) => counts.add(session))).toEqual([
    1, 1, 2, 1, 3, 2,
  ]);
});

it('forgets the session that was denied nothing for the longest time, and never one that is denied all the time', () => {
  const counts = createDenialCounts();
  counts.add('quiet');
  for (let n = 0; n < 20_000; n += 1) {
    counts.add(`session-${n}`);
    if (n % 5_000 === 0) counts.add('busy');
  }
  expect(counts.add('busy')).toBe(5);
  expect(counts.add('quiet')).toBe(1);
});
