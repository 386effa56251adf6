// Where in a JSON Schema other schemas stand, by keyword (2020-12, and what older drafts had).
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import { isList, isObject, mapItems, mapMembers } from '../../json/members.ts';

const single: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listed: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const named: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Schemas that may be `true` or `false` everywhere: what else may a value hold. */
export const mayBeBoolean: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

export interface Place {
  readonly path: string;
  /** The keyword whose schema this is; empty at the root. */
  readonly keyword: string;
}

/** Answers the same schema where no subschema changed; one that becomes undefined is left out of its map, or is `{}` in a list. */
export function mapSubschemas(
  schema: JsonObject,
  path: string,
  change: (subschema: JsonValue, place: Place) => JsonValue | undefined,
): JsonObject {
  return mapMembers(schema, (value, keyword) => {
    const at = `${path}/${keyword}`;
    if (named.has(keyword) && isObject(value))
      // A list of names among `dependencies` is no schema.
      return mapMembers(value, (child, name) =>
        isList(child) && keyword === 'dependencies' ? child : change(child, { path: `${at}/${name}`, keyword }),
      );
    if (listed.has(keyword) && isList(value))
      return mapItems(value, (child, index) => change(child, { path: `${at}/${index}`, keyword }) ?? {});
    if (single.has(keyword)) return change(value, { path: at, keyword });
    return value;
  });
}
