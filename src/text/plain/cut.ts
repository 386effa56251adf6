// Cuts text and bytes to a limit without splitting a character, and says how much is gone.

export interface Cut {
  readonly text: string;
  /** UTF-16 code units of the original that are not in `text`; 0 when nothing was cut. */
  readonly omittedChars: number;
  /** Where in the original the omitted part begins; its length where nothing was cut. */
  readonly omittedFrom: number;
}

/** The first `maxChars` UTF-16 code units, one less where the cut would split a surrogate pair. Adds no mark of its own. */
export function cutHead(text: string, maxChars: number): Cut {
  if (text.length <= maxChars) return whole(text);
  const end = boundaryAtOrBefore(text, Math.max(0, maxChars));
  return { text: text.slice(0, end), omittedChars: text.length - end, omittedFrom: end };
}

/**
 * Keeps the head and the tail, with a line `[… N characters omitted …]` between them; the result fits `maxChars` UTF-16 code
 * units, the mark included. `headShare` is the part of the kept text that comes from the head (0 to 1, default 0.25: the end of a log
 * says more than its start). Where `maxChars` has no room for the mark this is `cutHead`.
 */
export function cutMiddle(text: string, maxChars: number, headShare = 0.25): Cut {
  if (text.length <= maxChars) return whole(text);
  const room = maxChars - omissionMark(text.length).length;
  if (room <= 0) return cutHead(text, maxChars);
  const head = boundaryAtOrBefore(text, Math.round(room * Math.min(1, Math.max(0, headShare))));
  const tail = boundaryAtOrAfter(text, text.length - (room - head));
  const omittedChars = tail - head;
  return { text: text.slice(0, head) + omissionMark(omittedChars) + text.slice(tail), omittedChars, omittedFrom: head };
}

/** The first `maxBytes` bytes, up to three less where the cut would split a UTF-8 character. A view on the same memory. */
export function clipUtf8(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length <= maxBytes) return bytes;
  const end = Math.max(0, maxBytes);
  for (let lead = end - 1; lead >= 0 && lead >= end - 3; lead--) {
    const byte = bytes[lead] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return bytes.subarray(0, lead + sequenceLength(byte) > end ? lead : end);
  }
  return bytes.subarray(0, end);
}

/** Bytes of the text in UTF-8; half of a surrogate pair counts 3, like the replacement character it is written as. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Bytes that a UTF-8 lead byte announces; 1 for what is no lead byte, so that invalid text is cut where it was asked. */
function sequenceLength(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0) return lead <= 0xef ? 3 : 1;
  return lead >= 0xc2 ? 2 : 1;
}

function whole(text: string): Cut {
  return { text, omittedChars: 0, omittedFrom: text.length };
}

function omissionMark(count: number): string {
  return `\n[… ${count} characters omitted …]\n`;
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function boundaryAtOrBefore(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at;
}

function boundaryAtOrAfter(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at;
}
