// A schema with less said in it: what is left out tells less and never allows less.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { cutHead, isList, isObject, mapMembers, mapSubschemas, own } from '../../../text/index.ts';

/**
 * `brief`: short descriptions and no examples. `bare`: none. `loose`: of that only what may be cut anywhere, since nothing in it allows less
 * where a part of it allows more.
 */
export type Detail = 'full' | 'brief' | 'bare' | 'loose';

/** Of each description. */
const charsOf = { full: 1_000, brief: 120, bare: 0, loose: 0 } as const;

/** Longer lists of values are for programs. */
const looseValues = 100;
const looseWords =
  'not if then else contains minContains maxContains dependentSchemas propertyNames unevaluatedProperties ' +
  'unevaluatedItems const patternProperties uniqueItems';
const looseWithout: ReadonlySet<string> = new Set(looseWords.split(' '));

const briefWithout: ReadonlySet<string> = new Set(['examples', 'default', 'deprecated', 'writeOnly']);

export function lessDetail(schema: JsonObject, detail: Detail): JsonObject {
  const said = mapMembers(schema, (value, keyword) => {
    if (keyword === 'description' && typeof value === 'string')
      return charsOf[detail] === 0 ? undefined : sentence(value, charsOf[detail]);
    if (detail === 'loose' && (looseWithout.has(keyword) || isLongList(keyword, value))) return undefined;
    return detail !== 'full' && briefWithout.has(keyword) ? undefined : value;
  });
  return mapSubschemas(said, '', (child) => (isObject(child) ? lessDetail(child, detail) : child));
}

function isLongList(keyword: string, value: JsonValue): boolean {
  return keyword === 'enum' && isList(value) && value.length > looseValues;
}

/** References to what is not there take anything. Of a `loose` schema. */
export function withoutReferences(schema: JsonObject, isThere: (reference: string) => boolean): JsonObject {
  const reference = own(schema, '$ref');
  const { $ref: _gone, ...beside } = schema;
  const base = typeof reference === 'string' && !isThere(reference) ? beside : schema;
  return mapSubschemas(base, '', (child) => (isObject(child) ? withoutReferences(child, isThere) : child));
}

/** What lies deeper takes anything of its type. Of a `loose` schema. */
export function cutBelow(schema: JsonObject, levels: number): JsonObject {
  if (levels <= 0) {
    const type = own(schema, 'type');
    return type === undefined ? {} : { type };
  }
  return mapSubschemas(schema, '', (child) => (isObject(child) ? cutBelow(child, levels - 1) : child));
}

/** One line of plain text. */
export function sentence(text: string, maxChars: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(
      /<\/?(?:a|b|i|p|br|li|ul|ol|em|code|pre|strong|note|important|dl|dt|dd|table|t[rdh]|h\d)\b[^<>]*>/gi,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= maxChars) return plain;
  const { text: head } = cutHead(plain, maxChars - 1);
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('; '));
  return end > maxChars / 2 ? head.slice(0, end + 1) : `${head}…`;
}
