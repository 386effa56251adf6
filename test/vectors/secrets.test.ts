import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secretVectors } from '../../scripts/vectors/secrets.ts';

test('no secret of the vectors survives, whole or in pieces, and what looks like one stays byte for byte', async () => {
  const results = await secretVectors(join(import.meta.dirname, 'secrets.dev.jsonl'));
  expect(results.filter((result) => !result.passed)).toEqual([]);
  expect(results).toHaveLength(176);
}, 60_000);
