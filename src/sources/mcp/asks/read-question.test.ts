import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readQuestion } from './read-question.ts';

const form = (properties: object, required: unknown = []) => ({
  message: 'Who?',
  requestedSchema: { type: 'object', properties, required },
});

it('a form keeps what belongs to its fields and drops the rest', () => {
  const read = readQuestion(
    's',
    form(
      {
        name: {
          type: 'string',
          title: 'Name\u200B',
          minLength: 1,
          pattern: '(a+)+$',
          $ref: '#',
          format: 'email',
          default: 'x',
        },
        size: { type: 'integer', minimum: 1, maximum: Number.NaN },
        so: { type: 'boolean', default: 'yes' },
        one: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
        some: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, maxItems: 2, default: ['a'] },
      },
      ['name', 'nothing', 7],
    ),
  );
  expect(read).toMatchObject({
    ok: true,
    question: {
      form: {
        schema: {
          properties: {
            name: { type: 'string', minLength: 1, format: 'email', default: 'x' },
            size: { type: 'integer', minimum: 1 },
            so: { type: 'boolean' },
            one: { enum: ['a', 'b'], enumNames: ['A', 'B'] },
            some: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, maxItems: 2, default: ['a'] },
          },
          required: ['name'],
          additionalProperties: false,
        },
      },
    },
  });
  expect(JSON.stringify(read)).not.toMatch(/pattern|\$ref|\u200B/);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vscode://file/etc',
  'https://example.com/\nhttps://evil.example',
  'https://example.com/ x',
  'https:\\\\evil.example',
  'https://user:pass@example.com/',
  'https://example.com\u202E/',
  `https://example.com/${'x'.repeat(10_000)}`,
  '',
  7,
])('the page %j is none', (url) => {
  expect(readQuestion('s', { mode: 'url', message: 'x', url })).toMatchObject({ ok: false });
});

it('whatever is sent is read without a throw, and only flat fields come of it', () => {
  const field = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom('string', 'array', 'object', 'integer'),
      enum: fc.jsonValue(),
      items: fc.jsonValue(),
      oneOf: fc.jsonValue(),
    }),
  );
  const params = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.string(), field).map((properties) => form(properties)),
  );
  fc.assert(
    fc.property(params, (given) => {
      const read = readQuestion('s', given);
      if (!read.ok || read.question.form.mode !== 'form') return;
      for (const each of Object.values(read.question.form.schema['properties'] ?? {}))
        expect(['string', 'number', 'integer', 'boolean', 'array']).toContain((each as { type: string }).type);
    }),
  );
});
