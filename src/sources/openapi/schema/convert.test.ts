import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { createSchemas } from '../../../text/index.ts';
import { schemaFor } from '../document-for-test.ts';

const v31 = { openapi: '3.1.0' };

function body(parameters: JsonObject): JsonValue | undefined {
  const { properties } = parameters;
  return (properties as JsonObject)['body'];
}

describe('a schema of OpenAPI 3.0 in a request', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['null beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['null beside values', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    ['null that is not', { type: 'string', nullable: false }, { type: 'string' }],
    ['an exclusive limit', { type: 'integer', minimum: 1, exclusiveMinimum: true }, { type: 'integer', exclusiveMinimum: 1 }],
    ['a limit that is not exclusive', { type: 'integer', maximum: 1, exclusiveMaximum: false }, { type: 'integer', maximum: 1 }],
    ['an example', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
    ['a format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['what is for other programs', { type: 'string', xml: { name: 'a' }, externalDocs: {}, 'x-y': 1, title: 'T' }, { type: 'string' }],
    ['a pattern that nothing can check', { type: 'string', pattern: '(a)\\1' }, { type: 'string', description: 'Pattern: (a)\\1' }],
    ['branches that overlap', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, { anyOf: [{ type: 'integer' }, { type: 'number' }] }],
    ['a member that says it is needed', { type: 'object', properties: { a: { type: 'string', required: true } } }, { type: 'object', properties: { a: { type: 'string' } } }],
    ['a list of items', { type: 'array', items: [{ type: 'string' }] }, { type: 'array', prefixItems: [{ type: 'string' }] }],
    ['a type that is none', { type: 'file' }, {}],
    ['a discriminator', { type: 'object', discriminator: { propertyName: 'kind' } }, { type: 'object', description: '"kind" says which of these it is.' }],
    ['no schema at all', 5, {}],
    ['a property called as a keyword', { type: 'object', properties: { $ref: { type: 'string' }, nullable: { type: 'string' } } }, { type: 'object', properties: { $ref: { type: 'string' }, nullable: { type: 'string' } } }],
  ])('becomes one of JSON Schema: %s', async (_what, given, expected) => {
    const parameters = await schemaFor(given);
    expect(body(parameters)).toEqual(expected);
    await createSchemas().compile('k', parameters);
  }); // prettier-ignore

  it('takes null beside a reference', async () => {
    const components = { schemas: { A: { type: 'object', properties: { a: { type: 'string' } } } } };
    const given = { type: 'object', properties: { a: { $ref: '#/components/schemas/A', nullable: true } } };
    const parameters = await schemaFor(given, { components });
    const check = await createSchemas().compile('k', parameters);
    expect(check({ body: { a: null } })).toEqual([]);
    expect(check({ body: { a: { a: 'x' } } })).toEqual([]);
    expect(check({ body: { a: { a: 1 } } })).not.toEqual([]);
  });

  it('wants nothing that only answers have, wherever that is said', async () => {
    const components = {
      schemas: {
        Base: { type: 'object', properties: { id: { type: 'string', readOnly: true } }, required: ['id'] },
        Stamp: { type: 'string', readOnly: true },
      },
    };
    const all = {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        {
          type: 'object',
          required: ['id', 'name', 'made'],
          properties: { name: { type: 'string' }, made: { $ref: '#/components/schemas/Stamp' } },
        },
      ],
    };
    const check = await createSchemas().compile('k', await schemaFor(all, { components }));
    expect(check({ body: { name: 'x' } })).toEqual([]);
    expect(check({ body: {} })).toMatchObject([{ path: '/body/name' }]);
    const closed = {
      type: 'object',
      additionalProperties: false,
      required: ['id'],
      properties: { id: { readOnly: true } },
    };
    const closedCheck = await createSchemas().compile('c', await schemaFor(closed));
    expect(closedCheck({ body: { id: 1 } })).toEqual([]);
    expect(closedCheck({ body: { other: 1 } })).not.toEqual([]);
  });

  it('keeps a circle a reference, and carries only the definitions that it needs', async () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/components/schemas/Node' }, leaf: { $ref: '#/components/schemas/a~1b' } },
      },
      'a/b': { type: 'string' },
      Other: { type: 'string' },
    };
    const parameters = await schemaFor({ $ref: '#/components/schemas/Node' }, { components: { schemas } });
    expect(body(parameters)).toMatchObject({ type: 'object', properties: { next: { $ref: '#/$defs/Node' } } });
    expect(Object.keys(parameters['$defs'] as JsonObject)).toEqual(['Node', 'a_1b']);
    const check = await createSchemas().compile('k', parameters);
    expect(check({ body: { next: { next: { leaf: 'x' } } } })).toEqual([]);
    expect(check({ body: { next: { next: { leaf: 1 } } } })).toMatchObject([{ path: '/body/next/next/leaf' }]);
  });
});

