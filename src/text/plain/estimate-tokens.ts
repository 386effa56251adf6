// About how many tokens a text costs a model. An estimate: no tokenizer is loaded for it, and no two providers have the same one.

/** Where tokenizers of today split before they merge: a word with what stands before it, up to three digits, a run of marks, blanks. */
const pieces =
  /(?<word>(?<lead>[^\r\n\p{L}\p{N}])?(?:\p{Lu}*[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+))|\p{N}{1,3}|(?<marks> ?[^\s\p{L}\p{N}]+)[\r\n/]*|\s+/gu;

/** Within about a tenth of o200k_base for descriptions, schemas and listings of tools. Equal texts, equal numbers. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { groups } of text.matchAll(pieces)) {
    const { word, lead, marks } = groups ?? {};
    if (word !== undefined) tokens += lead === undefined ? wordCost(word, '') : wordCost(word.slice(lead.length), lead);
    else tokens += marks === undefined ? 1 : marksCost(marks);
  }
  return Math.round(tokens);
}

// The numbers below were measured over 3,000 definitions of tools with o200k_base.

function wordCost(word: string, lead: string): number {
  const { length } = word;
  if (!/^[A-Za-z]+$/.test(word)) return foreignCost(word);
  if (length > 1 && /^[A-Z]+$/.test(word))
    return Math.max(1, length * (lead === ' ' ? 0.27 : 0.43)) + unheardOf(length);
  // Vocabularies hold words with a blank before them; behind another mark a word is mostly put together.
  if (lead === ' ') return (length <= 8 ? 1.03 : 1.06 + (length - 8) * 0.02) + unheardOf(length);
  if (lead === '') return length <= 8 ? 1.05 : 1.1 + Math.max(0, length - 11) * 0.4;
  return behindMark(length, lead) + unheardOf(length);
}

/** No word of a language: no vocabulary holds long parts of it. */
function unheardOf(length: number): number {
  return Math.max(0, length - 18) * 0.5;
}

function behindMark(length: number, lead: string): number {
  if (length <= 4) return lead === '-' ? 1.27 : 1.07;
  return length * 0.06 + (lead === '-' ? 1.4 : lead === '_' ? 0.93 : 1.06);
}

function foreignCost(word: string): number {
  const { length } = word;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return Math.max(1, length * 0.66);
  if (/\p{Script=Hangul}/u.test(word)) return Math.max(1, length * 0.66);
  if (rareScripts.test(word)) return rareCost(word);
  return Math.max(1, length * 0.27) + unheardOf(length);
}

/** All but the blocks of which vocabularies hold words, or at least syllables: Latin to Arabic, most of India, Thai, Georgian. */
const rareScripts =
  /[\u{700}-\u{8FF}\u{B00}-\u{B7F}\u{D80}-\u{DFF}\u{E80}-\u{109F}\u{1100}-\u{1DFF}\u{2000}-\u{10FFFF}]/u;

/** Nearly a token for each of its bytes. */
function rareCost(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOf(character);
  return bytes * 0.85;
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

/** Neither punctuation nor arrows: pictures, and signs that hardly any text holds. */
const pictures = /[\u{2300}-\u{2FFF}\u{3040}-\u{FEFF}\u{FFF0}-\u{10FFFF}]/u;

function marksCost(marks: string): number {
  if (pictures.test(marks)) return rareCost(marks) * 0.75;
  return marks.length <= 3 ? 1 : marks.length * 0.36;
}
