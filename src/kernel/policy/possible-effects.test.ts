import { describe, expect, test } from 'vitest';
import { cellEffect, cellFacts, possibleEffects } from './possible-effects.ts';
import type { Cell } from './tool-mode.ts';

const cell: Cell = {
  cases: [
    { when: { zone: ['silent'], shape: ['small', 'tiny'] }, effect: 'ALLOW' },
    { when: { zone: ['closed'] }, effect: 'DENY' },
  ],
  otherwise: 'ASK',
};

describe('a cell of the mode table', () => {
  test.each<[string, Record<string, readonly string[] | null>, readonly string[]]>([
    ['the first case holds', { zone: ['silent'], shape: ['tiny'] }, ['ALLOW']],
    ['one condition of a case fails', { zone: ['silent'], shape: ['huge'] }, ['ASK']],
    ['the second case holds', { zone: ['closed'], shape: ['tiny'] }, ['DENY']],
    ['no case holds', { zone: ['open'], shape: ['tiny'] }, ['ASK']],
    ['one fact is unknown', { zone: ['silent'], shape: null }, ['ALLOW', 'ASK']],
    ['the deciding fact is unknown', { zone: null, shape: ['tiny'] }, ['ALLOW', 'ASK', 'DENY']],
    ['a fact nobody reported is unknown', { zone: [], shape: ['tiny'] }, ['ALLOW', 'ASK', 'DENY']],
    ['targets differ in a fact', { zone: ['silent', 'closed'], shape: ['tiny'] }, ['ALLOW', 'ASK', 'DENY']],
    ['targets agree in a fact', { zone: ['silent', 'silent'], shape: ['tiny', 'small'] }, ['ALLOW']],
    ['an unknown fact that a failed condition makes idle', { zone: ['open'], shape: null }, ['ASK']],
  ])('when %s', (_, facts, expected) => {
    expect(possibleEffects(cell, (name) => facts[name] ?? null)).toEqual(expected);
  });

  test('counts as the strictest of what is possible', () => {
    expect(cellEffect(cell, () => null)).toBe('DENY');
    expect(cellEffect('ALLOW', () => null)).toBe('ALLOW');
  });

  test('names the facts it asks for, each once', () => {
    expect(cellFacts(cell)).toEqual(['zone', 'shape']);
    expect(cellFacts('ASK')).toEqual([]);
  });
});
