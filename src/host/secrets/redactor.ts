// Takes the values of known secrets out of text, in whatever common encoding they stand there.
import { encodedForms } from './encoded-forms.ts';
import { createTextSearch, type Found, type TextSearch } from './text-search.ts';

export interface Redactor {
  /**
   * From now on the value is taken out wherever it stands: as it is and in base64, base64url, URL, hex and JSON form. Values shorter than
   * 8 characters are not taken out: they stand in too many innocent texts. An earlier value of the same name stays known.
   */
  readonly register: (name: string, value: string) => void;
  /** Each known value becomes `[redacted: NAME]`. Answers the same string where there is none. */
  readonly redact: (text: string) => string;
}

/** Tokens of ours, by their form: the store knows only their hashes, and clients keep them in files that tools read. */
const ownToken = /gh_[0-9a-f]{64}/g;

/** Knows nothing but the form of our own tokens until something is registered. */
export function createRedactor(): Redactor {
  const names = new Map<string, string>();
  // Built on first use: many values are registered in a row.
  let search: TextSearch<string> | null = null;
  const withoutKnown = (text: string): string => {
    if (names.size === 0) return text;
    search ??= createTextSearch(names);
    const found = search.find(text);
    return found.length === 0 ? text : replace(text, found);
  };
  return {
    register(name, value) {
      for (const form of encodedForms(value)) if (!names.has(form)) names.set(form, name);
      search = null;
    },
    redact(text) {
      const known = withoutKnown(text);
      return known.includes('gh_') ? known.replaceAll(ownToken, '[redacted: a token of Gatehouse]') : known;
    },
  };
}

/** Values that overlap are taken out together, under the name of the longest: cutting out one would leave a piece of the other. */
function replace(text: string, found: readonly Found<string>[]): string {
  let result = '';
  let done = 0;
  for (let at = 0; at < found.length;) {
    const first = found[at];
    if (first === undefined) break;
    let longest = first;
    let end = first.end;
    for (at += 1; at < found.length; at += 1) {
      const next = found[at];
      if (next === undefined || next.start >= end) break;
      end = Math.max(end, next.end);
      if (next.end - next.start > longest.end - longest.start) longest = next;
    }
    result += `${text.slice(done, first.start)}[redacted: ${longest.value}]`;
    done = end;
  }
  return result + text.slice(done);
}
