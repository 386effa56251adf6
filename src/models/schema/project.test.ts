import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../contract/index.ts';
import { projectSchema, type SchemaRules } from './project.ts';

const rules: SchemaRules = {
  takesBooleans: false,
  needsItems: true,
  unread: new Set(),
  references: 'followed',
  refusedAtRoot: new Set(['allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf']),
  needsProperties: true,
  argumentNames: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, illegal: /[^a-zA-Z0-9_.-]/gu },
};

function projected(schema: JsonValue, more: Partial<SchemaRules> = {}) {
  const result = projectSchema(schema, { ...rules, ...more });
  if (!result.ok) throw new Error(result.reason);
  return result;
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('a schema that can go as it is', () => {
  it.each<[string, JsonObject]>([
    ['of plain members', object({ a: { type: 'string', enum: ['x', null], default: 5 } }, { required: ['a'] })],
    [
      'with references',
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: object({ next: { $ref: '#/$defs/A' } }) } }),
    ],
    ['with unions below the root', object({ a: { oneOf: [{ type: 'null' }, { const: 1 }] } })],
    [
      'with names of a prototype',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
    ],
    ['with keywords nobody knows', object({ a: { type: 'string', 'x-order': { items: [1] } } }, { 'x-y': null })],
    ['with other properties', object({}, { additionalProperties: false })],
  ])('is the very object: %s', (_what, schema) => {
    const result = projected(schema);
    expect(result.schema).toBe(schema);
    expect(result.note).toBe('');
  });
});

describe('a schema that has to be changed', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'a tuple of an older draft',
      { type: 'array', items: [{ type: 'string' }, true] },
      { type: 'array', prefixItems: [{ type: 'string' }, {}], items: {} },
    ],
    ['an array of anything', { type: 'array' }, { type: 'array', items: {} }],
    [
      'a flag for an exclusive limit',
      { type: 'number', minimum: 3, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 3 },
    ],
    ['a flag that says the limit is not exclusive', { maximum: 3, exclusiveMaximum: false }, { maximum: 3 }],
    ['the name of a type in another language', { type: 'float' }, { type: 'number' }],
    ['types of which one is none', { type: ['str', 'any', 'string'] }, { type: ['string'] }],
    ['a type that is none', { type: 'any', description: 'x' }, { description: 'x' }],
    ['required as a flag', { type: 'string', required: true }, { type: 'string' }],
    ['a pattern that is none', { type: 'string', pattern: '(?i)a[' }, { type: 'string' }],
    ['an empty list of values', { enum: [] }, {}],
    ['texts that are no Unicode', { description: 'a\ud800' }, { description: 'a\ufffd' }],
    ['a reference into nothing', { $ref: '#/$defs/gone', title: 'T' }, { title: 'T' }],
    ['a reference to elsewhere', { $ref: 'https://example.com/a.json' }, {}],
  ])('is said another way: %s', (_what, given, expected) => {
    const result = projected(object({ a: given }));
    expect(result.schema).toEqual(object({ a: expected }));
    expect(result.note).not.toBe('');
  });

  it('drops a property that nothing may be', () => {
    expect(projected(object({ a: false, b: true })).schema).toEqual(object({ b: {} }));
  });

  it('takes a list for no schema of a property', () => {
    expect(projected(object({ required: ['a'] })).schema).toEqual(object({ required: {} }));
  });

  it('gets the object at its root, where nothing said so', () => {
    expect(projected({ properties: {} }).schema).toEqual({ properties: {}, type: 'object' });
    expect(projected({ type: ['object', 'null'] }).schema).toEqual({ type: 'object', properties: {} });
  });

  it('says kinds of change once, with where the first is', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, { type: 'array' }]));
    expect(projected(object(many)).note).toBe('"items" is added (/properties/a0 and 49 more)');
  });
});

