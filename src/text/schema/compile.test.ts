import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { parseJson } from '../json/lossless-json.ts';
import { pointerGet } from '../json/pointer.ts';
import { createSchemas, type SchemaProblem } from './compile.ts';

const schemas = createSchemas();

function problemsOf(schema: JsonObject, value: JsonValue): Promise<readonly SchemaProblem[]> {
  return schemas.compile(JSON.stringify(schema), schema).then((check) => check(value));
}

async function paths(schema: JsonObject, value: JsonValue): Promise<string[]> {
  return (await problemsOf(schema, value)).map(({ path }) => path);
}

function read(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

/** One property `a` of that schema. */
function ofA(a: JsonValue, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties: { a }, ...more };
}

describe('the dialects', () => {
  it('takes 2020-12 where a schema names no other', async () => {
    const schema = ofA({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } });
    expect(await paths(schema, { a: ['x', 1] })).toEqual([]);
    expect(await paths(schema, { a: [1, 'x'] })).toEqual(['/a/0', '/a/1']);
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-04/schema',
  ])('reads %s as draft-07, where `items` may be a list', async ($schema) => {
    const schema = ofA(
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'integer' } },
      { $schema },
    );
    expect(await paths(schema, { a: ['x', 1] })).toEqual([]);
    expect((await paths(schema, { a: [1, 'x'] })).toSorted()).toEqual(['/a/0', '/a/1']);
  });

  it('reads 2019-09 too', async () => {
    const $schema = 'https://json-schema.org/draft/2019-09/schema';
    const schema = ofA({ items: [{ type: 'string' }] }, { $schema, unevaluatedProperties: false });
    expect(await paths(schema, { a: [1] })).toEqual(['/a/0']);
    expect(await paths(schema, { a: [], b: 1 })).toEqual(['/b']);
  });

  it('reads what names no dialect and is none of today as draft-07', async () => {
    expect(await paths(ofA({ type: 'array', items: [{ type: 'string' }] }), { a: [1] })).toEqual(['/a/0']);
  });

  it('ignores where the schema says it lives, and takes the same schema twice', async () => {
    const schema = ofA(
      { $ref: '#/$defs/text' },
      { $id: 'https://example.org/a.json', $defs: { text: { type: 'string' } } },
    );
    const other = ofA(
      { $ref: '#/$defs/text' },
      { $id: 'https://example.org/a.json', $defs: { text: { type: 'integer' } } },
    );
    expect(await paths(schema, { a: 1 })).toEqual(['/a']);
    expect(await paths(other, { a: 1 })).toEqual([]);
  });

  it('keeps apart what two schemas call by one name', async () => {
    const anchored = (type: string) => ofA({ $ref: '#thing' }, { $defs: { thing: { $anchor: 'thing', type } } });
    const nested = (type: string) => ofA({ $ref: '#/$defs/thing' }, { $defs: { thing: { $id: 'urn:thing', type } } });
    for (const schema of [anchored, nested]) {
      expect(await paths(schema('string'), { a: 1 })).toEqual(['/a']);
      expect(await paths(schema('integer'), { a: 1 })).toEqual([]);
    }
  });
});

describe('references', () => {
  it('lead into the schema, and may lead back to it', async () => {
    const schema: JsonObject = {
      $ref: '#/definitions/node',
      definitions: { node: ofA({ $ref: '#/definitions/node' }, { additionalProperties: false }) },
    };
    expect(await paths(schema, { a: { a: { a: {} } } })).toEqual([]);
    expect(await paths(schema, { a: { a: { b: 1 } } })).toEqual(['/a/a/b']);
  });

  it('lead to the whole schema', async () => {
    const schema = ofA({ anyOf: [{ $ref: '#' }, { type: 'null' }] }, { additionalProperties: false });
    expect(await paths(schema, { a: { a: { a: null } } })).toEqual([]);
    expect(await paths(ofA({ $ref: '#' }, { additionalProperties: false }), { a: { a: { x: 1 } } })).toEqual([
      '/a/a/x',
    ]);
  });

  it('reach names with every sign', async () => {
    const schema = ofA({ $ref: '#/$defs/odd~1name~0%25' }, { $defs: { 'odd/name~%': { type: 'integer' } } });
    expect(await paths(schema, { a: 'x' })).toEqual(['/a']);
  });

  it.each(['https://example.org/a.json', 'file:///etc/passwd', 'other.json', '#/$defs/none', 'urn:uuid:0'])(
    'never lead out or nowhere: %s',
    async ($ref) => {
      await expect(problemsOf(ofA({ $ref }), {})).rejects.toThrow(TypeError);
    },
  );
});