describe('a schema of OpenAPI 3.1 in a request', () => {
  it.each<[string, JsonValue]>([
    ['types', { type: ['string', 'null'], const: 'a' }],
    ['conditions', JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}') as JsonValue],
    ['what stands beside a branch', { anyOf: [{ type: 'string' }], description: 'One.' }],
    ['true', { type: 'object', properties: { a: true } }],
  ])('stays as it is: %s', async (_what, given) => {
    expect(body(await schemaFor(given, v31))).toEqual(given);
  });

  it('keeps what stands beside a reference, and follows one into definitions of its own', async () => {
    const schemas = { A: { $defs: { inner: { type: 'integer' } }, type: 'object' } };
    const given = { type: 'object', properties: { a: { $ref: '#/components/schemas/A/$defs/inner', minimum: 3 } } };
    const check = await createSchemas().compile('k', await schemaFor(given, { ...v31, components: { schemas } }));
    expect(check({ body: { a: 3 } })).toEqual([]);
    expect(check({ body: { a: 2 } })).toMatchObject([{ path: '/body/a' }]);
  });
});

describe('a schema that is too large for a tool', () => {
  const many = (count: number, description: string): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { type: 'string', description }]));

  it.each<[string, JsonValue, JsonObject, RegExp | null]>([
    ['fits', { type: 'object', properties: many(50, 'short') }, {}, null],
    [
      'with long descriptions',
      { type: 'object', properties: many(200, 'long '.repeat(60)) },
      {},
      /descriptions are shortened/,
    ],
    [
      'with many properties',
      { type: 'object', properties: many(700, 'some words of it '.repeat(9)) },
      {},
      /descriptions are left out/,
    ],
    ['with far too many', { type: 'object', properties: many(5_000, 'x') }, {}, /what lies deep/],
  ])('loses what tells least first, and takes what it took: %s', async (_what, given, more, cut) => {
    const parameters = await schemaFor(given, more);
    expect(JSON.stringify(parameters).length).toBeLessThanOrEqual(33_000);
    const check = await createSchemas().compile('k', parameters);
    expect(check({ body: { p0: 'x' } })).toEqual([]);
    expect(check({})).toMatchObject([{ path: '/body' }]);
    expect(
      cut === null || !/description/.test(JSON.stringify(parameters)) || cut.test('descriptions are shortened'),
    ).toBe(true);
  });

  it('drops far definitions and never refuses because of that', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `S${n}`,
        {
          oneOf: [{ $ref: `#/components/schemas/S${(n * 2 + 1) % 300}` }, { type: 'string' }],
          not: { $ref: `#/components/schemas/S${(n * 2 + 2) % 300}` },
          properties: many(10, 'words '.repeat(20)),
          unevaluatedProperties: false,
        },
      ]),
    );
    const parameters = await schemaFor({ $ref: '#/components/schemas/S0' }, { ...v31, components: { schemas } });
    expect(JSON.stringify(parameters).length).toBeLessThanOrEqual(33_000);
    const check = await createSchemas().compile('k', parameters);
    expect(check({ body: { p0: 'x', anything: 1 } })).toEqual([]);
  });
});
