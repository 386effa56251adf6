import { join } from 'node:path';
import { expect, test } from 'vitest';
import { policyVectors } from '../../scripts/vectors/policy.ts';

test('the policy vectors come out as stated', async () => {
  const results = await policyVectors(join(import.meta.dirname, 'policy.dev.jsonl'));
  expect(results.filter((result) => !result.passed)).toEqual([]);
  expect(results).toHaveLength(156);
});
