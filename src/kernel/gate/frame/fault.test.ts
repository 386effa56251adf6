import { expect, it } from 'vitest';
import { faultText } from './fault.ts';

it('leaves no half of a word where it cuts, since half a secret is not found', () => {
  const token = `ghp_${'aB3'.repeat(12)}`;
  for (let before = 3_960; before < 4_000; before++) {
    const text = faultText(new Error(`${'x'.repeat(before - 1)} ${token} and what follows`));
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text.includes(token) || !text.includes('ghp_')).toBe(true);
  }
  expect(faultText('a short one')).toBe('a short one');
  expect(faultText('x'.repeat(5_000))).toHaveLength(4_000);
});
