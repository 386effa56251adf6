import { describe, expect, it } from 'vitest';
import { createSchemas } from './compile.ts';
import { loadPatternJudge } from './usable-pattern.ts';

describe('the pattern of a foreign schema', () => {
  it.each([
    ['^[a-z]{1,20}$', true],
    ['', true],
    ['^(?!a)b$', true],
    ['(a)\\1', false],
    ['a(?=b)', false],
    ['[', false],
    ['x'.repeat(20_000), false],
    ['(?:a{4000}){4000}', false],
  ])('%j is usable: %j, as the schema that holds it is', async (pattern, expected) => {
    const judge = await loadPatternJudge();
    expect([judge(pattern), judge(pattern)]).toEqual([expected, expected]);
    const compiled = await createSchemas()
      .compile('key', { type: 'object', properties: { a: { type: 'string', pattern } } })
      .then(
        () => true,
        () => false,
      );
    expect(compiled).toBe(expected);
  });
});