describe('problems', () => {
  it('stand at JSON pointers into the value', async () => {
    const schema = ofA({ type: 'object', properties: { 'b/c~d': { type: 'array', items: { type: 'integer' } } } });
    const value: JsonObject = { a: { 'b/c~d': [1, 'x'] } };
    const [problem] = await problemsOf(schema, value);
    expect(problem).toEqual({ path: '/a/b~1c~0d/1', message: 'must be integer', expected: 'integer' });
    expect(pointerGet(value, problem?.path ?? '')).toBe('x');
  });

  it.each<[string, JsonObject, JsonValue, SchemaProblem]>([
    ['an unknown parameter', ofA({}, { additionalProperties: false }), { 'x/y': 1 }, { path: '/x~1y', message: 'unknown parameter "x/y"', expected: 'no such parameter' }],
    ['an unevaluated one', ofA({}, { unevaluatedProperties: false }), { x: 1 }, { path: '/x', message: 'unknown parameter "x"', expected: 'no such parameter' }],
    ['a missing one', ofA({}, { required: ['a/b'] }), {}, { path: '/a~1b', message: 'is missing', expected: 'a value' }],
    ['a wrong type', ofA({ type: ['string', 'null'] }), { a: 1 }, { path: '/a', message: 'must be string,null', expected: 'string or null' }],
    ['a value that is not listed', ofA({ enum: ['x', 5, null] }), { a: 'y' }, { path: '/a', message: 'must be equal to one of the allowed values', expected: 'one of ["x",5,null]' }],
    ['another value than the one', ofA({ const: { b: 1 } }), { a: 1 }, { path: '/a', message: 'must be equal to constant', expected: '{"b":1}' }],
    ['too small a number', ofA({ minimum: 5 }), { a: 1 }, { path: '/a', message: 'must be >= 5', expected: 'minimum 5' }],
    ['a number between', ofA({ multipleOf: 0.5 }), { a: 0.3 }, { path: '/a', message: 'must be multiple of 0.5', expected: 'a multiple of 0.5' }],
    ['too long a text', ofA({ maxLength: 1 }), { a: 'xy' }, { path: '/a', message: 'must NOT have more than 1 characters', expected: 'maxLength 1' }],
    ['a text of another pattern', ofA({ pattern: '^x$' }), { a: 'y' }, { path: '/a', message: 'must match pattern "^x$"', expected: 'text matching ^x$' }],
    ['a text of another format', ofA({ format: 'date' }), { a: 'y' }, { path: '/a', message: 'must match format "date"', expected: 'format date' }],
    ['what is never taken', ofA(false), { a: 1 }, { path: '/a', message: 'is not taken here', expected: 'no value' }],
    ['one without the other', { dependentRequired: { a: ['b'] } }, { a: 1 }, { path: '', message: 'must have property b when property a is present', expected: 'also "b"' }],
    ['a name that is not taken', { propertyNames: { maxLength: 1 } }, { xy: 1 }, { path: '/xy', message: 'must NOT have more than 1 characters', expected: 'maxLength 1' }],
    ['the same item twice', ofA({ uniqueItems: true }), { a: [{ b: 1, c: 2 }, { c: 2, b: 1 }] }, { path: '/a', message: 'must not hold the same item twice', expected: 'uniqueItems' }],
  ])('name %s', async (_what, schema, value, problem) => {
    expect((await problemsOf(schema, value))[0]).toEqual(problem);
  }); // prettier-ignore

  it('are all told, up to 20', async () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'integer' }]));
    const value = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 'x']));
    expect(await paths({ type: 'object', properties }, value(3))).toEqual(['/p0', '/p1', '/p2']);
    expect(await paths({ type: 'object', properties }, value(30))).toHaveLength(20);
  });

  it('stay short, however long the names, the lists and the patterns are', async () => {
    const long = 'x'.repeat(5_000);
    const schema: JsonObject = {
      type: 'object',
      properties: {
        a: { enum: Array.from({ length: 1_000 }, (_, index) => `value ${index}`) },
        b: { const: long },
        c: { pattern: `^${long}$` },
      },
      additionalProperties: false,
    };
    for (const problem of await problemsOf(schema, { a: 1, b: 1, c: 'y', [long]: 1 })) {
      for (const text of Object.values(problem)) expect(text.length).toBeLessThanOrEqual(300);
    }
    expect((await problemsOf(schema, { a: 1 }))[0]?.expected).toMatch(
      /^one of \["value 0",.*"value 19"\] and 980 more$/,
    );
  });
});

