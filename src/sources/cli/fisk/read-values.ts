// Flags and arguments as fisk describes them, with the types that the schema of their command knows, where it has one.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { isObject, ownObject } from '../../../text/index.ts';
import type { TreeArgument, TreeFlag, ValueType } from '../command-tree.ts';
import { member, readFlag, readText, readTexts, type Note } from './read-members.ts';

/** Null for what is none. */
export function readFiskFlag(value: JsonValue, schema: JsonObject | null, note: Note): TreeFlag | null {
  const name = isObject(value) ? member(value, 'name') : null;
  if (!isObject(value) || typeof name !== 'string' || name === '') {
    note('a flag has no name: it is left out');
    return null;
  }
  const noted: Note = (sentence) => note(`flag ${JSON.stringify(name)}: ${sentence}`);
  const isBoolean = readFlag(value, 'boolean', noted);
  const isMany = readFlag(value, 'cumulative', noted);
  const isNegatable = isBoolean && readFlag(value, 'negatable', noted);
  return {
    name,
    flag: `--${name}`,
    kind: kindOf(isBoolean, isMany && !isNegatable, ownSchema(schema, name)),
    negation: isNegatable ? `--no-${name}` : null,
    join: '=',
    many: isMany && !isBoolean,
    value: textOf(readTexts(value, 'completions', noted)),
    description: readText(value, 'help', noted),
    fallback: readTexts(value, 'default', noted),
    required: readFlag(value, 'required', noted),
    env: readText(value, 'envar', noted) || null,
    hidden: isHidden(value, noted),
    dangerous: false,
  };
}

/** A flag that is true or false and may be given again counts: fisk has no other of that kind. */
function kindOf(isBoolean: boolean, isMany: boolean, schema: JsonObject | null): TreeFlag['kind'] {
  if (isBoolean) return isMany ? 'count' : 'switch';
  return schema !== null && schema['type'] === 'object' ? 'map' : 'value';
}

/** Null for what is none: then nobody knows which value would be the next one. */
export function readFiskArgument(value: JsonValue, note: Note): TreeArgument | null {
  const name = isObject(value) ? member(value, 'name') : null;
  if (!isObject(value) || typeof name !== 'string') return null;
  const noted: Note = (sentence) => note(`argument ${JSON.stringify(name)}: ${sentence}`);
  return {
    name,
    many: readFlag(value, 'cumulative', noted),
    value: textOf(readTexts(value, 'completions', noted)),
    description: readText(value, 'help', noted),
    fallback: readTexts(value, 'default', noted),
    required: readFlag(value, 'required', noted),
    env: readText(value, 'envar', noted) || null,
  };
}

/** Whatever is said besides false hides it. */
export function isHidden(of: JsonObject, note: Note): boolean {
  const hidden = member(of, 'hidden');
  readFlag(of, 'hidden', note);
  return hidden !== null && hidden !== false;
}

/** What is known without a schema. */
function textOf(choices: readonly string[]): ValueType {
  return choices.length === 0 ? anyText : { type: 'string', choices, schema: null };
}

const anyText: ValueType = { type: 'string', choices: null, schema: null };

function ownSchema(schema: JsonObject | null, name: string): JsonObject | null {
  const properties = schema === null ? null : ownObject(schema, 'properties');
  return properties === null ? null : ownObject(properties, name);
}
