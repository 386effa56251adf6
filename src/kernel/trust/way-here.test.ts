import { expect, it } from 'vitest';
import { wayProblem } from './way-here.ts';

it.each([
  [undefined, null],
  [[], null],
  [['b', 'c'], null],
  [['aa', 'a '], null],
  [Array.from({ length: 7 }, (_, at) => `g${at}`), null],
  [Array.from({ length: 8 }, (_, at) => `g${at}`), 'came through 8 Gatehouses'],
  [['a'], '(a → a)'],
  [['b', 'a', 'c'], '(a → c → a)'],
  [['a', 'x\u001b[2J<b>', 'y'.repeat(900)], `(a → x??2J?b? → ${'y'.repeat(16)} → a)`],
  // Whoever is in the circle names the circle, however long the way was.
  [[...Array.from({ length: 20 }, (_, at) => `g${at}`), 'a'], '(a → a)'],
])('a way through %j is %j', (through, problem) => {
  const found = wayProblem(through === undefined ? {} : { through }, 'a');
  if (problem === null) expect(found).toBe(null);
  else expect(found?.reason).toContain(problem);
});