describe('names that every object has', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    '%s is missing where it is not given',
    async (name) => {
      const schema = read(`{"type":"object","required":["${name}"]}`);
      // It is an object, as it is written above.
      expect(await paths(schema as JsonObject, {})).toEqual([`/${name}`]);
      expect(await paths(schema as JsonObject, read(`{"${name}":1}`))).toEqual([]);
    },
  );

  it.each(['constructor', 'toString', 'valueOf'])('%s is a parameter like any other', async (name) => {
    const schema: JsonObject = {
      type: 'object',
      properties: { [name]: { type: 'integer' } },
      additionalProperties: false,
    };
    expect(await paths(schema, {})).toEqual([]);
    expect(await paths(schema, { [name]: 1 })).toEqual([]);
    expect(await paths(schema, { [name]: 'x' })).toEqual([`/${name}`]);
  });

  it.each(['constructor', 'toString', '__proto__'])('%s is unknown where the schema does not have it', async (name) => {
    const value = read(`{"${name}":1}`);
    const branches: JsonObject = { anyOf: [ofA({}, { required: ['a'] }), ofA({})], unevaluatedProperties: false };
    expect(await paths(ofA({}, { additionalProperties: false }), value)).toEqual([`/${name}`]);
    expect(await paths(ofA({}, { unevaluatedProperties: false }), value)).toEqual([`/${name}`]);
    expect(await paths(branches, value)).toEqual([`/${name}`]);
  });
});

describe('patterns of names beside branches', () => {
  it('are checked, whichever branch holds', async () => {
    const schema: JsonObject = {
      type: 'object',
      anyOf: [{ properties: { b: { type: 'integer' } }, required: ['b'] }, { required: ['a'] }],
      patternProperties: { '^a': { type: 'string' } },
    };
    expect(await paths(schema, { a: 'x' })).toEqual([]);
    expect(await paths(schema, { a: 1 })).toEqual(['/a']);
    expect(await paths(schema, { b: 1, ab: 2 })).toEqual(['/ab']);
  });

  it('know what was not looked at, where a schema asks for it', async () => {
    const schema = ofA({}, { anyOf: [{ properties: { b: {} } }], unevaluatedProperties: false });
    expect(await paths(schema, { a: 1, b: 1 })).toEqual([]);
    expect(await paths(schema, { a: 1, c: 1 })).toEqual(['/c']);
  });
});

