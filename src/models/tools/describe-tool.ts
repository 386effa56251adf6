// The description of a tool within a provider's limit, with what its schema can no longer say.
import { cutHead } from '../../text/index.ts';

const tagLine = /\n?Tags: [^\n]*$/;

/** The line of tags stays the last: it is what a search for a tag finds. */
export function describeTool(
  description: string,
  words: string,
  maxChars: number,
): { readonly text: string; readonly isCut: boolean } {
  const given = description.toWellFormed();
  const tags = tagLine.exec(given)?.[0] ?? '';
  const body = given.slice(0, given.length - tags.length);
  const whole = [body, words].filter((part) => part !== '').join('\n') + tags;
  if (whole.length <= maxChars) return { text: whole, isCut: false };
  const room = maxChars - tags.length - 1;
  if (room <= 0) return { text: `${cutHead(whole, maxChars - 1).text}…`, isCut: true };
  return { text: `${cutHead([body, words].filter(Boolean).join('\n'), room).text}…${tags}`, isCut: true };
}
