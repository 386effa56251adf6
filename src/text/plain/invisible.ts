// Which characters a reader cannot see: controls, direction marks, zero width, tags, fillers, lone surrogates.

/** Characters in ordinary use that Unicode files under format controls: Arabic number signs and the like, all of them visible. */
const visibleFormats = '\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}';

/** Blank without being a space or ignorable: braille blank, interlinear and object marks, noncharacters. */
const blanks = '\\u2800\\uFFF0-\\uFFFC\\p{Noncharacter_Code_Point}';

/** One invisible character; line feed and tab are among them. */
export const invisible = `[[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Default_Ignorable_Code_Point}${blanks}]--[${visibleFormats}]]`;

const joiningScripts = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
];
/** Made when a joiner is met: its tables cost more than a good part of a start. */
let joiningLetter: RegExp | null = null;
const picture = /^\p{Extended_Pictographic}$/v;
const pictureOrTone = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/v;

/**
 * True where the invisible character at `offset` does its ordinary work: an emoji selector behind a picture, a joiner between
 * two pictures or inside a word of a script that needs it. Anywhere else it may hide or split words.
 */
export function isInPlace(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code !== 0x200c && code !== 0x200d && code !== 0xfe0f) return false;
  const before = characterBefore(text, offset);
  if (code === 0xfe0f) return picture.test(before);
  const after = String.fromCodePoint(text.codePointAt(offset + 1) ?? 0);
  if (joins(before) && joins(after)) return true;
  if (code !== 0x200d || !picture.test(after)) return false;
  return before === '\uFE0F' ? isInPlace(text, offset - 1) : pictureOrTone.test(before);
}

function joins(character: string): boolean {
  joiningLetter ??= new RegExp(
    `^[[${joiningScripts.map((script) => `\\p{Script=${script}}`).join('')}]--${invisible}]$`,
    'v',
  );
  return joiningLetter.test(character);
}

function characterBefore(text: string, offset: number): string {
  const low = text.charCodeAt(offset - 1);
  const start = (low & 0xfc00) === 0xdc00 ? offset - 2 : offset - 1;
  return text.slice(Math.max(0, start), offset);
}
