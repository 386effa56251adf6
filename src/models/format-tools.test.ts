import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestFaults } from '../../scripts/vectors/formats/published-rules.ts';
import { modelFormats, type JsonObject, type JsonValue, type ModelFormat } from '../contract/index.ts';
import { isObject } from '../text/index.ts';
import { formatTools } from './format-tools.ts';
import { projectSchema, type SchemaRules } from './schema/project.ts';
import { presentation, tool } from './tools/presentation-for-test.ts';
import { readToolCall } from './tools/read-tool-call.ts';

const targets: readonly { readonly format: ModelFormat; readonly model: string; readonly description: number }[] = [
  { format: 'anthropic', model: 'claude-sonnet-4-5', description: Infinity },
  { format: 'anthropic', model: 'claude-haiku-4-5', description: Infinity },
  { format: 'openai-chat', model: 'llama-4', description: 1024 },
  { format: 'openai-responses', model: 'gpt-5.5', description: Infinity },
  { format: 'openai-responses', model: 'gpt-4o', description: 1024 },
  { format: 'gemini', model: 'gemini-3-pro-preview', description: Infinity },
  { format: 'gemini', model: 'gemini-1.5-flash', description: Infinity },
];

/** What schemas of others hold: right, older, and wrong. */
const names = fc.constantFrom(
  'a',
  'b',
  'filter[x]',
  '__proto__',
  'constructor',
  'toString',
  'max-age',
  'é',
  '',
  'x'.repeat(70),
);
const value: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  null,
  true,
  0,
  -1,
  2.5,
  '',
  'a',
  'date-time',
  [],
  ['a', null],
  {},
  { a: 1 },
  ['string', 'null'],
  JSON.rawJSON('12345678901234567890') as JsonValue,
);
const references = fc.constantFrom(
  '#',
  '#/$defs/a',
  '#/$defs/b',
  '#/properties/a',
  '#/anyOf/0',
  '#named',
  '#/%',
  'https://example.com/',
);
const types = fc.constantFrom<JsonValue>(
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
  'any',
  'float',
  ['string', 'null'],
  ['object', 'array'],
  [],
  5,
);

function shuffled(parts: readonly fc.Arbitrary<readonly [string, JsonValue]>[]): fc.Arbitrary<JsonObject> {
  return fc.array(fc.oneof(...parts), { maxLength: 6 }).map((entries) => Object.fromEntries(entries));
}

const { schema: anySchema } = fc.letrec<{ schema: JsonValue; node: JsonObject }>((tie) => {
  const child = tie('schema');
  const map = fc
    .array(fc.tuple(names, child), { maxLength: 4 })
    .map((entries): JsonObject => Object.fromEntries(entries));
  const list = fc.array(child, { maxLength: 4 });
  const keyword = (keys: readonly string[], content: fc.Arbitrary<JsonValue>) =>
    fc.tuple(fc.constantFrom(...keys), content);
  return {
    schema: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom<JsonValue>(true, false, {}, null, 'x'),
      tie('node'),
    ),
    node: shuffled([
      keyword(['type'], types),
      keyword(
        ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas', 'dependencies'],
        fc.oneof(map, map, value),
      ),
      keyword(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'], fc.oneof(list, list, value)),
      keyword(['items', 'additionalProperties', 'not', 'if', 'then', 'contains', 'propertyNames'], child),
      keyword(['$ref', '$dynamicRef', '$recursiveRef'], references),
      keyword(['enum', 'required', 'const', 'default', 'examples'], value),
      keyword(['minimum', 'exclusiveMinimum', 'maxLength', 'minItems', 'multipleOf', 'uniqueItems'], value),
      keyword(['format', 'pattern', 'title', 'description', '$anchor', '$id', '$schema', '$comment'], value),
    ]),
  };
});
const root = fc
  .tuple(anySchema, fc.boolean())
  .map(([schema, isObjectTyped]): JsonValue =>
    isObject(schema) && isObjectTyped ? { ...schema, type: 'object' } : schema,
  );

