// JSON Schema in the subset of OpenAPI that the member `parameters` of a function declaration is read as. One keyword outside of it refuses the
// whole request, so what cannot be said in it is said in words.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isList, isNumber, isObject, own, ownObject, ownText } from '../../text/index.ts';
import { variantsOf } from './variants.ts';
import { inWords } from './words.ts';

/** Its type is any; this is as near as the subset comes. */
const anyScalar: JsonObject = { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }] };

/** The root of the arguments, which stays an object when it is empty. */
export function translateParameters(schema: JsonObject, changes: Changes): JsonObject {
  const properties = ownObject(schema, 'properties');
  if (properties === null || Object.keys(properties).length === 0) return { type: 'OBJECT' };
  return { type: 'OBJECT', ...objectMembers(schema, '', changes) };
}

export function translateSchema(schema: JsonValue, path: string, changes: Changes): JsonObject {
  if (!isObject(schema)) return anyScalar;
  const { variants, isNullable } = variantsOf(schema, path, changes);
  const translated = [
    ...new Map(
      variants.map((variant) => {
        const one = translateOne(variant, path, changes);
        return [JSON.stringify(one), one];
      }),
    ).values(),
  ];
  const [first, ...others] = translated;
  if (first === undefined) return { type: 'STRING', nullable: true, description: 'Only null.' };
  if (others.length > 0)
    // Nothing may stand beside `anyOf`.
    return { anyOf: translated.flatMap((one) => flat(isNullable ? nullable(one) : one)) };
  return isNullable ? nullable(first) : first;
}

function nullable(schema: JsonObject): JsonObject {
  const branches = own(schema, 'anyOf');
  if (isList(branches)) return { anyOf: branches.map((branch) => (isObject(branch) ? nullable(branch) : branch)) };
  return { ...schema, nullable: true };
}

function flat(schema: JsonObject): readonly JsonValue[] {
  const branches = own(schema, 'anyOf');
  return isList(branches) ? branches : [schema];
}

/** Of a schema with one type at most and without unions. */
function translateOne(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const type = own(schema, 'type');
  const said = (translated: JsonObject): JsonObject =>
    withDescription(translated, inWords(schema, translated, { path, changes }));
  switch (type) {
    case 'string':
      return said({ type: 'STRING', ...textMembers(schema) });
    case 'integer':
      return said({ type: 'INTEGER', ...numberMembers(schema, ['int32', 'int64']) });
    case 'number':
      return said({ type: 'NUMBER', ...numberMembers(schema, ['float', 'double']) });
    case 'boolean':
      return said({ type: 'BOOLEAN' });
    case 'array':
      return said({ type: 'ARRAY', items: itemsOf(schema, path, changes), ...kept(schema, ['minItems', 'maxItems']) });
    case 'object':
      return translateObject(schema, path, changes);
    default:
      changes.add('a value of any kind is a text, a number or true or false', path);
      return { anyOf: flat(anyScalar).map((one) => (isObject(one) ? said(one) : one)) };
  }
}

/** An object without known members is taken by no version of the subset; as text it is, and such text is read back before it is validated. */
function translateObject(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const members = objectMembers(schema, path, changes);
  if (Object.keys(members).length > 0) {
    const translated: JsonObject = { type: 'OBJECT', ...members };
    return withDescription(translated, inWords(schema, translated, { path, changes }));
  }
  changes.add('an object of unknown members is asked for as JSON text', path);
  const values = ownText(ownObject(schema, 'additionalProperties') ?? {}, 'type');
  const asText =
    values === '' ? 'A JSON object, written as text.' : `A JSON object with values of type ${values}, written as text.`;
  return withDescription({ type: 'STRING' }, [ownText(schema, 'description'), asText].filter(Boolean).join(' '));
}

function objectMembers(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const properties = Object.entries(ownObject(schema, 'properties') ?? {});
  if (properties.length === 0) return {};
  const names = new Set(properties.map(([name]) => name));
  const given = own(schema, 'required');
  const required = (isList(given) ? given : []).filter((name) => typeof name === 'string' && names.has(name));
  return {
    properties: Object.fromEntries(
      properties.map(([name, value]) => [name, translateSchema(value, `${path}/properties/${name}`, changes)]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...kept(schema, ['minProperties', 'maxProperties']),
  };
}

function itemsOf(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const prefix = own(schema, 'prefixItems');
  const behind = own(schema, 'items');
  if (isList(prefix)) {
    const goesOn = isObject(behind) && Object.keys(behind).length > 0 && !allowsNothing(behind);
    const kinds = goesOn ? [...prefix, behind] : prefix;
    return translateSchema({ anyOf: kinds }, `${path}/prefixItems`, changes);
  }
  return translateSchema(isObject(behind) ? behind : {}, `${path}/items`, changes);
}

/** What `false` has become as a schema. */
function allowsNothing(schema: JsonObject): boolean {
  const not = ownObject(schema, 'not');
  return not !== null && Object.keys(not).length === 0;
}

function textMembers(schema: JsonObject): JsonObject {
  const values = own(schema, 'enum');
  const constant = own(schema, 'const');
  const listed = isList(values) ? values : constant === undefined ? [] : [constant];
  // An empty text among the values is refused.
  const texts = listed.filter((value) => typeof value === 'string' && value !== '');
  return {
    ...(texts.length === 0 ? {} : { format: 'enum', enum: texts }),
    ...(texts.length === 0 && own(schema, 'format') === 'date-time' ? { format: 'date-time' } : {}),
    ...kept(schema, ['minLength', 'maxLength', 'pattern']),
  };
}

function numberMembers(schema: JsonObject, formats: readonly string[]): JsonObject {
  const format = ownText(schema, 'format');
  const limits = kept(schema, ['minimum', 'maximum']);
  return formats.includes(format) ? { format, ...limits } : limits;
}

function kept(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const members = keywords.map((keyword) => [keyword, own(schema, keyword)] as const);
  return Object.fromEntries(
    members.flatMap(([keyword, value]) =>
      value !== undefined && (isNumber(value) || keyword === 'pattern') ? [[keyword, value]] : [],
    ),
  );
}

function withDescription(schema: JsonObject, description: string): JsonObject {
  return description === '' ? schema : { ...schema, description };
}