describe('numbers beyond a double', () => {
  it.each([
    ['12345678901234567890', { type: 'integer' }, true],
    ['12345678901234567890', { type: 'number', minimum: 1 }, true],
    ['12345678901234567890', { type: 'integer', maximum: 1000 }, false],
    ['1.00000000000000000001', { type: 'number' }, true],
    ['1.00000000000000000001', { type: 'integer' }, false],
    ['1.00000000000000000001', { type: 'number', maximum: 1 }, false],
    ['0.99999999999999999999', { type: 'number', exclusiveMaximum: 1 }, true],
    ['12345678901234567890.5', { type: 'integer' }, false],
    ['12345678901234567890', { type: 'string' }, false],
    ['1e400', { type: 'number' }, false],
  ])('are checked as what they are: %s for %j', async (text, schema, fits) => {
    expect((await paths(ofA(schema), read(`{"a":${text}}`))).length === 0).toBe(fits);
  });

  it('stand in schemas too', async () => {
    const schema = read('{"type":"object","properties":{"a":{"type":"integer","maximum":12345678901234567890}}}');
    // It is an object, as it is written above.
    expect(await paths(schema as JsonObject, { a: 5 })).toEqual([]);
    expect(await paths(schema as JsonObject, read('{"a":22345678901234567890}'))).toEqual(['/a']);
  });

  it('do not hide that two items are the same', async () => {
    const schema = ofA({ uniqueItems: true });
    expect(await paths(schema, read('{"a":[12345678901234567890,12345678901234567890]}'))).toEqual(['/a']);
    expect(await paths(schema, read('{"a":[1e400,2]}'))).toEqual([]);
  });
});

describe('patterns', () => {
  it('are each their own, in one schema and over many', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } },
      patternProperties: { '^x': { type: 'integer' } },
    };
    expect(await paths(schema, { a: 'a', b: 'b', x1: 1 })).toEqual([]);
    expect(await paths(schema, { a: 'b', b: 'a', x1: 'y' })).toEqual(['/a', '/b', '/x1']);
    expect(await paths(ofA({ pattern: '^b$' }), { a: 'b' })).toEqual([]);
  });

  it('that cannot be checked in linear time make the schema unusable, with the reason', async () => {
    await expect(problemsOf(ofA({ pattern: '(a)\\1' }), {})).rejects.toThrow(
      'The schema cannot be used: the pattern "(a)\\\\1" cannot be used: it refers back to what matched before (\\1).',
    );
    await expect(problemsOf({ patternProperties: { 'a(?=b)': { type: 'string' } } }, {})).rejects.toThrow(
      /looks ahead/,
    );
  });
});

describe('schemas that are none', () => {
  it.each<[JsonObject, RegExp]>([
    [{ type: 'objekt' }, /\/type must be/],
    [{ properties: [] }, /\/properties must be object/],
    [ofA({ minimum: 'x' }), /\/properties\/a\/minimum must be number/],
    [ofA(5), /\/properties\/a must be object,boolean/],
    [ofA({ required: 'a' }), /\/required must be array/],
  ])('are refused with the place: %j', async (schema, message) => {
    await expect(problemsOf(schema, {})).rejects.toThrow(message);
    await expect(problemsOf(schema, {})).rejects.toThrow(TypeError);
  });

  it('are never taken for asynchronous, which would let everything through', async () => {
    expect(await paths(ofA({ type: 'string' }, { $async: true }), { a: 1 })).toEqual(['/a']);
    await expect(problemsOf(ofA({ $async: true, type: 'string' }), { a: 1 })).rejects.toThrow(TypeError);
  });
});

describe('what is kept', () => {
  it('is the check of each key, while it is in use', async () => {
    const few = createSchemas(2);
    const first = await few.compile('1', ofA({ type: 'string' }));
    await few.compile('2', ofA({}));
    expect(await few.compile('1', {})).toBe(first);
    await few.compile('3', ofA({}));
    expect(await few.compile('1', {})).toBe(first);
    await few.compile('4', ofA({}));
    await few.compile('5', ofA({}));
    expect(await few.compile('1', {})).not.toBe(first);
  });

  it('is also that a schema cannot be used', async () => {
    const error = await schemas.compile('bad', { type: 7 }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TypeError);
    expect(await schemas.compile('bad', {}).catch((cause: unknown) => cause)).toBe(error);
  });

  it('is right when the same schema is asked for twice at once', async () => {
    const fresh = createSchemas();
    const checks = await Promise.all([
      fresh.compile('a', ofA({ type: 'string' })),
      fresh.compile('a', ofA({ type: 'string' })),
    ]);
    expect(checks.map((check) => check({ a: 1 }).length)).toEqual([1, 1]);
  });
});