describe('branches of the root', () => {
  it('are one object, and words say which arguments go together', () => {
    const schema = object(
      { mode: { type: 'string' } },
      {
        required: ['mode'],
        oneOf: [
          { properties: { file: { type: 'string' }, mode: { const: 'f' } }, required: ['file', 'mode'] },
          { properties: { url: { type: 'string' } }, required: ['url', 'mode'] },
        ],
      },
    );
    const { schema: merged, words } = projected(schema);
    expect(merged).toEqual(
      object({ mode: { type: 'string' }, file: { type: 'string' }, url: { type: 'string' } }, { required: ['mode'] }),
    );
    expect(words).toBe('Give file; or url.');
  });

  it('differ in an argument, which then may be either', () => {
    const { schema } = projected({
      anyOf: [object({ a: { const: 1 } }, { required: ['a'] }), { $ref: '#/$defs/B' }, { type: 'string' }],
      $defs: { B: object({ a: { const: 2 } }, { required: ['a'] }) },
    });
    expect(schema).toEqual(object({ a: { anyOf: [{ const: 1 }, { const: 2 }] } }, { required: ['a'] }));
  });

  it('have looked at what is no longer known, which is then not refused', () => {
    const branches = { anyOf: [{ patternProperties: { '^x-': {} } }], unevaluatedProperties: false };
    expect(projected(object({ a: {} }, branches)).schema).toEqual(object({ a: {} }));
    const plain = object({ a: {} }, { unevaluatedProperties: false });
    expect(projected(plain).schema).toBe(plain);
  });

  it('that ask for nothing leave nothing required', () => {
    expect(projected({ type: 'object', anyOf: [true, { required: ['a'] }] }, { takesBooleans: true }).schema).toEqual({
      type: 'object',
      properties: {},
    });
  });

  it('all hold: what they name is gathered', () => {
    const { schema } = projected({
      type: 'object',
      allOf: [
        object({ a: { type: 'string' } }, { required: ['a'] }),
        { allOf: [object({ a: { minLength: 1 }, b: {} }, { required: ['b'] })] },
      ],
    });
    expect(schema).toEqual(
      object({ a: { allOf: [{ type: 'string' }, { minLength: 1 }] }, b: {} }, { required: ['a', 'b'] }),
    );
  });
});

describe('names of arguments', () => {
  it('are changed where they are refused, in what is required too, and can be turned back', () => {
    const { schema, renamed, note } = projected(
      object({ 'filter[id]': { type: 'string' }, ok: {} }, { required: ['filter[id]'] }),
    );
    const [wire = ''] = renamed.keys();
    expect(wire).toMatch(/^filter_id__[0-9a-f]{8}$/);
    expect(schema).toEqual(object({ [wire]: { type: 'string' }, ok: {} }, { required: [wire] }));
    expect(renamed.get(wire)).toBe('filter[id]');
    expect(note).toContain('/filter[id]');
  });

  it.each<[string, JsonObject]>([
    ['what names have to be', { propertyNames: { pattern: '^[a-z ]+$' } }],
    ['what may not be', { not: { properties: { 'a b': { const: 1 } } } }],
    ['a condition', { if: { properties: { 'a b': { const: 1 } } }, else: { maxProperties: 1 } }],
  ])('are not judged under their old ones by %s', (_what, more) => {
    const { schema } = projected(object({ 'a b': {} }, more), { refusedAtRoot: new Set() });
    expect(Object.keys(schema).toSorted()).toEqual(['properties', 'type']);
    expect(projected(object({ ab: {} }, more), { refusedAtRoot: new Set() }).schema).toEqual(object({ ab: {} }, more));
  });

  it('are not referred to by their old place', () => {
    const { schema } = projected(object({ 'a b': { type: 'string' }, c: { $ref: '#/properties/a%20b' } }));
    expect(Object.values(Object(schema['properties']))).toEqual([{ type: 'string' }, { type: 'string' }]);
  });
});

