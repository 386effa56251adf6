// What an argument becomes in the query of an address, in the styles that OpenAPI has for it.
import type { JsonValue } from '../json/json-value.ts';
import { isList, isObject, percentEncode, plainText, saidItems, saidMembers } from './encode-value.ts';
import type { QueryHole } from './url-shape.ts';

/**
 * Of the reserved characters those that mean nothing in a query. `&`, `+`, `#` and `%` stay encoded all the same: an argument is one value,
 * and must not become another parameter.
 */
const harmlessReserved = ":/?@!$'()*,;=";

const separators = { spaceDelimited: '%20', pipeDelimited: '%7C', form: ',', deepObject: ',' } as const;

/** Pairs joined with `&`; '' where nothing is said, as by an empty list. */
export function queryText(hole: QueryHole, value: JsonValue): string {
  if (hole.style === 'json') return pair(hole, hole.name, JSON.stringify(value));
  if (hole.style === 'deepObject') return deepPairs(hole, percentEncode(hole.name), value).join('&');
  const separator = separators[hole.style];
  if (isList(value)) {
    const items = saidItems(value).map(plainText);
    if (items.length === 0) return '';
    if (hole.explode) return items.map((item) => pair(hole, hole.name, item)).join('&');
    return `${percentEncode(hole.name)}=${items.map((item) => encoded(hole, item)).join(separator)}`;
  }
  if (isObject(value)) {
    const members = saidMembers(value).map(([key, member]) => [key, plainText(member)] as const);
    if (members.length === 0) return '';
    if (hole.explode) return members.map(([key, text]) => pair(hole, key, text)).join('&');
    const flat = members.flat().map((text) => encoded(hole, text));
    return `${percentEncode(hole.name)}=${flat.join(separator)}`;
  }
  return pair(hole, hole.name, plainText(value));
}

/**
 * `name[key]=value`; what lies deeper in more brackets, items by their number. The standard leaves both open, and this is what most read.
 * `name` is encoded.
 */
function deepPairs(hole: QueryHole, name: string, value: JsonValue): readonly string[] {
  if (value === null) return [];
  if (isList(value)) return value.flatMap((item, index) => deepPairs(hole, `${name}[${index}]`, item));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => deepPairs(hole, `${name}[${percentEncode(key)}]`, member));
  }
  return [`${name}=${encoded(hole, plainText(value))}`];
}

function pair(hole: QueryHole, name: string, text: string): string {
  return `${percentEncode(name)}=${encoded(hole, text)}`;
}

function encoded({ allowReserved }: QueryHole, text: string): string {
  return percentEncode(text, allowReserved ? harmlessReserved : '');
}
