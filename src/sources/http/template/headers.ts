// The headers of a request: their names are fixed, and what arguments put into them stays inside.
import type { HttpHeader } from '../http-tool.ts';
import { asText, fillParts, type Filling } from './fill-parts.ts';
import { parseTemplate, type Names, type Template } from './parse-template.ts';

export interface ReadHeaders {
  readonly headers: readonly HttpHeader[];
  readonly unknown: Template['unknown'];
  /** What is wrong with one of them. */
  readonly problem: string | null;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** `Name: value;;Name: value`. */
export function readHeaderLine(line: string, names: Names): ReadHeaders {
  const fields = line.split(';;').map((field) => field.trim());
  const pairs = fields
    .filter((field) => field !== '')
    .map((field) => {
      const colon = field.indexOf(':');
      return colon < 0
        ? ([field, null] as const)
        : ([field.slice(0, colon).trim(), field.slice(colon + 1).trim()] as const);
    });
  const without = pairs.find(([, value]) => value === null);
  if (without !== undefined)
    return {
      headers: [],
      unknown: [],
      problem: `the header ${JSON.stringify(without[0])} has no ":"; write Name: value`,
    };
  return readHeaders(Object.fromEntries(pairs.map(([name, value]) => [name, value ?? ''])), names);
}

export function readHeaders(given: Readonly<Record<string, string>>, names: Names): ReadHeaders {
  const wrong = Object.keys(given).find((name) => !token.test(name));
  if (wrong !== undefined)
    return { headers: [], unknown: [], problem: `${JSON.stringify(wrong)} can be no name of a header` };
  const read = Object.entries(given).map(([name, text]) => ({ name, template: parseTemplate(text, names) }));
  const split = read.find(({ template }) => template.parts.some((part) => part.kind === 'text' && !isValue(part.text)));
  const problem =
    split === undefined ? null : `the header ${split.name} holds what a header cannot, such as a line break`;
  return {
    headers: read.map(({ name, template }) => ({ name: name.toLowerCase(), parts: template.parts })),
    unknown: read.flatMap(({ template }) => template.unknown),
    problem,
  };
}

/** Or the name of one that cannot be sent. */
export function fillHeaders(
  headers: readonly HttpHeader[],
  filling: Filling,
): { readonly headers: Readonly<Record<string, string>> } | { readonly problem: string } {
  const filled = headers.map(({ name, parts }) => [name, fillParts(parts, filling, asText)] as const);
  const wrong = filled.find(([, value]) => !isValue(value));
  if (wrong === undefined) return { headers: Object.fromEntries(filled) };
  return {
    problem: `the header ${wrong[0]} would hold what a header cannot: a control character, or one beyond Latin-1`,
  };
}

function isValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
