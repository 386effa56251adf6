// What both of OpenAI's requests take.
import type { RequestRules } from '../tools/prepare-tools.ts';

/** Models of which no limit of descriptions is known. Older ones, and servers that speak this format, refuse above 1,024 characters. */
const longDescriptions = /^(?:gpt-4\.1|gpt-[5-9]|o[34])/;
const maxDescriptionChars = 1_024;

/** Functions in a request: "array too long. Expected an array with maximum length 128". */
export const maxTools = 128;

export function openaiRules(model: string): Omit<RequestRules, 'searchesItself'> {
  return {
    schema: {
      takesBooleans: false,
      // "array schema missing items"
      needsItems: true,
      unread: new Set(),
      references: 'followed',
      // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
      refusedAtRoot: new Set(['allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf']),
      // "object schema missing properties"
      needsProperties: true,
      argumentNames: null,
    },
    names: { pattern: /^[a-zA-Z0-9_-]{1,64}$/, illegal: /[^a-zA-Z0-9_-]/gu },
    maxTools,
    maxDescriptionChars: longDescriptions.test(model) ? Infinity : maxDescriptionChars,
    reserved: [],
  };
}
