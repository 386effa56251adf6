// Whether a schema that a description brings for one argument can stand in the schema of a tool: one keyword that is wrong, or that leads
// out of it, would refuse every call.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { isList, isObject, isSoundKeyword, mapSubschemas, soundType } from '../../../text/index.ts';

/** Whether a pattern can be checked in linear time. */
export type PatternCheck = (pattern: string) => boolean;

const deepest = 16;

/** They refer to other places, or stand for what nobody writes of one argument. */
const refused: ReadonlySet<string> = new Set(
  `$ref $dynamicRef $recursiveRef $id id $anchor $dynamicAnchor $recursiveAnchor $schema $defs definitions $vocabulary $async
   dependencies dependentRequired dependentSchemas additionalItems patternProperties nullable discriminator`.split(
    /\s+/,
  ),
);

export function isUsableSchema(value: JsonValue, isPattern: PatternCheck, depth = 0): value is JsonObject {
  if (!isObject(value) || depth > deepest) return false;
  if (!Object.entries(value).every(([keyword, child]) => isUsableKeyword(keyword, child, isPattern))) return false;
  let isUsable = true;
  mapSubschemas(value, '', (child) => {
    isUsable &&= typeof child === 'boolean' || isUsableSchema(child, isPattern, depth + 1);
    return child;
  });
  return isUsable;
}

/** Whether a schema has one, to know whether the engine of patterns is needed. */
export function hasPattern(value: JsonValue, depth = 0): boolean {
  if (depth > deepest || typeof value !== 'object' || value === null) return false;
  if (isList(value)) return value.some((item) => hasPattern(item, depth + 1));
  return Object.entries(value).some(([key, child]) => key === 'pattern' || hasPattern(child, depth + 1));
}

function isUsableKeyword(keyword: string, value: JsonValue, isPattern: PatternCheck): boolean {
  if (refused.has(keyword) || !isSoundKeyword(keyword, value)) return false;
  if (keyword === 'type') return soundType(value) === value;
  return keyword !== 'pattern' || (typeof value === 'string' && isPattern(value));
}
