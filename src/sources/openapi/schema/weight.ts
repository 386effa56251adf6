// How much of its room a schema takes: its text, and what compiling its parts costs.
import type { JsonValue } from '../../../contract/index.ts';

/** What compiles at most 5,000 arrays and objects has room for so many characters of each. */
const charsOfPart = 8;

export function weightOf(schema: JsonValue): number {
  const text = JSON.stringify(schema);
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) parts += 1;
  }
  return Math.max(text.length, parts * charsOfPart);
}
