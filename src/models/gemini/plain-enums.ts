// Lists of values as `parametersJsonSchema` takes them: texts and numbers. Others are said in words.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isList, isNumber, isObject, own, ownText, without, mapSubschemas } from '../../text/index.ts';

const enumKey: ReadonlySet<string> = new Set(['enum']);
const valueKeys: ReadonlySet<string> = new Set(['enum', 'type']);

export function plainEnums(schema: JsonObject, changes: Changes): JsonObject {
  const plain = (value: JsonValue, path: string): JsonValue => {
    if (!isObject(value)) return value;
    return mapSubschemas(plainNode(value, path, changes), path, (child, place) => plain(child, place.path));
  };
  const result = plain(schema, '');
  return isObject(result) ? result : schema;
}

function plainNode(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const values = own(schema, 'enum');
  if (!isList(values)) return schema;
  const plain = values.filter((value) => (typeof value === 'string' && value !== '') || isNumber(value));
  if (plain.length === values.length) return schema;
  const isNullBeside = plain.length > 0 && values.every((value) => value === null || plain.includes(value));
  if (isNullBeside && own(schema, 'anyOf') === undefined) {
    changes.add('"enum" with null is "anyOf"', path);
    return { ...without(schema, valueKeys), anyOf: [{ ...typeOf(schema), enum: plain }, { type: 'null' }] };
  }
  changes.add('"enum" of other than texts and numbers is said in words', path);
  const words = `One of ${JSON.stringify(values)}.`;
  return {
    ...without(schema, enumKey),
    description: [ownText(schema, 'description'), words].filter((part) => part !== '').join(' '),
  };
}

function typeOf(schema: JsonObject): JsonObject {
  const type = own(schema, 'type');
  if (type === undefined) return {};
  return { type: isList(type) ? type.filter((name) => name !== 'null') : type };
}
