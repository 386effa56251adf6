import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { parseJson } from '../json/lossless-json.ts';
import { coerceArguments } from './coerce.ts';

function schemaOf(a: JsonObject): JsonObject {
  return { type: 'object', properties: { a } };
}

function coerced(schema: JsonObject, value: JsonValue): string {
  return JSON.stringify(coerceArguments(schemaOf(schema), { a: value }).value['a']);
}

describe('text where the schema takes no text', () => {
  it.each<[string, JsonObject, string, string]>([
    ['5', { type: 'integer' }, 'number', '5'],
    [' 5\n', { type: 'integer' }, 'number', '5'],
    ['-0.5', { type: 'number' }, 'number', '-0.5'],
    ['5', { type: ['integer', 'null'] }, 'number', '5'],
    ['null', { type: ['integer', 'null'] }, 'null', 'null'],
    ['true', { type: 'boolean' }, 'boolean', 'true'],
    ['[1]', { type: 'array' }, 'array', '[1]'],
    ['{"b":"c"}', { type: 'object' }, 'object', '{"b":"c"}'],
    // Whether 5.5 is an integer is for the schema to say.
    ['5.5', { type: 'integer' }, 'number', '5.5'],
  ])('reads %j for %j as %s', (text, schema, to, expected) => {
    const result = coerceArguments(schemaOf(schema), { a: text });
    expect(JSON.stringify(result.value)).toBe(`{"a":${expected}}`);
    expect(result.coercions).toEqual([{ path: '/a', from: 'string', to }]);
  });

  it('keeps every digit of a number that is larger than a double', () => {
    expect(coerced({ type: 'integer' }, '12345678901234567890')).toBe('12345678901234567890');
    expect(coerced({ type: 'array', items: { type: 'integer' } }, '[12345678901234567890]')).toBe(
      '[12345678901234567890]',
    );
  });

  it.each<[string, JsonObject]>([
    ['', { type: 'integer' }],
    ['five', { type: 'integer' }],
    ['05', { type: 'integer' }],
    ['+5', { type: 'integer' }],
    ['0x5', { type: 'integer' }],
    ['NaN', { type: 'number' }],
    ['5 6', { type: 'integer' }],
    ['"5"', { type: 'integer' }],
    ['True', { type: 'boolean' }],
    ['yes', { type: 'boolean' }],
    ['1', { type: 'boolean' }],
    ['0', { type: 'boolean' }],
    ['null', { type: 'integer' }],
    ['[1]', { type: 'object' }],
    ['{}', { type: 'array' }],
    ['[1', { type: 'array' }],
    ["['a']", { type: 'array' }],
    ['{"a":1,"a":2}', { type: 'object' }],
  ])('leaves %j for %j as it is, so that the schema refuses it', (text, schema) => {
    const value = { a: text };
    const result = coerceArguments(schemaOf(schema), value);
    expect(result).toEqual({ value, coercions: [] });
    expect(result.value).toBe(value);
  });
});

describe('text where the schema takes text', () => {
  const schemas: readonly JsonObject[] = [
    { type: 'string' },
    { type: ['string', 'array'] },
    { type: ['integer', 'string', 'null'] },
    {},
    { description: 'anything' },
    { enum: [5, 6] },
    { const: 5 },
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    { oneOf: [{ type: 'integer' }, { type: 'string' }] },
    { $ref: '#/$defs/number' },
    { allOf: [{ type: 'integer' }] },
    { type: 7 },
  ];

  it.each(schemas.map((schema) => [schema]))('is never parsed: %j', (schema) => {
    for (const text of ['5', 'true', 'null', '[1,2]', '{"dependencies":{"a":"1"}}', '12345678901234567890']) {
      expect(coerced(schema, text)).toBe(JSON.stringify(text));
    }
  });

  it('is never parsed, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = { a: text };
        expect(coerceArguments(schemaOf({ type: 'string' }), value)).toEqual({ value, coercions: [] });
      }),
    );
  });
});

