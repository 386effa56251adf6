// One window of a kept result, with a header that says where it stands and how to read on.
import { z } from 'zod';
import { seamChars, type KeptResult, type ToolResult } from '../../contract/index.ts';
import { cutHead } from '../../text/index.ts';

/** The argument that says how much is returned. */
export const windowLength = z.int().min(1).max(100_000).default(10_000).describe('Characters to return.');

export interface Window {
  readonly offset: number;
  readonly length: number;
}

/** Labelled as the result was when it came: what others wrote is theirs, however often it is read. */
export function resultWindow({ ref, label, text }: KeptResult, { offset, length }: Window): ToolResult {
  const from = startsInPair(text, offset) ? offset - 1 : Math.min(offset, text.length);
  const part = cutHead(text.slice(from), Math.max(length, 2)).text;
  const end = from + part.length;
  // Who asks for little at a time is to get on.
  const next = part.length > 2 * seamChars ? end - seamChars : end;
  const more = end < text.length ? `; read on with ref ${ref} and offset ${next}` : '; this is the end';
  const header =
    text !== '' && offset >= text.length
      ? `[${ref}, from ${label.tool}: it has ${text.length} characters; nothing begins at ${offset}.]`
      : `[${ref}, from ${label.tool}: characters ${from} to ${end} of ${text.length}${more}.]`;
  return {
    blocks: [{ type: 'text', text: part === '' ? header : `${header}\n${part}` }],
    structured: { ref, offset: from, end, total: text.length },
    keep: 'head',
    label,
  };
}

/** Another session's ref gets the same words as one that never was. */
export function unknownRef(ref: string): ToolResult {
  const text = `There is no kept result ${JSON.stringify(ref)} in this session. Results are kept for a while only; last_output without ref gives the last one.`;
  return { blocks: [{ type: 'text', text }], structured: { ref, found: false }, isError: true };
}

function startsInPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
