// Arguments that fit the schema of a tool and are awkward on a command line.
import fc from 'fast-check';
import type { CommandShape, JsonObject, JsonValue } from '../../../src/contract/index.ts';
import { isList, isObject, own, ownObject, ownText } from '../../../src/text/index.ts';

const plain =
  '- -- -x --force --help --no-x=1 @ @/etc/passwd @@x = a=b == -=- * ~ ! $(id) `id` ;rm ${HOME} \\ " null true 0 -1 1e3 [] {}';
const other = [
  '',
  ' ',
  'a b',
  ' a ',
  'a\nb',
  '\n',
  '\t',
  '\r\n',
  "it's",
  'ü',
  'é\u0301',
  '日本',
  '🙂',
  '\u202e',
  '\u200b',
  '\ufeff',
];
const awkward = [...plain.split(' '), ...other, 'x'.repeat(2_000)];
/** What texts of a format look like. Of one that is not here anything is tried. */
const formats: ReadonlyMap<string, readonly string[]> = new Map([
  ['ipv4', ['127.0.0.1', '10.0.0.255']],
  ['ipv6', ['::1', 'fe80::1']],
  ['uri', ['nats://a:1', 'https://b/?c=d&e=-f#g']],
  ['uri-reference', ['nats://a:1', '/x?y=-z', '#f', '', '@x']],
  ['date-time', ['2026-01-02T03:04:05Z']],
  ['date', ['2026-01-02']],
  ['email', ['a@b.example']],
  ['hostname', ['a.example']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000']],
]);
const bigIntegers = ['9007199254740993', '-9007199254740993', '18446744073709551615', '123456789012345678901234567890'];

const text = fc
  .oneof({ arbitrary: fc.constantFrom(...awkward), weight: 3 }, fc.string({ unit: 'grapheme', maxLength: 30 }))
  .filter((value) => !value.includes('\0') && value.isWellFormed());

/** As JSON, so that numbers keep their digits. Whether they fit the schema is for the caller to see. */
export function argumentTexts(schema: JsonObject, shape: CommandShape): fc.Arbitrary<string> {
  const properties = Object.entries(ownObject(schema, 'properties') ?? {});
  const required = own(schema, 'required');
  const needed = new Set(isList(required) ? required : []);
  const unsayable = new Set(shape.flags.filter(({ isOn }) => isOn).map(({ property }) => property));
  const made = properties.map(([name, of]) => {
    const value = unsayable.has(name) ? fc.constant(true) : valueOf(of);
    return fc.tuple(fc.constant(name), needed.has(name) ? value : fc.option(value, { nil: undefined }), value);
  });
  return fc.tuple(...made).map((members) => JSON.stringify(Object.fromEntries(withoutGaps(members, shape))));
}

/** An argument before another is given too, unless something stands in for it. */
function withoutGaps(
  members: readonly (readonly [string, JsonValue | undefined, JsonValue])[],
  { args }: CommandShape,
): readonly (readonly [string, JsonValue])[] {
  const given = new Map(members.map(([name, value]) => [name, value]));
  const last = args.findLastIndex(({ property }) => given.get(property) !== undefined);
  const gaps = new Set(
    args.slice(0, Math.max(0, last)).flatMap(({ property, fallback }) => (fallback.length === 0 ? [property] : [])),
  );
  return members.flatMap(([name, value, instead]) => {
    const said = value === undefined && gaps.has(name) ? instead : value;
    return said === undefined ? [] : [[name, said] as const];
  });
}

function valueOf(schema: JsonValue): fc.Arbitrary<JsonValue> {
  if (!isObject(schema)) return text;
  const choices = own(schema, 'enum');
  if (isList(choices) && choices.length > 0) return fc.constantFrom(...choices);
  const variants = own(schema, 'oneOf') ?? own(schema, 'anyOf');
  if (isList(variants) && variants.length > 0) {
    return fc.oneof(
      ...variants.map((variant) => valueOf(isObject(variant) ? { ...without(schema), ...variant } : schema)),
    );
  }
  const type = own(schema, 'type');
  return isList(type) ? fc.oneof(...type.map((each) => ofType(each, schema))) : ofType(type, schema);
}

function ofType(type: JsonValue | undefined, schema: JsonObject): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integerOf(schema);
    case 'number':
      return fc.double({ ...rangeOf(schema, 1e15), noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(valueOf(own(schema, 'items') ?? {}), { maxLength: 4 });
    case 'object':
      return mapOf(own(schema, 'additionalProperties') ?? {});
    default:
      return textOf(schema);
  }
}

function without({ oneOf: _one, anyOf: _any, ...rest }: JsonObject): JsonObject {
  return rest;
}

function integerOf(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const { min, max } = rangeOf(schema, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  if (typeof own(schema, 'maximum') === 'number') return small;
  const big = bigIntegers.filter((digits) => Number(digits) >= min).map((digits) => JSON.rawJSON(digits));
  return fc.oneof(small, fc.constantFrom<JsonValue>(...big));
}

function rangeOf(schema: JsonObject, most: number): { readonly min: number; readonly max: number } {
  const [min, max] = [own(schema, 'minimum'), own(schema, 'maximum')];
  return { min: typeof min === 'number' ? min : -most, max: typeof max === 'number' ? Math.min(max, most) : most };
}

function textOf(schema: JsonObject): fc.Arbitrary<string> {
  const pattern = own(schema, 'pattern');
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const examples = formats.get(ownText(schema, 'format'));
  return examples === undefined ? text : fc.constantFrom(...examples);
}

/** A key ends at the first "=", so it has none. */
function mapOf(values: JsonValue): fc.Arbitrary<JsonValue> {
  const key = text.map((name) => name.replaceAll('=', '_'));
  return fc.dictionary(key, isObject(values) ? valueOf(values) : text, { maxKeys: 3, noNullPrototype: true });
}
