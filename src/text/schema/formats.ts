// The formats of texts, so that none takes long on a long text: those of ajv-formats are regular expressions, some of them quadratic.
import type { AddedFormat } from 'ajv/dist/types/index.js';
import type { Format } from 'ajv';

type TextCheck = (text: string) => boolean;

/** What is longer is of no format but those below. */
const maxChars = 8_192;

/** Formats whose texts may be long (a data: URL, a fragment), and what looks at those: less exact, and linear. */
const longForms: ReadonlyMap<string, TextCheck> = new Map([
  ['uri', (text) => !/\s/.test(text) && URL.canParse(text)],
  ['uri-reference', (text) => !/\s/.test(text) && URL.canParse(text, 'http://a.example')],
]);

/** Linear as they are, however long the text. */
const unbounded: ReadonlySet<string> = new Set(['byte', 'binary', 'password']);

/** In place of those of ajv-formats. */
const ownChecks: ReadonlyMap<string, TextCheck> = new Map([
  // Theirs backtracks for ever.
  ['url', (text) => /^(?:https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)],
  // Theirs knows the newer grammar only, and patterns of schemas are of this format. Whether one can be used shows when it is compiled.
  ['regex', isRegularExpression],
]);

/** The same formats, bounded. Those of numbers stay as they are. */
export function boundFormats(formats: Readonly<Record<string, AddedFormat | undefined>>): Record<string, Format> {
  const bounded: Record<string, Format> = {};
  for (const [name, format] of Object.entries(formats)) {
    if (format === undefined) continue;
    const check = ownChecks.get(name) ?? textCheck(format);
    bounded[name] = check === null || unbounded.has(name) ? format : boundCheck(check, longForms.get(name));
  }
  return bounded;
}

function boundCheck(check: TextCheck, longForm: TextCheck | undefined): TextCheck {
  return (text) => (text.length <= maxChars ? check(text) : longForm?.(text) === true);
}

/** Null for a format of numbers, and for one that takes everything. */
function textCheck(format: AddedFormat): TextCheck | null {
  if (format === true) return null;
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format;
  if (format.type === 'number' || format.async === true) return null;
  const { validate } = format;
  if (typeof validate === 'string') return textCheck(new RegExp(validate));
  // Not of numbers: the type said so.
  return validate instanceof RegExp ? (text) => validate.test(text) : (validate as TextCheck);
}

/** Compiles it in either grammar and runs it on nothing. */
export function isRegularExpression(text: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(text, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}
