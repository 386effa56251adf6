import { describe, expect, it } from 'vitest';
import { nearestLine } from './nearest-line.ts';

const text = ['function first() {', '\treturn 1;', '}', 'const second = 2;', 'export { second };'].join('\n');

describe('the nearest line', () => {
  it.each([
    ['  return 1;', { line: 2, text: '\treturn 1;', differsInSpace: true }],
    ['\n\nconst secnd = 2;\nmore', { line: 4, text: 'const second = 2;', differsInSpace: false }],
  ])('to %j', (wanted, expected) => {
    expect(nearestLine(text, wanted)).toEqual(expected);
  });

  it.each(['zzzz qqqq', '', '\n  \n', 'x'])('to %j is none', (wanted) => {
    expect(nearestLine(text, wanted)).toBeNull();
  });

  it('is found in a large file in time', () => {
    const large = Array.from({ length: 50_000 }, (_, index) => `const value${index} = compute(${index}, 'text');`).join(
      '\n',
    );
    const start = performance.now();
    expect(nearestLine(large, "const valu49999 = compute(49999, 'text')")?.line).toBe(50_000);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
