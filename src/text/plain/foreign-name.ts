// What others call something, as an entry of a list that a model reads: it stays one entry, whatever is written in it.
import { cutHead } from './cut.ts';
import { escapeVisible } from './escape-visible.ts';
import { neutraliseForModel } from './neutralise.ts';

/** Too short for a sentence, and nothing in it that parts one entry from the next. */
const plainName = /^[\p{L}\p{N}_.@/+-](?:[\p{L}\p{N}_.@/+ -]{0,30}[\p{L}\p{N}_.@/+-])?$/u;

/** One line, nothing invisible, no token of a chat, at most `most` characters before that, and quoted where it is no plain name. */
export function foreignName(name: string, most = 60): string {
  const { text, omittedChars } = cutHead(name, most);
  const seen = neutraliseForModel(escapeVisible(omittedChars > 0 ? `${text}…` : text));
  return plainName.test(seen) ? seen : JSON.stringify(seen);
}
