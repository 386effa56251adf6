// The published JSON Schema of a configuration file, for editors: the schema that checks it, with the defaults written in.
import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { configFileSchema } from './config-schema.ts';
import { defaultSettings } from './default-settings.ts';

/** Draft 7: what editors of YAML read. It cannot say everything that loading checks. */
export function configJsonSchema(): JsonObject {
  const { $schema, ...schema } = toPlain(z.toJSONSchema(configFileSchema, { target: 'draft-7' }));
  const title = 'Configuration of Gatehouse: gatehouse.yaml in a project, or ~/.config/gatehouse/config.yaml';
  return { ...($schema === undefined ? {} : { $schema }), title, ...withDefaults(schema, toPlain(defaultSettings)) };
}

function withDefaults(schema: JsonObject, defaults: JsonObject): JsonObject {
  if (!isObject(schema['properties'])) return schema;
  const properties = Object.entries(schema['properties']).map(([key, property]) => {
    const value = defaults[key];
    if (!isObject(property) || value === undefined) return [key, property] as const;
    const alternatives = property['anyOf'];
    if (isObject(value) && Array.isArray(alternatives)) {
      const anyOf = alternatives.map((each: JsonValue) => (isObject(each) ? withDefaults(each, value) : each));
      return [key, { ...property, anyOf }] as const;
    }
    const isSection = isObject(value) && property['properties'] !== undefined;
    return [key, isSection ? withDefaults(property, value) : { ...property, default: value }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without undefined and prototypes. */
function toPlain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
