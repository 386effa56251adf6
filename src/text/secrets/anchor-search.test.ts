// Finds exactly what a plain search would, wherever it stands in the text and in the blocks in which the text is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnchorSearch, type Sought } from './anchor-search.ts';

const sought: readonly Sought<string>[] = [
  { text: 'key', anyCase: true, value: 'a word in any case' },
  { text: 'sk-', anyCase: false, value: 'a prefix' },
  { text: 'sk-ant-', anyCase: false, value: 'a longer prefix' },
  { text: ' -P', anyCase: false, value: 'an option' },
  { text: 'a|b', anyCase: true, value: 'signs' },
];

interface Found {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function foundIn(text: string, from = 0): readonly Found[] {
  const found: Found[] = [];
  createAnchorSearch(sought).visit(text, from, (start, value, end) => found.push({ start, end, value }));
  return found;
}

function plainly(text: string, from = 0): readonly Found[] {
  const byLength = sought.toSorted((left, right) => right.text.length - left.text.length);
  const small = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return Array.from({ length: text.length }, (_, start) =>
    byLength
      .filter((each) => start >= from && (each.anyCase ? small : text).startsWith(each.text, start))
      .map(({ text: { length }, value }) => ({ start, end: start + length, value })),
  ).flat();
}

describe('the search for anchors', () => {
  it('finds what a plain search finds in any text, from any place on', () => {
    const pieces = fc.constantFrom(
      ...sought.map(({ text }) => text),
      'KEY',
      'SK-',
      ' -p',
      'A|B',
      'a\\b',
      's',
      'k',
      '-',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 20 });
    fc.assert(
      fc.property(texts, fc.nat(20), (parts, from) => {
        const text = parts.join('');
        expect(foundIn(text, from)).toEqual(plainly(text, from));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds each once where blocks meet', () => {
    for (let before = 32_600; before < 32_800; before++) {
      const text = `${'x'.repeat(before)}sk-ant-key${'x'.repeat(200)}`;
      expect(foundIn(text).map(({ start, end }) => [start - before, end - before])).toEqual([
        [0, 7],
        [0, 3],
        [7, 10],
      ]);
    }
  });

  it('takes no letter for another that has the same low byte', () => {
    expect(foundIn('\u016bey \u212aey')).toEqual([]);
  });

  it.each(['ab', 'é--', 'x'.repeat(129)])('refuses to seek %j', (text) => {
    expect(() => createAnchorSearch([{ text, anyCase: false, value: '' }])).toThrow('cannot be sought');
  });
});
