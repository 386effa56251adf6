import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipUtf8, cutHead, cutMiddle, utf8Length } from './cut.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('cutHead', () => {
  it.each([
    ['abc', 3, 'abc', 0],
    ['abc', 2, 'ab', 1],
    ['abc', 0, '', 3],
    ['abc', -1, '', 3],
    ['', 0, '', 0],
    ['😀😀', 2, '😀', 2],
    ['😀😀', 3, '😀', 2],
    ['😀', 1, '', 2],
    ['a\ud83d', 1, 'a', 1],
    ['\ude00a', 1, '\ude00', 1],
  ])('keeps of %j at most %i: %j', (...[text, most, kept, omittedChars]) => {
    expect(cutHead(text, most)).toEqual({
      text: kept,
      omittedChars,
      omittedFrom: kept.length,
    });
  });
});

describe('cutMiddle', () => {
  it('leaves alone what fits', () => {
    expect(cutMiddle('abc', 3)).toEqual({ text: 'abc', omittedChars: 0, omittedFrom: 3 });
  });

  it('keeps a quarter from the head and the rest from the tail, and says how much is gone', () => {
    expect(cutMiddle(`${'h'.repeat(500)}${'t'.repeat(500)}`, 135)).toEqual({
      text: `${'h'.repeat(26)}\n[… 896 characters omitted …]\n${'t'.repeat(78)}`,
      omittedChars: 896,
      omittedFrom: 26,
    });
  });

  it.each([
    [0, /^\n/],
    [1, /\n$/],
    [-5, /^\n/],
    [7, /\n$/],
  ])('takes a head share of %d', (share, shape) => {
    expect(cutMiddle('x'.repeat(200), 100, share).text).toMatch(shape);
  });

  it('has no mark where there is no room for it', () => {
    expect(cutMiddle('x'.repeat(100), 10)).toEqual({ text: 'x'.repeat(10), omittedChars: 90, omittedFrom: 10 });
    expect(cutMiddle('x'.repeat(100), 0)).toEqual({ text: '', omittedChars: 100, omittedFrom: 0 });
  });

  it('never exceeds the limit, never splits a pair, and counts right', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '😀', '\n'), minLength: 0, maxLength: 400 });
    fc.assert(
      fc.property(texts, fc.nat(450), fc.double({ min: 0, max: 1, noNaN: true }), (text, most, share) => {
        for (const cut of [cutHead(text, most), cutMiddle(text, most, share)]) {
          expect(cut.text.length).toBeLessThanOrEqual(Math.max(most, 0));
          expect(cut.text.isWellFormed()).toBe(true);
          const mark = /\n\[… \d+ characters omitted …\]\n/.exec(cut.text)?.[0] ?? '';
          expect(cut.text.length - mark.length + cut.omittedChars).toBe(text.length);
          const [head = '', tail = ''] = mark === '' ? [cut.text, ''] : cut.text.split(mark);
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('clipUtf8', () => {
  it.each([
    ['abc', 2, 'ab'],
    ['é', 1, ''],
    ['aé', 2, 'a'],
    ['aé', 3, 'aé'],
    ['a😀b', 4, 'a'],
    ['a😀b', 5, 'a😀'],
    ['€€', 5, '€'],
    ['', 0, ''],
    ['abc', -1, ''],
    ['abc', 0, ''],
  ])('cuts %j to %i bytes: %j', (text, most, kept) => {
    expect(new TextDecoder('utf-8', { fatal: true }).decode(clipUtf8(bytes(text), most))).toBe(kept);
  });

  it.each([
    ['continuation bytes alone', [0x80, 0x80, 0x80, 0x80, 0x80, 0x80]],
    ['bytes that never begin a character', [0xff, 0xff, 0xff, 0xff, 0xff]],
    ['overlong leads', [0xc0, 0xc1, 0xc0, 0xc1, 0xc0]],
    ['leads beyond Unicode', [0xf5, 0xf8, 0xfc, 0xfe, 0xf9]],
  ])('cuts invalid text where it was asked: %s', (_, invalid) => {
    expect(clipUtf8(Uint8Array.from(invalid), 4)).toHaveLength(4);
  });

  it('loses less than one character, and never splits one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(100), (text, most) => {
        const all = bytes(text);
        const clipped = clipUtf8(all, most);
        expect(clipped.length).toBeLessThanOrEqual(most);
        expect(clipped.length).toBeGreaterThanOrEqual(Math.min(all.length, most) - 3);
        expect(text.startsWith(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(clipped))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('shares the memory and copies nothing', () => {
    const all = bytes('abc');
    expect(clipUtf8(all, 2).buffer).toBe(all.buffer);
    expect(clipUtf8(all, 3)).toBe(all);
  });
});

describe('utf8Length', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['é', 2],
    ['€', 3],
    ['😀', 4],
    ['\ud800', 3],
  ])('of %j is %i', (text, length) => {
    expect(utf8Length(text)).toBe(length);
  });
});
