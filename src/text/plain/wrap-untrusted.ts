// Marks text that others wrote, so that a model can tell it from the words of its user.
import { cutHead } from './cut.ts';
import { escapeVisible } from './escape-visible.ts';
import { defang, neutraliseForModel } from './neutralise.ts';

export interface UntrustedSource {
  /** Fresh and random for every result, 8 to 64 letters and digits: the writer of the text must not be able to guess it. */
  readonly nonce: string;
  /** Where the text comes from, such as `web_fetch https://example.com/`. */
  readonly source: string;
}

/** Anything that reads like a marker of ours, with or without a nonce, full-width brackets included. */
const markerLike = /[<＜﹤](?=[\s/]*untrusted)/gi;
const longestSource = 300;

/**
 * The text, neutralised, between `<untrusted-content-NONCE source="…">` and `</untrusted-content-NONCE>` on lines of their
 * own. Exactly one pair of markers is in the result, whatever the text holds. Not idempotent by purpose: wrapping what is wrapped
 * breaks the inner markers. Throws TypeError for a weak nonce.
 */
export function wrapUntrusted(text: string, { nonce, source }: UntrustedSource): string {
  if (!/^[A-Za-z0-9]{8,64}$/.test(nonce))
    throw new TypeError('The nonce of a marker must be 8 to 64 random letters and digits.');
  const inside = defang(neutraliseForModel(text), markerLike);
  return `<untrusted-content-${nonce} source="${attribute(source)}">\n${inside}\n</untrusted-content-${nonce}>`;
}

function attribute(source: string): string {
  const { text, omittedChars } = cutHead(source, longestSource);
  return escapeVisible(defang(neutraliseForModel(omittedChars > 0 ? `${text}…` : text), markerLike))
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
