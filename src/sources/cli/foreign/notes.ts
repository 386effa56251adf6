// What a reader of a description is unsure of or leaves out: told one by one up to a number, and counted beyond it.
import { cutHead, escapeVisible } from '../../../text/index.ts';

const mostNotes = 100;
const mostText = 300;

export interface Notes {
  add(text: string): void;
  all(): readonly string[];
}

export function createNotes(most = mostNotes): Notes {
  const told = new Set<string>();
  let more = 0;
  return {
    add(text) {
      const seen = escapeVisible(cutHead(text, mostText).text);
      if (told.size < most) told.add(seen);
      else if (!told.has(seen)) more += 1;
    },
    all: () => (more === 0 ? [...told] : [...told, `and ${more} more of this kind`]),
  };
}

/** A foreign name inside of a sentence. */
export function quoted(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(cutHead(name, 80).text) : `(${typeof name})`;
}
