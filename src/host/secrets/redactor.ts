// Takes secrets out of text: the values of known ones, in whatever common encoding they stand there, and what looks like one.
import {
  createSecretPatterns,
  createStreamRedactor,
  createTextSearch,
  mergeSpans,
  replaceSpans,
  type SearchedText,
  type SecretPatterns,
  type SecretSpan,
  type StreamRedactor,
  type TextSearch,
} from '../../text/index.ts';
import { encodedForms } from './encoded-forms.ts';

export interface Redactor {
  /**
   * From now on the value is taken out wherever it stands: as it is and in base64, base64url, URL, hex and JSON form, in any case of its
   * letters. Values shorter than 8 characters are not taken out: they stand in too many innocent texts. An earlier value of the same name
   * stays known.
   */
  readonly register: (name: string, value: string) => void;
  /** Each secret becomes `[redacted: NAME]`; one that is not registered is named by what it looks like. Answers the same string where there is none. */
  readonly redact: (text: string) => string;
  /** For text that comes in pieces. */
  readonly stream: () => StreamRedactor;
  /** What must not leave: registered values in any form, and what is a secret by its form alone. In no order. */
  readonly findOutgoing: (text: string) => readonly SecretSpan[];
}

/** Knows nothing but what secrets look like until something is registered. */
export function createRedactor(): Redactor {
  const known = createKnownValues();
  // Made ready on first use: not every start looks at text.
  let made: SecretPatterns | null = null;
  const patterns = (): SecretPatterns => (made ??= createSecretPatterns());
  const find = (searched: SearchedText) => {
    const found = patterns().find(searched);
    return { ...found, spans: [...known.find(searched.text), ...found.spans] };
  };
  return {
    register: known.register,
    redact: (text) => replaceSpans(text, mergeSpans(find({ text, from: 0, keyOpen: false }).spans)),
    stream: () => createStreamRedactor({ find, longest: known.longest }),
    findOutgoing: (text) => [...known.find(text), ...patterns().findProviders(text)],
  };
}

function createKnownValues() {
  const names = new Map<string, string>();
  let longest = { ofLine: 0, ofLines: 0 };
  // Built on first use: many values are registered in a row.
  let search: TextSearch<string> | null = null;
  return {
    longest: () => longest,
    register(name: string, value: string): void {
      for (const form of encodedForms(value)) {
        if (!names.has(form)) names.set(form, name);
        const ofLines = form.includes('\n') ? form.length : 0;
        longest = { ofLine: Math.max(longest.ofLine, form.length), ofLines: Math.max(longest.ofLines, ofLines) };
      }
      search = null;
    },
    find(text: string): readonly SecretSpan[] {
      if (names.size === 0) return [];
      search ??= createTextSearch(names);
      const spans: SecretSpan[] = [];
      search.visit(text, 0, (start, name, end) => spans.push({ start, end, name }));
      return spans;
    },
  };
}