describe('nested arguments', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'integer' } },
      'odd/name~': { type: 'object', properties: { deep: { type: 'boolean' }, text: { type: 'string' } } },
    },
  };

  it('are coerced in place, with the path of each', () => {
    const result = coerceArguments(schema, { list: ['1', 2, 'x', '3'], 'odd/name~': { deep: 'false', text: 'false' } });
    expect(result.value).toEqual({ list: [1, 2, 'x', 3], 'odd/name~': { deep: false, text: 'false' } });
    expect(result.coercions).toEqual([
      { path: '/list/0', from: 'string', to: 'number' },
      { path: '/list/3', from: 'string', to: 'number' },
      { path: '/odd~1name~0/deep', from: 'string', to: 'boolean' },
    ]);
  });

  it('are coerced inside what was read from a text too', () => {
    const result = coerceArguments(schema, { list: '["1",2]' });
    expect(result.value).toEqual({ list: [1, 2] });
    expect(result.coercions.map(({ path }) => path)).toEqual(['/list', '/list/0']);
  });

  it('leave the value that was given unchanged', () => {
    const value: JsonObject = { list: ['1'], 'odd/name~': { deep: 'true' } };
    const before = structuredClone(value);
    coerceArguments(schema, value);
    expect(value).toEqual(before);
  });

  it('use the schema of the place in a list of fixed places, and `items` behind it', () => {
    const tuple: JsonObject = { type: 'array', prefixItems: [{ type: 'string' }, true], items: { type: 'integer' } };
    expect(coerced(tuple, ['1', '2', '3'])).toBe('["1","2",3]');
  });

  it('use no schema of the older list of items, which says nothing of the others', () => {
    expect(coerced({ type: 'array', items: [{ type: 'integer' }] }, ['1'])).toBe('["1"]');
  });

  it('stay within 64 levels, also where a text brings more', () => {
    const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
    expect(coerced({ type: 'array' }, levels(62))).toBe(levels(62));
    expect(coerced({ type: 'array' }, levels(63))).toBe(JSON.stringify(levels(63)));
  });
});

describe('names that every object has', () => {
  it('are no schemas of arguments', () => {
    const value = { constructor: '5', toString: '5', hasOwnProperty: '5' };
    expect(coerceArguments({ type: 'object', properties: {} }, value).value).toBe(value);
  });

  it('are arguments like others where the schema has them', () => {
    const schema: JsonObject = { type: 'object', properties: { constructor: { type: 'integer' } } };
    expect(coerceArguments(schema, { constructor: '5' }).value).toEqual({ constructor: 5 });
  });

  it('never reach a prototype', () => {
    const schema = parseJson('{"properties":{"__proto__":{"type":"object"}}}');
    const value = parseJson('{"__proto__":"{\\"polluted\\":true}"}');
    if (!schema.ok || !value.ok) throw new Error('no JSON');
    // Both are objects, as they are written above.
    const result = coerceArguments(schema.value as JsonObject, value.value as JsonObject).value;
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect('polluted' in result).toBe(false);
  });
});

it('changes nothing that already is of the type that is wanted', () => {
  const types = fc.constantFrom('integer', 'number', 'boolean', 'array', 'object', 'null');
  fc.assert(
    fc.property(types, fc.jsonValue(), (type, value) => {
      fc.pre(typeof value !== 'string');
      // What fast-check makes is JSON.
      expect(coerced({ type }, value as JsonValue)).toBe(JSON.stringify(value));
    }),
  );
});

it('reads the text of any JSON value as that value, where its type is wanted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      fc.pre(typeof value !== 'string');
      const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
      // What fast-check makes is JSON.
      const [result] = Object.values(coerceArguments(schemaOf({ type }), { a: JSON.stringify(value) }).value);
      expect(canonicalJson(result ?? null)).toBe(canonicalJson(value as JsonValue));
    }),
  );
});
