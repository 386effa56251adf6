// Puts what ajv reports into words for the model that made the call: where, what is wrong, what was expected.
import type { ErrorObject } from 'ajv';
import { escapePointerSegment } from '../json/pointer.ts';

/** One thing wrong with a value. `path` is a JSON pointer, empty for the whole; what is too long to be read is cut. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
  readonly expected: string;
}

type Params = Readonly<Record<string, unknown>>;

/** Names, patterns and lists come from the schema and the call, and are as long as these like. */
const maxChars = 300;
const maxListed = 20;

export function schemaProblem(error: ErrorObject): SchemaProblem {
  // Ajv types the parameters by keyword, and foreign keywords are any text.
  const params: Params = error.params as Params;
  const { path, message, expected } = words(error, params);
  return { path: cut(path), message: cut(message), expected: cut(expected) };
}

function words(error: ErrorObject, params: Params): SchemaProblem {
  const { instancePath, keyword, propertyName } = error;
  const below = (name: string) => `${instancePath}/${escapePointerSegment(name)}`;
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      return { path: below(name), message: `unknown parameter ${quoted(name)}`, expected: 'no such parameter' };
    }
    case 'required':
      return { path: below(String(params['missingProperty'])), message: 'is missing', expected: 'a value' };
    case 'false schema':
      return { path: instancePath, message: 'is not taken here', expected: 'no value' };
    case 'propertyNames':
      return {
        path: below(String(params['propertyName'])),
        message: 'has a name that is not taken here',
        expected: 'another name',
      };
    default: {
      // Of a name rather than of a value.
      const path = propertyName === undefined ? instancePath : below(propertyName);
      return { path, message: error.message ?? `fails ${keyword}`, expected: expectation(keyword, params) };
    }
  }
}

function expectation(keyword: string, params: Params): string {
  switch (keyword) {
    case 'type':
      return Array.isArray(params['type'])
        ? params['type'].join(' or ')
        : String(params['type']).replaceAll(',', ' or ');
    case 'enum':
      return `one of ${list(params['allowedValues'])}`;
    case 'const':
      return JSON.stringify(params['allowedValue']);
    case 'multipleOf':
      return `a multiple of ${String(params['multipleOf'])}`;
    case 'dependentRequired':
    case 'dependencies':
      return `also ${quoted(String(params['missingProperty']))}`;
    default:
      if ('limit' in params) return `${keyword} ${String(params['limit'])}`;
      if ('pattern' in params) return `text matching ${String(params['pattern'])}`;
      return 'format' in params ? `format ${String(params['format'])}` : keyword;
  }
}

function list(values: unknown): string {
  if (!Array.isArray(values)) return JSON.stringify(values);
  const more = values.length > maxListed ? ` and ${values.length - maxListed} more` : '';
  return JSON.stringify(values.slice(0, maxListed)) + more;
}

function quoted(name: string): string {
  return JSON.stringify(name.length > maxChars ? `${name.slice(0, maxChars)}…` : name);
}

function cut(text: string): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
}
