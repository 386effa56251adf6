import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

function read(chunks: readonly Uint8Array[], maxBytes = 1_000): { readonly lines: string[]; readonly long: number[] } {
  const lines: string[] = [];
  const long: number[] = [];
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => lines.push(line),
    onLongLine: (bytes) => long.push(bytes),
  });
  for (const chunk of chunks) reader.push(chunk);
  return { lines, long };
}

it('gives each line once, wherever the chunks are cut', () => {
  const text = fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/[\n\r]/g, ' ').toWellFormed());
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 7 }), (given, size) => {
      const bytes = Buffer.from(given.map((line) => `${line}\n`).join(''));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(read(chunks).lines).toEqual(given);
    }),
  );
});

it('keeps nothing of a line that is too long but its length, and reads on behind it', () => {
  const chunks = [...Array.from({ length: 100 }, () => Buffer.alloc(100, 'x')), Buffer.from('\nshort\n')];
  expect(read(chunks)).toEqual({ lines: ['short'], long: [10_000] });
});

it('gives what is no UTF-8 with replacement characters, and no line that has not ended', () => {
  expect(read([Buffer.from([0xff, 0x61, 0x0a]), Buffer.from('open')]).lines).toEqual(['\ufffda']);
});
