// How many columns of a terminal a text takes: none for combining marks, two for wide East Asian characters and pictures.

/** One column each, and one character each: ASCII, Latin, dashes and quotes, arrows and mathematical signs. Known without the tables below. */
const narrow = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff]*$/;
const zeroWidthForm = '^[\\p{Mn}\\p{Me}\\p{Default_Ignorable_Code_Point}\\p{Cc}\\u1160-\\u11FF]$';
const picture = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)/v;

/** Ranges of East Asian Wide and Fullwidth, joined across their small gaps (UAX 11). */
const wide: readonly (readonly [low: number, high: number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/** Made when a text needs them: they cost more than all else at a start. */
let graphemes: Intl.Segmenter | null = null;
let zeroWidth: RegExp | null = null;

/** What is seen as one character: a letter with its marks, an emoji with its joiners. */
export function charactersOf(text: string): string[] {
  if (narrow.test(text)) return text.split('');
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Columns of a text without line feeds and tabs. A guess where terminals differ: flags, rare scripts. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += characterWidth(character);
  return width;
}

/** Columns of one character as `charactersOf` gives it: the widest of its parts. */
export function characterWidth(character: string): number {
  if (picture.test(character)) return 2;
  zeroWidth ??= new RegExp(zeroWidthForm, 'v');
  let width = 0;
  for (const part of character) {
    if (zeroWidth.test(part)) continue;
    const point = part.codePointAt(0) ?? 0;
    width = Math.max(width, wide.some(([low, high]) => point >= low && point <= high) ? 2 : 1);
  }
  return width;
}
