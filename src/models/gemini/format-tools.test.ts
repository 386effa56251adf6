import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/index.ts';
import { coerceArguments } from '../../text/index.ts';
import { presentation, tool } from '../tools/presentation-for-test.ts';
import { formatGeminiTools } from './format-tools.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

function declared(parameters: JsonObject, model: string) {
  const { tools, notes, quarantined } = formatGeminiTools(presentation([tool('t', { parameters })]), model);
  expect(quarantined).toEqual([]);
  return { declaration: Object(tools[0]).functionDeclarations[0], notes };
}

/** What the subset makes of one argument. */
const translated = (schema: JsonObject) =>
  declared(object({ a: schema }), 'gemini-1.5-pro').declaration.parameters.properties.a;

describe('a model that reads JSON Schema', () => {
  it.each(['gemini-2.5-flash', 'models/gemini-3-pro-preview', 'gemini-3.8-flash'])(
    'is given the schema as it is: %s',
    (model) => {
      const schema = object(
        { a: { type: ['string', 'null'], const: 'x', pattern: '^a' }, b: { prefixItems: [{}, {}] } },
        { additionalProperties: false },
      );
      const { declaration, notes } = declared(schema, model);
      expect(declaration).toEqual({ name: 't', description: 'Does t.', parametersJsonSchema: schema });
      expect(notes).toEqual([]);
    },
  );

  it('is given no references, and lists of values that it can read', () => {
    const schema = object(
      {
        a: { $ref: '#/$defs/A', description: 'mine' },
        b: { type: ['string', 'null'], enum: ['x', null] },
        c: { enum: [true, 'x'] },
      },
      { $schema: 'http://json-schema.org/draft-07/schema#', $defs: { A: { type: 'number' } } },
    );
    const { declaration, notes } = declared(schema, 'gemini-2.5-pro');
    expect(declaration.parametersJsonSchema).toEqual(
      object({
        a: { type: 'number', description: 'mine' },
        b: { anyOf: [{ type: ['string'], enum: ['x'] }, { type: 'null' }] },
        c: { description: 'One of [true,"x"].' },
      }),
    );
    expect(notes).toHaveLength(1);
  });
});

