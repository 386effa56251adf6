// The schema of a tool's arguments, made of its parameters.
import type { JsonObject } from '../../contract/index.ts';

export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isOptional: boolean;
}

/** Of one that no template can name, or null. */
export function parametersProblem(parameters: readonly Parameter[]): string | null {
  const odd = parameters.find(({ name }) => !/^[A-Za-z_]\w{0,63}$/.test(name));
  if (odd === undefined) return null;
  return `the parameter ${JSON.stringify(odd.name)} cannot be named in a template; use letters, digits and "_"`;
}

export function parametersSchema(parameters: readonly Parameter[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** `required: false`, or a default, makes one optional; the word is ours and no part of its schema. */
export function typedParameters(given: Readonly<Record<string, JsonObject>>): readonly Parameter[] {
  return Object.entries(given).map(([name, { required, ...schema }]) => ({
    name,
    schema: Array.isArray(required) ? { ...schema, required } : schema,
    isOptional: required === false || 'default' in schema,
  }));
}
