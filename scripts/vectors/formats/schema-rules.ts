// What providers ask of a schema below its root.
type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const maps = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const singles = ['contains', 'else', 'if', 'items', 'not', 'propertyNames', 'then'];

function subschemas(schema: Members): readonly unknown[] {
  return [
    ...maps.flatMap((key) => Object.values(Object(schema[key]))),
    ...lists.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
    ...singles.filter((key) => Object.hasOwn(schema, key)).map((key) => schema[key]),
  ];
}

interface Asked {
  readonly needsItems: boolean;
  readonly followsReferences: boolean;
}

/** Of schemas that are sent as JSON Schema to OpenAI and Gemini. */
export function jsonSchemaFaults(schema: unknown, asked: Asked): readonly string[] {
  if (!isMembers(schema)) return ['a subschema is no object'];
  const types = [schema['type']].flat();
  const faults: string[] = [];
  if (asked.needsItems && types.includes('array') && !isMembers(schema['items']))
    faults.push('array schema missing items');
  if (!asked.followsReferences) {
    for (const key of ['$ref', '$defs', 'definitions', '$schema', '$dynamicRef', '$recursiveRef'])
      if (Object.hasOwn(schema, key)) faults.push(`${key} is there`);
    const values = Array.isArray(schema['enum']) ? schema['enum'] : [];
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number'))
      faults.push('enum of other than texts and numbers');
  }
  return [...faults, ...subschemas(schema).flatMap((child) => jsonSchemaFaults(child, asked))];
}

/** By type, the fields of a Schema of Gemini. */
const fields: Readonly<Record<string, readonly string[]>> = {
  STRING: ['enum', 'format', 'maxLength', 'minLength', 'pattern'],
  NUMBER: ['format', 'maximum', 'minimum'],
  INTEGER: ['format', 'maximum', 'minimum'],
  BOOLEAN: [],
  ARRAY: ['items', 'maxItems', 'minItems'],
  OBJECT: ['maxProperties', 'minProperties', 'properties', 'required'],
};
const formats: Readonly<Record<string, readonly unknown[]>> = {
  STRING: ['date-time', 'enum'],
  NUMBER: ['double', 'float'],
  INTEGER: ['int32', 'int64'],
};

export function geminiSchemaFaults(schema: unknown, path: string): readonly string[] {
  if (!isMembers(schema)) return [`${path} is no schema`];
  if (Object.hasOwn(schema, 'anyOf')) {
    const branches = schema['anyOf'];
    if (!Array.isArray(branches) || branches.length < 2) return [`${path}: anyOf of less than two`];
    const beside = Object.keys(schema).length > 1 ? [`${path}: other fields alongside any_of`] : [];
    return [...beside, ...branches.flatMap((branch, index) => geminiSchemaFaults(branch, `${path}/anyOf/${index}`))];
  }
  const type = String(schema['type']);
  const known = fields[type];
  if (known === undefined) return [`${path}: type ${type}`];
  const unknown = Object.keys(schema).filter((key) => ![...known, 'description', 'nullable', 'type'].includes(key));
  const faults = unknown.map((key) => `${path}: Unknown name "${key}"`);
  if (Object.hasOwn(schema, 'format') && !formats[type]?.includes(schema['format'])) faults.push(`${path}: format`);
  if (Object.hasOwn(schema, 'nullable') && schema['nullable'] !== true) faults.push(`${path}: nullable`);
  return [...faults, ...typedFaults(schema, type, path)];
}

function typedFaults(schema: Members, type: string, path: string): readonly string[] {
  if (type === 'STRING' && Object.hasOwn(schema, 'enum')) {
    const values = schema['enum'];
    const isPlain =
      Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string' && value !== '');
    return isPlain ? [] : [`${path}: enum`];
  }
  if (type === 'ARRAY') return geminiSchemaFaults(schema['items'], `${path}/items`);
  if (type !== 'OBJECT') return [];
  const properties = schema['properties'];
  if (!isMembers(properties) || Object.keys(properties).length === 0)
    return [`${path}: properties should be non-empty for OBJECT type`];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return [
    ...required
      .filter((name) => !Object.hasOwn(properties, String(name)))
      .map((name) => `${path}: required ${String(name)} is not defined`),
    ...Object.entries(properties).flatMap(([name, child]) => geminiSchemaFaults(child, `${path}/${name}`)),
  ];
}
