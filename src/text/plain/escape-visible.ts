// Shows text to people as it is: what would act on the terminal or the page, or would not be seen at all, is written out.
import { invisible, isInPlace } from './invisible.ts';

export interface VisibleOptions {
  /** Leaves line feeds and tabs as they are. Default false. */
  readonly keepLines?: boolean;
}

const plainLine = /^[\x20-\x7e]*$/;
const plainLines = /^[\x20-\x7e\n\t]*$/;
/** Made when a text needs it, as what asks for classes of Unicode is: it takes longer than a plain text. */
let eachInvisible: RegExp | null = null;

/** One code point as `\u{202E}`, at least two hex digits. */
export function visibleForm(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}}`;
}

/**
 * Controls, direction marks, zero-width and tag characters, odd blanks and lone surrogates become `\u{…}`; all else stays.
 * Idempotent. For display only: a text that holds `\u{…}` as six ordinary characters looks the same.
 */
export function escapeVisible(text: string, options?: VisibleOptions): string {
  const keepLines = options?.keepLines === true;
  if ((keepLines ? plainLines : plainLine).test(text)) return text;
  eachInvisible ??= new RegExp(invisible, 'gv');
  return text.replace(eachInvisible, (character, offset: number) => {
    if (keepLines && (character === '\n' || character === '\t')) return character;
    return isInPlace(text, offset) ? character : visibleForm(character);
  });
}
