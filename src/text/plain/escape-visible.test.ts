import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeVisible } from './escape-visible.ts';

describe('escapeVisible', () => {
  it.each([
    ['NUL', '\0', '00'],
    ['ESC', '\u001b', '1B'],
    ['line feed', '\n', '0A'],
    ['tab', '\t', '09'],
    ['carriage return', '\r', '0D'],
    ['DEL', '\u007f', '7F'],
    ['CSI (C1)', '\u009b', '9B'],
    ['NEL', '\u0085', '85'],
    ['soft hyphen', '\u00ad', 'AD'],
    ['grapheme joiner', '\u034f', '34F'],
    ['arabic letter mark', '\u061c', '61C'],
    ['hangul filler', '\u3164', '3164'],
    ['half-width hangul filler', '\uffa0', 'FFA0'],
    ['mongolian selector', '\u180b', '180B'],
    ['mongolian vowel separator', '\u180e', '180E'],
    ['zero-width space', '\u200b', '200B'],
    ['zero-width non-joiner', '\u200c', '200C'],
    ['zero-width joiner', '\u200d', '200D'],
    ['left-to-right mark', '\u200e', '200E'],
    ['right-to-left mark', '\u200f', '200F'],
    ['line separator', '\u2028', '2028'],
    ['paragraph separator', '\u2029', '2029'],
    ['right-to-left override', '\u202e', '202E'],
    ['left-to-right embedding', '\u202a', '202A'],
    ['pop directional', '\u202c', '202C'],
    ['word joiner', '\u2060', '2060'],
    ['invisible times', '\u2062', '2062'],
    ['isolate', '\u2066', '2066'],
    ['pop isolate', '\u2069', '2069'],
    ['deprecated format', '\u206a', '206A'],
    ['braille blank', '\u2800', '2800'],
    ['variation selector', '\ufe00', 'FE00'],
    ['emoji selector', '\ufe0f', 'FE0F'],
    ['byte order mark', '\ufeff', 'FEFF'],
    ['interlinear anchor', '\ufff9', 'FFF9'],
    ['object replacement', '\ufffc', 'FFFC'],
    ['noncharacter', '\uffff', 'FFFF'],
    ['high surrogate', '\ud800', 'D800'],
    ['low surrogate', '\udc00', 'DC00'],
    ['tag letter', '\u{e0041}', 'E0041'],
    ['cancel tag', '\u{e007f}', 'E007F'],
    ['language tag', '\u{e0001}', 'E0001'],
    ['selector supplement', '\u{e0100}', 'E0100'],
    ['musical format', '\u{1d173}', '1D173'],
    ['shorthand format', '\u{1bca0}', '1BCA0'],
    ['egyptian format', '\u{13430}', '13430'],
  ])('writes out %s', (_, character, code) => {
    expect(escapeVisible(`a${character}b`)).toBe(`a\\u{${code}}b`);
  });

  it.each([
    '',
    'plain text',
    'C:\\path \\u{41}',
    'äöü ß é e\u0301',
    '日本語',
    'Привет',
    'שלום',
    'مرحبا ٪ \u0600',
    'नमस्ते क्‍ष',
    'می‌خواهم',
    '\u00a0\u3000',
    '\ufffd',
  ])('leaves %j as it is', (text) => {
    expect(escapeVisible(text)).toBe(text);
  });

  it('leaves joiners and selectors inside pictures, and nowhere else', () => {
    expect(escapeVisible('👍🏽 ❤️ 👩‍💻 👩🏽‍💻 🏳️‍🌈 🇩🇪')).toBe('👍🏽 ❤️ 👩‍💻 👩🏽‍💻 🏳️‍🌈 🇩🇪');
    expect(escapeVisible('a\u200db')).toBe('a\\u{200D}b');
    expect(escapeVisible('👩\u200d')).toBe('👩\\u{200D}');
    expect(escapeVisible('👩\u200d\u200d👩')).toBe('👩\\u{200D}\\u{200D}👩');
    expect(escapeVisible('❤\ufe0f\ufe0f')).toBe('❤\ufe0f\\u{FE0F}');
    expect(escapeVisible('a\ufe0f\u200d👩')).toBe('a\\u{FE0F}\\u{200D}👩');
    expect(escapeVisible('pass\u200cword')).toBe('pass\\u{200C}word');
  });

  it('keeps line feeds and tabs when asked, and no other control', () => {
    expect(escapeVisible('a\n\tb\r\u001b', { keepLines: true })).toBe('a\n\tb\\u{0D}\\u{1B}');
    expect(escapeVisible('a\nb', { keepLines: false })).toBe('a\\u{0A}b');
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
        fc.constantFrom('👩', '\u200d', '\ufe0f', '\u200c', 'ن', '\u17b4', '🏽', '\u{e0041}', 'a'),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

  it('leaves nothing that acts or hides, and changes its own result no more', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, keepLines) => {
        const shown = escapeVisible(text, { keepLines });
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(keepLines ? /(?![\n\t])\p{Cc}/u : /\p{Cc}/u);
        expect(shown).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u);
        expect(escapeVisible(shown, { keepLines })).toBe(shown);
      }),
      { numRuns: 5000 },
    );
  });
});