function deepFreeze<T>(given: T): T {
  if (typeof given === 'object' && given !== null && !Object.isFrozen(given)) {
    Object.freeze(given);
    Object.values(given).forEach(deepFreeze);
  }
  return given;
}

describe('whatever tools there are', () => {
  it.each(targets)('$format of $model goes out as its provider takes it', ({ format, model, description }) => {
    const tools = fc.uniqueArray(
      fc.record({
        name: fc.oneof(names, fc.string({ maxLength: 80 })),
        parameters: root,
        description: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('', 'long '.repeat(500), `${'x'.repeat(1100)}\nTags: a, b`),
        ),
      }),
      { selector: ({ name }) => name, maxLength: 6 },
    );
    fc.assert(
      fc.property(tools, tools, (inline, deferred) => {
        const given = presentation(
          inline.map(({ name, ...more }) => tool(name, { ...more, parameters: more.parameters as JsonObject })),
          deferred.map(({ name, ...more }) =>
            tool(`${name}!`, { ...more, parameters: more.parameters as JsonObject, source: 's 1' }),
          ),
        );
        const before = JSON.stringify(given);
        const first = formatTools(deepFreeze(given), { format, model });
        expect(JSON.stringify(given)).toBe(before);
        expect(requestFaults(format, first.tools, { description })).toEqual([]);
        const second = formatTools(given, { format, model });
        expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
        const told = new Set([
          ...first.quarantined.map((one) => one.tool),
          ...[...first.names.values()].map((one) => one.tool),
        ]);
        expect(inline.filter(({ name }) => !told.has(name))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  const follows: SchemaRules = {
    takesBooleans: true,
    needsItems: true,
    unread: new Set(),
    references: 'followed',
    refusedAtRoot: new Set(['allOf', 'anyOf', 'oneOf']),
    needsProperties: true,
    argumentNames: null,
  };

  it.each([follows, { ...follows, takesBooleans: false, references: 'written out' } as const])(
    'allows a model at least what the schema allows',
    (rules) => {
      const ajv = new Ajv2020.default({ strict: false, logger: false, ownProperties: true, addUsedSchema: false });
      // Of these the checker and the standard do not say the same, or more that is allowed in one branch is less in the whole.
      const unclear = /"\$(?:dynamicRef|recursiveRef|schema)"|"oneOf"/;
      // Null where the schema is none, or leads back to itself without end.
      const allows = (schema: JsonObject, value: JsonValue): boolean | null => {
        try {
          return ajv.validateSchema(schema) === true ? ajv.validate(schema, value) : null;
        } catch {
          return null;
        }
      };
      const leaf = fc.constantFrom<JsonValue>(null, true, 0, 2.5, '', 'a', [], ['a'], { a: 'a' });
      const given = fc.dictionary(
        fc.constantFrom('a', 'b', 'max-age'),
        fc.oneof(leaf, fc.dictionary(fc.constantFrom('a', 'b'), leaf)),
      );
      let compared = 0;
      fc.assert(
        fc.property(root, fc.array(given, { minLength: 5, maxLength: 10 }), (schema, values) => {
          const projected = projectSchema(schema, rules);
          if (!projected.ok || typeof schema !== 'object' || unclear.test(JSON.stringify(schema))) return;
          for (const one of values.filter((candidate) => allows(schema as JsonObject, candidate) === true)) {
            compared += 1;
            const what = JSON.stringify({ schema, projected: projected.schema, one });
            expect(allows(projected.schema, one), what).toBe(true);
          }
        }),
        { numRuns: 3000 },
      );
      expect(compared).toBeGreaterThan(500);
    },
  );
});

describe('a tool that cannot go', () => {
  it.each(modelFormats)('is left out of %s by itself, with its reason', (format) => {
    const list = tool('odd', { parameters: { type: 'array' } });
    const {
      tools,
      names: sent,
      quarantined,
    } = formatTools(presentation([tool('a'), list, tool('b')]), { format, model: 'm' });
    expect(quarantined).toEqual([{ tool: 'odd', reason: 'its arguments are no object' }]);
    expect([...sent.values()].map((one) => one.tool)).toEqual(['a', 'b']);
    expect(JSON.stringify(tools)).not.toContain('odd');
  });

  it.each(modelFormats)('has a name that another has too: neither is in %s', (format) => {
    const twice = presentation([tool('same', { source: 'one' }), tool('same', { source: 'two' }), tool('b')]);
    const { quarantined, names: sent } = formatTools(twice, { format, model: 'm' });
    expect(quarantined).toEqual([{ tool: 'same', reason: '2 tools have this name' }]);
    expect([...sent.keys()]).toEqual(['b']);
  });
});

describe('a call as the model made it', () => {
  it.each(modelFormats)('is turned back into a call of the tool, from %s', (format) => {
    const odd = tool('dots.in.name', {
      parameters: { type: 'object', properties: { 'a b': {}, [`${'k'.repeat(65)}`]: {}, __proto__x: {} } },
    });
    const formatted = formatTools(presentation([odd]), { format, model: 'm' });
    const [[wire = '', entry] = []] = formatted.names;
    const sent = Object.fromEntries([...(entry?.arguments.keys() ?? []), '__proto__x'].map((key) => [key, 1]));
    const call = readToolCall(formatted, wire, sent);
    expect(call.tool).toBe('dots.in.name');
    expect(Object.keys(call.arguments).filter((key) => !['a b', 'k'.repeat(65), '__proto__x'].includes(key))).toEqual(
      [],
    );
    expect(formatted.notes.map((note) => note.tool)).toContain('dots.in.name');
  });

  it('settles no contradiction: of an argument under both its names neither is dropped', () => {
    const odd = tool('odd', { parameters: { type: 'object', properties: { 'a b': {} } } });
    const formatted = formatTools(presentation([odd]), { format: 'anthropic', model: 'm' });
    const [wire = ''] = formatted.names.get('odd')?.arguments.keys() ?? [];
    expect(readToolCall(formatted, 'odd', { [wire]: 1 }).arguments).toEqual({ 'a b': 1 });
    expect(readToolCall(formatted, 'odd', { 'a b': 2, [wire]: 1 }).arguments).toEqual({ 'a b': 2, [wire]: 1 });
  });

  it('is taken as it is where no tool went out under the name', () => {
    const formatted = formatTools(presentation([]), { format: 'anthropic', model: 'm' });
    expect(readToolCall(formatted, 'later', { a: 1 })).toEqual({ tool: 'later', arguments: { a: 1 } });
    expect(readToolCall(formatted, 'constructor', {})).toEqual({ tool: 'constructor', arguments: {} });
  });
});

describe('what is left of a description', () => {
  it('keeps the line of tags, and says that it is cut', () => {
    const long = tool('long', { description: `${'word '.repeat(400)}\nTags: one, two` });
    const { tools, notes } = formatTools(presentation([long]), { format: 'openai-chat', model: 'm' });
    expect(JSON.stringify(tools)).toMatch(/word …\\nTags: one, two"|wor…\\nTags: one, two"|…\\nTags: one, two"/);
    expect(notes).toEqual([{ tool: 'long', text: 'its description is cut to 1024 characters' }]);
  });

  it('has before its tags what the schema can no longer say', () => {
    const parameters = {
      type: 'object',
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: {}, b: {} },
    };
    const either = tool('either', { description: 'Text.\nTags: t', parameters });
    expect(JSON.stringify(formatTools(presentation([either]), { format: 'anthropic', model: 'm' }).tools)).toContain(
      '"description":"Text.\\nGive a; or b.\\nTags: t"',
    );
  });
});
