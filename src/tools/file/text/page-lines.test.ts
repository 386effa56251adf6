import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestLine, readPage } from './page-lines.ts';
import { textFormOf } from './text-encoding.ts';

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  // Lent, as the files port lends its chunks: the same memory again and again.
  const lent = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = Math.min(size, bytes.length - at);
    lent.set(bytes.subarray(at, at + length));
    yield lent.subarray(0, length);
    lent.fill(0x3f);
  }
}

async function page(bytes: Uint8Array, [offset, limit]: readonly [number, number], size = 7) {
  const form = textFormOf(bytes);
  if (form === null) throw new Error('no text');
  return readPage(chunked(bytes, size), { form, offset, limit });
}

const text = (string: string) => Buffer.from(string, 'utf8');

describe('a page of lines', () => {
  it('is what splitting the whole text gives, however the bytes arrive', async () => {
    const piece = fc.constantFrom('a', 'é', '漢', '😀', '\n', '\r\n', ' ', '\uFEFF');
    const content = fc.array(piece, { maxLength: 40 }).map((pieces) => `x${pieces.join('')}`);
    const encodings = fc.constantFrom('utf8', 'utf8 mark', 'utf16le', 'utf16be');
    await fc.assert(
      fc.asyncProperty(content, encodings, fc.nat(8), fc.integer({ min: 1, max: 5 }), async (...drawn) => {
        const [string, encoding, offset, limit] = drawn;
        const all = string.replaceAll('\r\n', '\n').split('\n');
        const lines = all.at(-1) === '' ? all.slice(0, -1) : all;
        const result = await page(encoded(string, encoding), [offset, limit], 1 + (string.length % 5));
        expect(result.lines).toEqual(lines.slice(offset, offset + limit));
        expect(result.total).toBe(lines.length);
        expect(result.endsWithNewline).toBe(all.at(-1) === '');
      }),
    );
  });

  function encoded(string: string, encoding: string): Uint8Array {
    if (encoding === 'utf8') return text(string);
    if (encoding === 'utf8 mark') return text(`\uFEFF${string}`);
    const wide = Buffer.from(`\uFEFF${string}`, 'utf16le');
    return encoding === 'utf16be' ? wide.swap16() : wide;
  }

  it('of an empty file has no lines', async () => {
    expect(await page(text(''), [0, 10])).toMatchObject({ lines: [], total: 0, endsWithNewline: false });
    expect(await page(text('\n'), [0, 10])).toMatchObject({ lines: [''], total: 1, endsWithNewline: true });
  });

  it('cuts a long line at a character and says how long it was', async () => {
    const long = '😀'.repeat(longestLine);
    const { lines, cut } = await page(text(`a\n${long}\nb\n`), [0, 10], 1_000);
    expect(lines[0]).toBe('a');
    expect(lines[1]?.length).toBeLessThanOrEqual(longestLine);
    expect(lines[1]?.isWellFormed()).toBe(true);
    expect(long.startsWith(lines[1] ?? '?')).toBe(true);
    expect(cut).toEqual([{ line: 2, bytes: longestLine * 4 }]);
  });

  it('cuts a line of 8000 two-byte characters, which is kept whole in bytes', async () => {
    const { lines, cut } = await page(text('é'.repeat(3_000)), [0, 10]);
    expect(lines[0]).toBe('é'.repeat(longestLine));
    expect(cut).toEqual([{ line: 1, bytes: 6_000 }]);
  });

  it('reads bytes that are no UTF-8 as windows-1252', async () => {
    const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a]);
    expect(await page(bytes, [0, 10])).toMatchObject({ lines: ['café €'], form: { encoding: 'windows-1252' } });
  });
});
