// The kinds of value that one schema allows, each with one type: the subset knows neither lists of types nor unions beside other keywords.
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { type Changes, isList, isNumber, isObject, own, ownText, without } from '../../text/index.ts';
import { mergeBranches } from '../schema/object-root.ts';

export interface Variants {
  /** None where only null is allowed. */
  readonly variants: readonly JsonObject[];
  readonly isNullable: boolean;
}

const unionKeys: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);
/** Branches of branches, after which a value may be any. */
const maxVariants = 32;

export function variantsOf(given: JsonObject, path: string, changes: Changes): Variants {
  const schema = mergeAll(given, path, changes);
  const branches = ['anyOf', 'oneOf'].flatMap((key) => {
    const listed = own(schema, key);
    return isList(listed) ? listed : [];
  });
  if (branches.length === 0) return byType(schema, path, changes);
  const base = without(schema, unionKeys);
  if (branches.length > maxVariants) return manyKinds(base, path, changes);
  if (own(schema, 'oneOf') !== undefined) changes.add('"oneOf" is "anyOf"', path);
  const found = branches.map((branch) => variantsOf(isObject(branch) ? joined(base, branch) : base, path, changes));
  const variants = found.flatMap((one) => one.variants);
  return {
    variants: variants.length > maxVariants ? manyKinds(base, path, changes).variants : variants,
    isNullable: found.some((one) => one.isNullable),
  };
}

function manyKinds(base: JsonObject, path: string, changes: Changes): Variants {
  changes.add('more kinds of value than can be listed are left to the description', path);
  return { variants: [{ description: ownText(base, 'description') }], isNullable: false };
}

/** All of `allOf` hold at once, so they are one schema. */
function mergeAll(schema: JsonObject, path: string, changes: Changes): JsonObject {
  const parts = own(schema, 'allOf');
  if (!isList(parts)) return schema;
  changes.add('"allOf" is one schema', path);
  return parts
    .filter(isObject)
    .reduce<JsonObject>(
      (whole, part) => joined(whole, mergeAll(part, path, changes)),
      without(schema, new Set(['allOf'])),
    );
}

/** Members of both objects; of other keywords the second's, which is the closer one. */
function joined(base: JsonObject, branch: JsonObject): JsonObject {
  const whole = { ...base, ...branch };
  const both = own(base, 'properties') !== undefined && own(branch, 'properties') !== undefined;
  const needed = own(base, 'required') !== undefined && own(branch, 'required') !== undefined;
  if (!both && !needed) return whole;
  const { properties, required } = mergeBranches({ ...base, allOf: [branch] }).schema;
  return {
    ...whole,
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  };
}

function byType(schema: JsonObject, path: string, changes: Changes): Variants {
  const given = own(schema, 'type');
  const types = given === undefined ? impliedTypes(schema) : isList(given) ? given : [given];
  const values = listedValues(schema);
  const isNullable = types.includes('null') || (given === undefined && values?.includes(null) === true);
  const kinds = types.filter((type) => type !== 'null');
  if (kinds.length === 0 && types.length > 0) return { variants: [], isNullable };
  if (kinds.length === 0) return { variants: [schema], isNullable };
  if (kinds.length > 1) changes.add('a list of types is "anyOf"', path);
  return { variants: kinds.map((type) => ofType(schema, type, values)), isNullable };
}

/** With only those listed values that are of the type. */
function ofType(schema: JsonObject, type: JsonValue, values: readonly JsonValue[] | null): JsonObject {
  if (values === null) return { ...schema, type };
  const fitting = values.filter((value) => isOfType(value, type));
  return { ...without(schema, new Set(['const', 'enum'])), type, ...(fitting.length === 0 ? {} : { enum: fitting }) };
}

function listedValues(schema: JsonObject): readonly JsonValue[] | null {
  const values = own(schema, 'enum');
  if (isList(values)) return values;
  const constant = own(schema, 'const');
  return constant === undefined ? null : [constant];
}

/** What a schema that names no type speaks of. */
function impliedTypes(schema: JsonObject): readonly JsonValue[] {
  const values = listedValues(schema);
  if (values !== null) return [...new Set(values.map(typeName))];
  if (own(schema, 'properties') !== undefined || own(schema, 'additionalProperties') !== undefined) return ['object'];
  if (own(schema, 'items') !== undefined || own(schema, 'prefixItems') !== undefined) return ['array'];
  if (['pattern', 'minLength', 'maxLength'].some((key) => own(schema, key) !== undefined)) return ['string'];
  return ['minimum', 'maximum', 'multipleOf'].some((key) => own(schema, key) !== undefined) ? ['number'] : [];
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isList(value)) return 'array';
  if (isNumber(value)) return 'number';
  return typeof value;
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  const name = typeName(value);
  return name === type || (name === 'number' && type === 'integer');
}
