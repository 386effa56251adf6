import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it.each([
  [0, '0 matches'],
  [1, '1 match'],
  [2, '2 matches'],
  [12_345, '12,345 matches'],
])('counts %d', (count, text) => {
  expect(counted(count, 'match', 'matches')).toBe(text);
});

it('adds an s where no plural is given', () => {
  expect([counted(1, 'byte'), counted(3, 'byte')]).toEqual(['1 byte', '3 bytes']);
});
