// Reads one field of a server's form: a text, a number, a yes or no, or a choice, with the keywords that belong to it and no others.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { cutHead, neutraliseForModel } from '../../../text/index.ts';

const longestText = 1_000;
const mostChoices = 200;
const formats: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** Why it is none, where it is none. */
export function readField(said: unknown): JsonObject | string {
  if (!isObject(said)) return 'is no field';
  const common = { ...text(said, 'title'), ...text(said, 'description') };
  switch (said['type']) {
    case 'string':
      return readText(said, common);
    case 'number':
    case 'integer':
      return { type: said['type'], ...common, ...numbers(said, ['minimum', 'maximum']), ...standard(said, 'number') };
    case 'boolean':
      return { type: 'boolean', ...common, ...standard(said, 'boolean') };
    case 'array':
      return readChoices(said, common);
    default:
      return 'is of no kind that a form has';
  }
}

type Said = Readonly<Record<string, unknown>>;

function readText(said: Said, common: JsonObject): JsonObject | string {
  const choices = choicesOf(said);
  if (typeof choices === 'string') return choices;
  if (choices !== null) return { type: 'string', ...common, ...choices, ...standard(said, 'string') };
  const format = formats.has(said['format']) ? { format: String(said['format']) } : {};
  return {
    type: 'string',
    ...common,
    ...numbers(said, ['minLength', 'maxLength']),
    ...format,
    ...standard(said, 'string'),
  };
}

function readChoices(said: Said, common: JsonObject): JsonObject | string {
  const { items } = said;
  const choices = isObject(items) ? choicesOf({ ...items, oneOf: items['anyOf'] ?? items['oneOf'] }) : null;
  if (choices === null) return 'is a list of what nobody can choose from';
  if (typeof choices === 'string') return choices;
  const chosen = said['default'];
  const isChosen =
    Array.isArray(chosen) && chosen.length <= mostChoices && chosen.every((item) => typeof item === 'string');
  const { oneOf, ...named } = choices;
  const each = oneOf === undefined ? { type: 'string', ...named } : { anyOf: oneOf };
  return {
    type: 'array',
    ...common,
    items: each,
    ...numbers(said, ['minItems', 'maxItems']),
    ...(isChosen ? { default: chosen } : {}),
  };
}

/** Null where there are none. Values go back to the byte, so they hold nothing hidden. */
function choicesOf(said: Said): JsonObject | string | null {
  const { oneOf, enum: values, enumNames } = said;
  if (Array.isArray(oneOf)) {
    const choices: JsonValue[] = [];
    for (const choice of oneOf.slice(0, mostChoices + 1)) {
      if (!isObject(choice) || !isPlain(choice['const'])) return 'has a choice that is none';
      choices.push({ const: choice['const'], ...text(choice, 'title') });
    }
    return isCount(choices.length) ? { oneOf: choices } : 'has no choices, or too many';
  }
  if (!Array.isArray(values)) return null;
  if (!isCount(values.length)) return 'has no choices, or too many';
  const plain = values.filter(isPlain);
  if (plain.length !== values.length) return 'has a choice that is none';
  const names = Array.isArray(enumNames) ? enumNames.filter((name) => typeof name === 'string').map(shown) : [];
  return names.length === plain.length ? { enum: plain, enumNames: names } : { enum: plain };
}

function isCount(count: number): boolean {
  return count > 0 && count <= mostChoices;
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText && neutraliseForModel(value) === value;
}

function text(said: Said, key: string): JsonObject {
  const value = said[key];
  return typeof value === 'string' ? { [key]: shown(value) } : {};
}

function shown(value: string): string {
  return neutraliseForModel(cutHead(value.toWellFormed(), longestText).text);
}

function numbers(said: Said, keys: readonly string[]): JsonObject {
  const entries = keys
    .map((key) => [key, said[key]] as const)
    .filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(entries);
}

/** A value that the form begins with. */
function standard(said: Said, type: 'string' | 'number' | 'boolean'): JsonObject {
  const value = said['default'];
  if (type === 'string') return isPlain(value) ? { default: value } : {};
  // The type was looked at.
  return typeof value === type ? { default: value as number | boolean } : {};
}

function isObject(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