describe('any other model', () => {
  it.each<[string, JsonObject, unknown]>([
    ['a text', { type: 'string', minLength: 1, pattern: '^a' }, { type: 'STRING', minLength: 1, pattern: '^a' }],
    ['a list of values', { enum: ['a', 'b'] }, { type: 'STRING', format: 'enum', enum: ['a', 'b'] }],
    [
      'a list with an empty text',
      { type: 'string', enum: ['', 'b'] },
      { type: 'STRING', format: 'enum', enum: ['b'], description: '(enum: ["","b"])' },
    ],
    [
      'numbers of which some are listed',
      { type: 'integer', enum: [1, 2] },
      { type: 'INTEGER', description: '(enum: [1,2])' },
    ],
    ['one value', { const: 'x' }, { type: 'STRING', format: 'enum', enum: ['x'] }],
    ['one number', { const: 5 }, { type: 'NUMBER', description: '(enum: [5])' }],
    ['a list with null', { enum: ['a', null] }, { type: 'STRING', format: 'enum', enum: ['a'], nullable: true }],
    [
      'two types',
      { type: ['string', 'integer'], description: 'x' },
      {
        anyOf: [
          { type: 'STRING', description: 'x' },
          { type: 'INTEGER', description: 'x' },
        ],
      },
    ],
    [
      'a type or null',
      { type: ['number', 'null'], exclusiveMinimum: 0 },
      { type: 'NUMBER', description: '(exclusiveMinimum: 0)', nullable: true },
    ],
    ['only null', { type: 'null' }, { type: 'STRING', nullable: true, description: 'Only null.' }],
    ['anything', {}, { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }] }],
    [
      'a union beside other keywords',
      { description: 'd', anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'boolean' }] },
      {
        anyOf: [
          { type: 'STRING', description: 'd', nullable: true },
          { type: 'BOOLEAN', description: 'd', nullable: true },
        ],
      },
    ],
    ['a union of one', { oneOf: [{ type: 'string' }], title: 'T' }, { type: 'STRING', description: 'T' }],
    [
      'unions in unions',
      { anyOf: [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'boolean' }] },
      { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }] },
    ],
    ['parts that all hold', { allOf: [{ type: 'string' }, { maxLength: 3 }] }, { type: 'STRING', maxLength: 3 }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false, minItems: 2 },
      {
        type: 'ARRAY',
        items: { anyOf: [{ type: 'NUMBER' }, { type: 'STRING' }] },
        minItems: 2,
        description: '(prefixItems: [{"type":"number"},{"type":"string"}])',
      },
    ],
    [
      'an array of anything',
      { type: 'array', uniqueItems: true },
      {
        type: 'ARRAY',
        items: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }, { type: 'BOOLEAN' }] },
        description: '(uniqueItems: true)',
      },
    ],
    [
      'a format that is not known',
      { type: 'string', format: 'email', default: 'x' },
      { type: 'STRING', description: '(default: "x"; format: "email")' },
    ],
    ['a format that is known', { type: 'string', format: 'date-time' }, { type: 'STRING', format: 'date-time' }],
    [
      'an object',
      object({ b: { type: 'string' } }, { required: ['b', 'gone'] }),
      { type: 'OBJECT', properties: { b: { type: 'STRING' } }, required: ['b'] },
    ],
    [
      'an object of unknown members',
      { type: 'object', additionalProperties: { type: 'number' }, description: 'Env.' },
      { type: 'STRING', description: 'Env. A JSON object with values of type number, written as text.' },
    ],
  ])('is told of %s in the subset', (_what, schema, expected) => {
    expect(translated(schema)).toEqual(expected);
  });

  it('answers with text where an object has no known members, and that is read back', () => {
    const schema = object({ env: { type: 'object', additionalProperties: { type: 'string' } } });
    expect(coerceArguments(schema, { env: '{"A":"1"}' }).value).toEqual({ env: { A: '1' } });
  });

  it('is sent arguments under names that it takes', () => {
    const { tools, names } = formatGeminiTools(
      presentation([tool('t', { parameters: object({ 'max-age': { type: 'string' } }, { required: ['max-age'] }) })]),
      '',
    );
    const [wire = ''] = names.get('t')?.arguments.keys() ?? [];
    expect(wire).toMatch(/^max_age_[0-9a-f]{8}$/);
    expect(Object(tools[0]).functionDeclarations[0].parameters).toEqual({
      type: 'OBJECT',
      properties: { [wire]: { type: 'STRING' } },
      required: [wire],
    });
  });

  it('is told of 128 functions at most', () => {
    const inline = Array.from({ length: 200 }, (_, index) => tool(`a${index}`));
    expect(Object(formatGeminiTools(presentation(inline), '').tools[0]).functionDeclarations).toHaveLength(128);
  });

  it.each<[string, JsonObject]>([
    [
      '2,000 properties beside 30 branches of 30',
      object({
        a: object(Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`p${index}`, { type: 'string' }])), {
          anyOf: Array.from({ length: 30 }, () => ({
            oneOf: Array.from({ length: 30 }, () => ({ required: ['p1'] })),
          })),
        }),
      }),
    ],
    [
      '1,100 branches beside 1,600 properties',
      object({
        a: object(Object.fromEntries(Array.from({ length: 1600 }, (_, index) => [`p${index}`, {}])), {
          anyOf: Array.from({ length: 1100 }, (_, index) => ({ properties: { [`q${index}`]: {} } })),
        }),
      }),
    ],
    ['2,000 branches', object({ a: { anyOf: Array.from({ length: 2000 }, (_, index) => ({ const: index })) } })],
    [
      '15 parts in each other',
      object({
        a: Array.from({ length: 15 }).reduce<JsonObject>((inner) => ({ allOf: [inner, inner], anyOf: [inner, {}] }), {
          type: 'string',
        }),
      }),
    ],
  ])('costs no more than a moment, with %s', (_what, schema) => {
    const started = performance.now();
    formatGeminiTools(presentation([tool('t', { parameters: schema })]), '');
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('without arguments', () => {
  it.each(['gemini-2.5-pro', ''])('none are declared, and a description is always there (%s)', (model) => {
    const { tools } = formatGeminiTools(
      presentation([tool('now', { parameters: { type: 'object' }, description: '' })]),
      model,
    );
    expect(tools).toEqual([{ functionDeclarations: [{ name: 'now', description: 'now' }] }]);
  });

  it('nothing is sent where there are no tools', () => {
    expect(formatGeminiTools(presentation([]), '').tools).toEqual([]);
  });
});
