// Reads a template: `{word}` is replaced where the word is known, and every other brace is text.
import type { Value } from '../values.ts';

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'secret'; readonly place: string }
  /** `quoted`: percent-encoded, with `/` kept. */
  | { readonly kind: 'argument'; readonly key: string; readonly quoted: boolean }
  /** `{?a,b}`: these arguments as parameters of a query, those that are given. */
  | { readonly kind: 'query'; readonly keys: readonly string[] };

export interface Names {
  /** The parameters of the tool: they go before values of the same name. */
  readonly parameters: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, Value>;
  /** Whether `{?a,b}` is a place: in the urls of entries. */
  readonly hasQueries?: boolean;
}

export interface Template {
  readonly parts: readonly Part[];
  /** Words in braces that nothing stands for, each with why. */
  readonly unknown: readonly { readonly word: string; readonly why: string }[];
}

const places = /\{secret ([A-Za-z_][\w-]*)\}|\{\?(\w+(?:,\w+)*)\}|\{(\w+)\}/g;

export function parseTemplate(text: string, names: Names): Template {
  const parts: Part[] = [];
  const unknown: Unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(places)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const read = readPlace(match, names);
    if ('kind' in read) parts.push(read);
    else {
      parts.push({ kind: 'text', text: match[0] });
      if (read.word !== '') unknown.push(read);
    }
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return { parts, unknown };
}

type Unknown = Template['unknown'][number];

function readPlace([, secret, query, word]: RegExpExecArray, names: Names): Part | Unknown {
  if (secret !== undefined) return { kind: 'secret', place: secret };
  return query === undefined ? readWord(word ?? '', names) : readQuery(query.split(','), names);
}

/** Elsewhere than in urls it is text. */
function readQuery(keys: readonly string[], { parameters, hasQueries = false }: Names): Part | Unknown {
  if (!hasQueries) return { word: '', why: '' };
  const stranger = keys.find((key) => !parameters.has(key));
  return stranger === undefined ? { kind: 'query', keys } : { word: stranger, why: nothing };
}

const nothing = 'nothing stands for it';

function readWord(word: string, { parameters, values }: Names): Part | Unknown {
  if (parameters.has(word)) return { kind: 'argument', key: word, quoted: false };
  const key = word.replace(/_q$/, '');
  if (key !== word && parameters.has(key)) return { kind: 'argument', key, quoted: true };
  const value = values.get(word) ?? { kind: 'missing', why: nothing };
  if (value.kind === 'missing') return { word, why: value.why };
  return value.kind === 'text' ? { kind: 'value', text: value.text } : value;
}
