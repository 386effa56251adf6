import { expect, it } from 'vitest';
import { createSchemas } from './compile.ts';

const schemas = createSchemas();

async function isOf(format: string, text: string): Promise<boolean> {
  const check = await schemas.compile(`format:${format}`, { type: 'string', format });
  return check(text).length === 0;
}

it.each([
  ['date', '2024-02-29', '2023-02-29'],
  ['date-time', '2024-02-29T10:00:00Z', '2024-02-29 10h'],
  ['time', '10:00:00Z', '25:00:00Z'],
  ['duration', 'P1DT2H', '1 day'],
  ['email', 'a.b@example.org', 'a@b@c'],
  ['hostname', 'a.example.org', '-a.example'],
  ['ipv4', '127.0.0.1', '256.0.0.1'],
  ['ipv6', '::1', ':::'],
  ['uri', 'mailto:a@example.org', 'no scheme'],
  ['uri-reference', '/a/b?c#d', 'a b'],
  ['url', 'https://example.org/a?b', 'javascript:alert(1)'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
  ['regex', '^[\\w-.]+$', '('],
  ['json-pointer', '/a~1b', 'a'],
  ['byte', 'YWJj', 'YW@j'],
])('checks %s', async (format, right, wrong) => {
  expect([await isOf(format, right), await isOf(format, wrong)]).toEqual([true, false]);
});

it.each(['constructor', '__proto__', 'toString', 'isPrototypeOf', 'color'])(
  'takes anything for the unknown format %s',
  async (format) => {
    expect(await isOf(format, 'anything')).toBe(true);
  },
);

it.each(['int32', 'int64', 'float', 'double'])('takes numbers of the format %s', async (format) => {
  const check = await schemas.compile(`number:${format}`, { type: 'number', format });
  expect([check(5), check(5.5)].map((problems) => problems.length)).toEqual([0, format.startsWith('int') ? 1 : 0]);
});

it('takes a long data: URL, and an encoded file', async () => {
  const base64 = 'QUJD'.repeat(100_000);
  expect(await isOf('uri', `data:image/png;base64,${base64}`)).toBe(true);
  expect(await isOf('uri', `data: image/png;base64,${base64}`)).toBe(false);
  expect(await isOf('uri-reference', `#${'a'.repeat(100_000)}`)).toBe(true);
  expect(await isOf('byte', base64)).toBe(true);
});

const formats = [
  'date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference', 'uri-template', 'url', 'uuid', 'regex',
  'json-pointer', 'relative-json-pointer', 'json-pointer-uri-fragment', 'byte', 'iso-time', 'iso-date-time',
]; // prettier-ignore

/** Beginnings that lead a regular expression deep into a format, and what it then finds over and over. */
const starts = ['', 'http://', 'http://a:', 'a@', 'mailto:', 'P', '{'];
const units = ['a', 'a.', 'a-', '1', '1.', '::', ':a', '%41', '/', '~0', '{a}', '(a', '[a', '=', 'A', 'a@', '0:', '\n'];

it.each(formats)('answers soon for %s, whatever the text and its length', async (format) => {
  const check = await schemas.compile(`format:${format}`, { type: 'string', format });
  let slowest = 0;
  for (const start of starts) {
    for (const unit of units) {
      for (const chars of [8_000, 100_000]) {
        const text = `${start}${unit.repeat(chars / unit.length)}\0`;
        const started = performance.now();
        check(text);
        slowest = Math.max(slowest, performance.now() - started);
      }
    }
  }
  expect(slowest).toBeLessThan(1_000);
});
