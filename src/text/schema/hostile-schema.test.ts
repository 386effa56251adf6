// Schemas and values that were made to cost: each ends soon, in a check, a problem or a refusal.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { createSchemas } from './compile.ts';

const maxMs = 8_000;

interface Ending {
  readonly refused: string | null;
  readonly problems: number;
  readonly message: string | null;
}

async function ending(schema: JsonObject, value: JsonValue = {}): Promise<Ending> {
  const started = performance.now();
  const end = await createSchemas()
    .compile('it', schema)
    .then((check): Ending => {
      const problems = check(value);
      return { refused: null, problems: problems.length, message: problems[0]?.message ?? null };
    })
    .catch((cause: unknown): Ending => {
      if (!(cause instanceof TypeError)) throw cause;
      return { refused: cause.message, problems: 0, message: null };
    });
  expect(performance.now() - started).toBeLessThan(maxMs);
  return end;
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

function nested(levels: number, around: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = around(schema);
  return schema;
}

const tooCostly = /reasonable effort/;

describe('a large schema', () => {
  it('with 20,000 values to choose from is taken', async () => {
    const schema: JsonObject = { properties: { a: { enum: times(20_000, (index) => `value ${index}`) } } };
    expect(await ending(schema, { a: 'value 19999' })).toMatchObject({ refused: null, problems: 0 });
    expect(await ending(schema, { a: 'value' })).toMatchObject({ refused: null, problems: 1 });
  });

  it('with 2,000 parameters is taken', async () => {
    const properties = Object.fromEntries(times(2_000, (index) => [`p${index}`, { type: 'string', minLength: 1 }]));
    expect(await ending({ type: 'object', properties, additionalProperties: false }, { p1999: '' })).toMatchObject({
      problems: 1,
    });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'of 100,000 parameters',
      { properties: Object.fromEntries(times(100_000, (index) => [`p${index}`, {}])) },
      /more than 5000 parts/,
    ],
    ['of 100,000 conditions', { allOf: times(100_000, () => ({ type: 'object' })) }, /more than 5000 parts/],
    ['of values with 100,000 parts', { enum: times(100_000, () => []) }, /more than 5000 parts/],
    ['of 1,000 branches', { oneOf: times(1_000, () => ({})) }, /more than 800 branches/],
    ['of 2 MB of text', { description: 'x'.repeat(2_000_000) }, /more than 1048576 characters/],
    ['with a name of 2 MB', { properties: { ['x'.repeat(2_000_000)]: {} } }, /more than 1048576 characters/],
    ['nested 100,000 levels deep', nested(100_000, (inner) => ({ not: inner })), /more than 128 levels/],
    ['with a value nested as deep', { const: nested(100_000, (inner) => ({ a: inner })) }, /more than 128 levels/],
  ])('%s is refused', async (_what, schema, reason) => {
    expect((await ending(schema)).refused).toMatch(reason);
  });

  it.each<[string, JsonObject]>([
    ['4,900 conditions', { allOf: times(4_900, () => ({ type: 'object' })) }],
    ['800 branches', { oneOf: times(800, (index) => ({ properties: { a: { const: index } } })) }],
    ['60 levels of branches', nested(60, (inner) => ({ anyOf: [inner, { type: 'number' }], unevaluatedProperties: false }))],
    ['60 levels of parameters', nested(60, (inner) => ({ type: 'object', properties: { a: inner } }))],
    ['2,000 references in a row', { $defs: Object.fromEntries(times(2_000, (index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }])), $ref: '#/$defs/d0' }],
    ['2,000 patterns', { properties: Object.fromEntries(times(2_000, (index) => [`p${index}`, { pattern: `^[a-z]{${index % 900}}$` }])) }],
    ['a pattern of 1,000 choices', { pattern: times(1_000, (index) => `a${index}`).join('|') }],
  ])('with %s ends soon', async (_what, schema) => {
    expect(await ending(schema)).toBeDefined();
  }); // prettier-ignore
});

