import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathVectors, takesRoot } from '../../scripts/vectors/paths.ts';

test('the path vectors come out as stated', async () => {
  const results = await pathVectors(join(import.meta.dirname, 'paths.dev.jsonl'));
  const differing = results.filter((result) => !result.passed);
  // Devices take root to make; as root there are no such cases.
  expect(differing.filter(({ got }) => got !== takesRoot)).toEqual([]);
  expect(differing.length === 0 || process.getuid?.() !== 0).toBe(true);
  expect(results).toHaveLength(138);
});
