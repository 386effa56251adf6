import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellVectors } from '../../scripts/vectors/shell.ts';

test('the shell vectors come out as stated, and at most 3 in 100 harmless commands are asked about', async () => {
  const results = await shellVectors(join(import.meta.dirname, 'shell.dev.jsonl'));
  expect(results.filter((result) => !result.passed)).toEqual([]);
  expect(results).toHaveLength(590);
  const harmless = results.filter(({ isNuisance }) => isNuisance !== undefined);
  expect(harmless).toHaveLength(101);
  expect(harmless.filter(({ isNuisance }) => isNuisance === true).length / harmless.length).toBeLessThanOrEqual(0.03);
});
