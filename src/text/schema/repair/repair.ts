// Makes a foreign schema sound by JSON Schema 2020-12: older drafts are brought up to it, and what means nothing is left out.
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import type { Changes } from './changes.ts';
import { isList, isObject, mapMembers, own } from '../../json/members.ts';
import { isSoundKeyword, soundType } from './keyword-shapes.ts';
import { mapSubschemas, mayBeBoolean, type Place } from './walk.ts';

/** What a provider asks of every subschema beyond the standard. */
export interface SubschemaRules {
  /** `true` and `false` are schemas. */
  readonly takesBooleans: boolean;
  /** An array has to say what its items are. */
  readonly needsItems: boolean;
  /** Keywords that are left out without a word: they say nothing about arguments. */
  readonly unread: ReadonlySet<string>;
}

/** Answers the same schema where nothing is wrong. */
export function repairSchema(schema: JsonObject, rules: SubschemaRules, changes: Changes): JsonObject {
  const repair = (value: JsonValue, place: Place): JsonValue | undefined => {
    if (typeof value === 'boolean') return replaceBoolean(value, place, { rules, changes });
    if (!isObject(value)) {
      changes.add('what is no schema is left out', place.path);
      return place.keyword === 'properties' ? {} : undefined;
    }
    return mapSubschemas(soundNode(value, place.path, { rules, changes }), place.path, repair);
  };
  const repaired = repair(schema, { path: '', keyword: '' });
  return isObject(repaired) ? repaired : schema;
}

interface Repairing {
  readonly rules: SubschemaRules;
  readonly changes: Changes;
}

function replaceBoolean(value: boolean, place: Place, { rules, changes }: Repairing): JsonValue | undefined {
  if (rules.takesBooleans || mayBeBoolean.has(place.keyword)) return value;
  changes.add(`the schema "${value}" is said another way`, place.path);
  if (value) return {};
  return place.keyword === 'properties' ? undefined : { not: {} };
}

function soundNode(schema: JsonObject, path: string, { rules, changes }: Repairing): JsonObject {
  const current = olderDrafts(schema, path, changes);
  const sound = mapMembers(current, (value, keyword) => {
    if (rules.unread.has(keyword)) return undefined;
    if (keyword === 'type') return typeMember(value, path, changes);
    if (keyword === 'required' && isList(value)) return names(value, path, changes);
    if (isSoundKeyword(keyword, value)) return wellFormed(value, path, changes);
    changes.add(`"${keyword}" holds what it cannot and is left out`, path);
    return undefined;
  });
  if (!rules.needsItems || !isArrayType(sound) || isObject(own(sound, 'items'))) return sound;
  changes.add('"items" is added', path);
  return { ...sound, items: {} };
}

function isArrayType(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  return type === 'array' || (isList(type) && type.includes('array'));
}

function typeMember(given: JsonValue, path: string, changes: Changes): JsonValue | undefined {
  const sound = soundType(given);
  if (sound === undefined) changes.add('"type" holds what it cannot and is left out', path);
  else if (sound !== given) changes.add('"type" is named as JSON Schema names it', path);
  return sound;
}

function names(given: readonly JsonValue[], path: string, changes: Changes): readonly JsonValue[] {
  const distinct = [...new Set(given.filter((name) => typeof name === 'string'))];
  if (distinct.length === given.length) return given;
  changes.add('"required" names each argument once', path);
  return distinct;
}

/** Half of a surrogate pair is no Unicode text: some providers refuse the request. */
function wellFormed(value: JsonValue, path: string, changes: Changes): JsonValue {
  if (typeof value !== 'string' || value.isWellFormed()) return value;
  changes.add('broken Unicode is replaced', path);
  return value.toWellFormed();
}

function olderDrafts(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const current = tuple(schema, path, changes);
  const limited = exclusiveLimit(exclusiveLimit(current, 'Minimum'), 'Maximum');
  if (limited !== current) changes.add('an exclusive limit is a number', path);
  return limited;
}

/** Until 2019-09 a list of `items` stood for what is `prefixItems` today, and `additionalItems` for `items`. */
function tuple(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const { items, additionalItems, ...rest } = schema;
  if (!isList(items)) return schema;
  changes.add('a list of "items" is "prefixItems"', path);
  const behind = additionalItems === undefined ? {} : { items: additionalItems };
  return items.length === 0 ? { ...rest, ...behind } : { ...rest, prefixItems: items, ...behind };
}

/** In draft 4 `exclusiveMinimum: true` said of `minimum` that it is itself too small. */
function exclusiveLimit(schema: JsonObject, end: 'Minimum' | 'Maximum'): JsonObject {
  const exclusive = own(schema, `exclusive${end}`);
  if (typeof exclusive !== 'boolean') return schema;
  const inclusiveKey = end.toLowerCase();
  const limit = own(schema, inclusiveKey);
  const { [`exclusive${end}`]: _flag, ...rest } = schema;
  if (!exclusive || limit === undefined) return rest;
  const { [inclusiveKey]: _limit, ...others } = rest;
  return { ...others, [`exclusive${end}`]: limit };
}