describe('references written out', () => {
  const writtenOut = (schema: JsonObject) => projected(schema, { references: 'written out' }).schema;

  it('keep what stands beside them, and lose the definitions', () => {
    expect(
      writtenOut(
        object(
          { a: { $ref: '#/$defs/A', description: 'mine' }, b: { $ref: '#named' } },
          {
            $defs: { A: { type: 'string', description: 'its' }, B: { $anchor: 'named', type: 'number' } },
          },
        ),
      ),
    ).toEqual(object({ a: { type: 'string', description: 'mine' }, b: { $anchor: 'named', type: 'number' } }));
  });

  it('end where they come back to themselves', () => {
    const schema = writtenOut(
      object({ tree: { $ref: '#/$defs/Node' } }, { $defs: { Node: object({ child: { $ref: '#/$defs/Node' } }) } }),
    );
    expect(schema).toEqual(
      object({ tree: object({ child: { type: 'object', description: 'As Node further out.' } }) }),
    );
  });

  it.each<[string, JsonObject]>([
    ['to itself', object({ a: { $ref: '#/properties/a' } })],
    [
      'in a ring',
      object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } }),
    ],
    ['to the whole', object({ a: { $ref: '#' } })],
    ['at the root to the root', { $ref: '#' }],
    ['to a definition beside the root', { $ref: '#/$defs/A', $defs: { A: object({ b: {} }) } }],
  ])('lead somewhere finite: %s', (_what, schema) => {
    expect(JSON.stringify(writtenOut(schema))).not.toContain('$ref');
  });
});

describe('a reference at the root', () => {
  it('is written out, also where references are followed', () => {
    const { schema } = projected({
      type: 'object',
      $ref: '#/$defs/Args',
      $defs: { Args: object({ a: { type: 'string' } }) },
    });
    expect(schema).toEqual(object({ a: { type: 'string' } }));
  });
});

describe('what may not be', () => {
  it('is not said where it would have to be cut, for then nothing might be', () => {
    const schema = object(
      { a: { type: 'string', not: { $ref: '#/$defs/A' } } },
      { $defs: { A: { allOf: [{ $ref: '#/$defs/A' }] } } },
    );
    expect(projected(schema, { references: 'written out' }).schema).toEqual(object({ a: { type: 'string' } }));
  });
});

describe('a schema that goes nowhere', () => {
  const deep = (levels: number): JsonObject => {
    let schema: JsonObject = { type: 'string' };
    for (let level = 0; level < levels; level += 1) schema = { type: 'array', items: schema };
    return object({ a: schema });
  };
  const wordy = object(
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, { $ref: '#/$defs/Long' }])),
    { $defs: { Long: { type: 'string', description: 'x'.repeat(2_000) } } },
  );
  const bomb: JsonObject = object(
    { a: { $ref: '#/$defs/d0' } },
    {
      $defs: Object.fromEntries(
        Array.from({ length: 15 }, (_, index) => [
          `d${index}`,
          object({
            x: { $ref: `#/$defs/d${index + 1}` },
            y: { $ref: `#/$defs/d${index + 1}` },
            z: { $ref: `#/$defs/d${index + 1}` },
          }),
        ]).concat([['d15', { type: 'string' }]]),
      ),
    },
  );

  it.each<[string, JsonValue, RegExp]>([
    ['an array', { type: 'array', items: {} }, /no object/],
    ['only null', { type: ['null', 'string'] }, /no object/],
    ['nothing', null, /no JSON object/],
    ['a list', [], /no JSON object/],
    ['true', true, /no JSON object/],
    ['10,000 levels', deep(10_000), /levels deep/],
    [
      'values of a megabyte',
      object({ a: { enum: Array.from({ length: 1000 }, (_, index) => `${index}`.repeat(400)) } }),
      /characters/,
    ],
    [
      '10,000 properties',
      object(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, {}]))),
      /parts/,
    ],
    ['three to the fifteenth, by reference', bomb, /references written out/],
    ['a long text, by a hundred references', wordy, /131072 characters when it is projected/],
  ])('is told with its reason: %s', (_what, schema, reason) => {
    const started = performance.now();
    const result = projectSchema(schema, { ...rules, references: 'written out' });
    expect(result.ok ? '' : result.reason).toMatch(reason);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('goes as it is where its references are followed, however much they would be', () => {
    expect(projected(bomb).schema).toBe(bomb);
  });
});