describe('a schema that multiplies', () => {
  /** Each level asks twice for the next one. */
  function doubling(levels: number, last: JsonObject): JsonObject {
    const level = (index: number) =>
      index === levels ? last : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] };
    return { $defs: Object.fromEntries(times(levels + 1, (index) => [`d${index}`, level(index)])), $ref: '#/$defs/d0' };
  }

  it('its work by references is given up, and the value refused', async () => {
    expect(await ending(doubling(10, { type: 'object' }))).toMatchObject({ problems: 0 });
    expect((await ending(doubling(60, { type: 'object' }))).message).toMatch(tooCostly);
  });

  it('its problems by references does not fill the memory', async () => {
    expect(await ending(doubling(40, { type: 'string' }))).toMatchObject({ problems: 1 });
  });

  it('its work by the depth of the value is given up', async () => {
    const schema: JsonObject = { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };
    let value: JsonObject = {};
    for (let level = 0; level < 60; level += 1) value = { a: value };
    expect((await ending(schema, value)).message).toMatch(tooCostly);
  });

  it.each<[string, JsonObject]>([
    ['itself', { $ref: '#' }],
    [
      'itself round a corner',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
    ],
    ['what is dynamically itself', { $dynamicAnchor: 'a', $dynamicRef: '#a' }],
  ])('by asking for %s never takes a value', async (_what, schema) => {
    const { refused, message } = await ending(schema);
    expect(refused ?? message).toMatch(/reasonable effort|too deeply|reference/);
  });
});

describe('a large value', () => {
  const million = times(200_000, (index) => index);

  it('is checked whole where the schema is an ordinary one', async () => {
    const schema: JsonObject = { properties: { a: { type: 'array', items: { type: 'integer', minimum: 0 } } } };
    expect(await ending(schema, { a: million })).toMatchObject({ problems: 0 });
    expect(await ending(schema, { a: [...million, -1] })).toMatchObject({ problems: 1 });
  });

  it('of equal or different items is compared in one go', async () => {
    const schema: JsonObject = { properties: { a: { uniqueItems: true } } };
    const objects = million.map((index) => ({ index }));
    expect(await ending(schema, { a: objects })).toMatchObject({ problems: 0 });
    expect(await ending(schema, { a: [...objects, { index: 0 }] })).toMatchObject({ problems: 1 });
    expect(await ending(schema, { a: [...million, 0] })).toMatchObject({ problems: 1 });
  });

  it.each<[string, JsonObject]>([
    [
      'items and 2,000 conditions on each',
      { properties: { a: { items: { allOf: times(2_000, () => ({ type: 'integer' })) } } } },
    ],
    [
      'items and 1,000 tries each',
      { properties: { a: { items: { anyOf: times(1_000, (index) => ({ const: `x${index}` })) } } } },
    ],
    [
      'items and 4,000 loops over them',
      { properties: { a: { allOf: times(2_000, () => ({ items: { type: 'integer' } })) } } },
    ],
    [
      'items and a list of 20,000 values for each',
      { properties: { a: { items: { enum: times(20_000, (index) => `x${index}`) } } } },
    ],
  ])('of 200,000 %s is given up or refused soon', async (_what, schema) => {
    const { problems } = await ending(schema, { a: million });
    expect(problems).toBeGreaterThan(0);
    expect(problems).toBeLessThanOrEqual(20);
  });

  it('of 50,000 unknown parameters gives at most 20 problems', async () => {
    const value = Object.fromEntries(times(50_000, (index) => [`x${index}`, 1]));
    expect(await ending({ additionalProperties: false }, value)).toMatchObject({ problems: 20 });
    const branches = { allOf: times(1_000, () => ({ additionalProperties: false })) };
    expect((await ending(branches, value)).problems).toBeLessThanOrEqual(20);
  });

  it('of one long text is checked by a pattern that would backtrack for ever', async () => {
    const schema: JsonObject = { properties: { a: { type: 'string', pattern: '(a+)+$', minLength: 5 } } };
    expect(await ending(schema, { a: `${'a'.repeat(50_000)}!` })).toMatchObject({ problems: 1 });
    expect(await ending(schema, { a: 'a'.repeat(1_000_000) })).toMatchObject({ problems: 0 });
  });

  it('of one long text is refused where the pattern has too many states', async () => {
    const schema: JsonObject = { properties: { a: { type: 'string', pattern: '(?:a?){0,1000}a{1000}!' } } };
    expect((await ending(schema, { a: 'a'.repeat(1_000_000) })).message).toMatch(tooCostly);
  });

  it('is no burden to the next one', async () => {
    const check = await createSchemas().compile('it', { properties: { a: { items: { type: 'string' } } } });
    expect(check({ a: million })).toHaveLength(1);
    expect(check({ a: [1, 2] })).toHaveLength(2);
    expect(check({ a: ['x'] })).toEqual([]);
  });
});
