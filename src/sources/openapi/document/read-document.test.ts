import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const minimal = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };

describe('the text of a document', () => {
  it('is read as JSON, with a byte order mark too, and as YAML', async () => {
    const yaml =
      'openapi: 3.0.1\ninfo: &i {title: T, version: "1"}\npaths:\n  /a:\n    get:\n      responses: {200: *i}\n';
    expect(await readDocument(`\uFEFF${JSON.stringify(minimal)}`, 'd')).toEqual(minimal);
    expect(await readDocument(yaml, 'd')).toEqual({
      openapi: '3.0.1',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { responses: { '200': { title: 'T', version: '1' } } } } },
    });
  });

  it.each([
    ['', /api\.json cannot be used: it is empty/],
    ['{"openapi":', /it is no JSON: /],
    ['[]', /it is no object/],
    ['a: [', /neither JSON nor YAML/],
    ['just words', /it is no object/],
    ['{"openapi":"3.0.0"}', /it has no paths \(at \/paths\)/],
    ['{"openapi":"3.0.0","paths":[]}', /it has no paths/],
    ['{"openapi":"4.0.0","paths":{}}', /version \(at \/openapi\) must be 3\.0 or 3\.1; it has "?\\?"4\.0\.0/],
    ['{"openapi":3,"paths":{}}', /must be 3\.0 or 3\.1; it has 3/],
    ['{"paths":{}}', /it has none/],
    ['{"swagger":"2.0","paths":{}}', /Swagger 2\.0 \(at \/swagger\).*Convert it first/],
  ])('that is none is told with the document and what to do: %j', async (text, message) => {
    await expect(readDocument(text, 'api.json')).rejects.toThrow(message);
  });

  it('is refused where it is too large, before it is parsed', async () => {
    await expect(readDocument(`{${' '.repeat(33 * 1024 * 1024)}`, 'd')).rejects.toThrow(/at most 33554432 are read/);
    await expect(readDocument(`a: ${'b'.repeat(11 * 1024 * 1024)}`, 'd')).rejects.toThrow(/Give it as JSON/);
  });

  it('cannot hold this process, however it is made', { timeout: 60_000 }, async () => {
    const bomb = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]`).join('\n');
    await expect(readDocument(`a0: &a0 x\n${bomb}\n`, 'd')).rejects.toThrow(/resource exhaustion/);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 20);
    const reading = readDocument('['.repeat(1 << 19).replace('[', '- ['), 'd').catch(String);
    const first = await Promise.race([reading, new Promise((resolve) => setTimeout(() => resolve('free'), 500))]);
    clearInterval(timer);
    expect(first === 'free' ? ticks : 1).toBeGreaterThan(0);
    expect(await reading).toMatch(/cannot be used/);
  });
});
