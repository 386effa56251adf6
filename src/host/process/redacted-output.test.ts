import { describe, expect, it } from 'vitest';
import { createSecretPatterns, createStreamRedactor, createTextSearch, type SearchedText } from '../../text/index.ts';
import { createRedactedOutput, redactionFor } from './redacted-output.ts';

const patterns = createSecretPatterns();
// As the redactor knows a registered value: here as the bytes it is sent in.
const door = Buffer.from('Größe-ß-secret-0815').toString('latin1');
const search = createTextSearch(new Map([[door, 'DOOR']]));
const redactor = {
  stream: () =>
    createStreamRedactor({
      longest: () => ({ ofLine: door.length, ofLines: 0 }),
      find(searched: SearchedText) {
        const found = patterns.find(searched);
        const spans = [...found.spans];
        search.visit(searched.text, 0, (start, name, end) => spans.push({ start, end, name }));
        return { ...found, spans };
      },
    }),
};
const token = `ghp_${'aB3'.repeat(12)}`;

function output(maxBytes: number, text: Uint8Array, size: number) {
  const output = createRedactedOutput(maxBytes, redactor.stream);
  for (let at = 0; at < text.length; at += size) output.push(text.subarray(at, at + size));
  const { bytes, omitted } = output.end();
  return { text: Buffer.from(bytes).toString(), omitted };
}

describe('redacted output', () => {
  it('leaves no piece of a secret on either side of the omission, wherever it falls', () => {
    for (let before = 0; before < 200; before += 3) {
      const all = Buffer.from(`${'x '.repeat(before)}${token} Größe-ß-secret-0815 ${'y '.repeat(200 - before)}`);
      const { text, omitted } = output(120, all, 7);
      expect(omitted).toBeGreaterThan(0);
      for (let at = 0; at + 6 <= token.length; at++) expect(text).not.toContain(token.slice(at, at + 6));
      expect(text).not.toContain('secret');
    }
  });

  it('finds what is cut within a character, and hands back the rest byte for byte', () => {
    const all = Buffer.concat([Buffer.from('ä Größe-ß-secret-0815 ö '), Buffer.from([0xff, 0xfe, 0x00, 0x80])]);
    for (const size of [1, 2, 3, 5, 100]) {
      const kept = createRedactedOutput(1_000, redactor.stream);
      for (let at = 0; at < all.length; at += size) kept.push(all.subarray(at, at + size));
      expect(Buffer.from(kept.end().bytes)).toEqual(
        Buffer.concat([Buffer.from('ä [redacted: DOOR] ö '), Buffer.from([0xff, 0xfe, 0x00, 0x80])]),
      );
    }
  });

  it('leaves the answers of ripgrep alone: their places are counted in bytes', () => {
    expect(redactionFor({ command: { argv: ['rg', 'x'] } }, redactor.stream)).toBeUndefined();
    expect(redactionFor({ command: { argv: ['cat', 'x'] } }, redactor.stream)).toBe(redactor.stream);
    expect(redactionFor({ command: { shell: 'rg x' } }, redactor.stream)).toBe(redactor.stream);
  });
});
