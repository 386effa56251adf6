import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatVectors } from '../../scripts/vectors/formats.ts';

test('schemas as they are found go out in the request of every provider', async () => {
  const results = await formatVectors(join(import.meta.dirname, 'formats'));
  expect(results.filter((result) => !result.passed)).toEqual([]);
  expect(results).toHaveLength(7);
  expect(results[0]?.why).toBe('46 tools, 32 of them with their schema as it is');
});

test('a folder without tools is none', async () => {
  await expect(formatVectors(join(import.meta.dirname, '../fuzz'))).rejects.toThrow('holds no tools.jsonl');
});
