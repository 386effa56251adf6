// gatehouse approvals answer: what of a question is shown, and what is said where it is answered wrongly. Whole answers: test/surfaces/mcp-questions.test.ts.
import { afterAll, expect, it } from 'vitest';
import { sampleQuestion } from '../../../../testing/index.ts';
import { renderQuestion } from '../../render/question.ts';
import { createCommandLine } from '../../run-for-test.ts';

const at = createCommandLine(afterAll);

it('shows who asks before what, every field with its limits and choices, and what to look at twice', () => {
  const properties = {
    age: { type: 'integer', title: 'Age', minimum: 1 },
    pet: { type: 'string', oneOf: [{ const: 'c', title: 'Cat' }] },
    many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 },
  };
  const form = { mode: 'form' as const, schema: { type: 'object', properties, required: ['age'] } };
  const text = renderQuestion(sampleQuestion({ form, findings: ['It seems to ask for a password.'] }), 200);
  expect(text).toMatch(/^qst_1 {2}open {2}question of the server files\n.*the MCP server files.*approves nothing/);
  expect(text).toContain('age ("integer"; minimum 1; needed): Age');
  expect(text).toContain('pet (one of "c" ("Cat"); may be left out)');
  expect(text).toContain('many (some of "a", "b"; maxItems 2; may be left out)');
  expect(text).toContain('It seems to ask for a password.');
});

it('shows the address of a page whole', () => {
  const url = `https://example.com/${'a/'.repeat(200)}end`;
  const text = renderQuestion(sampleQuestion({ form: { mode: 'url', url } }), 80);
  expect(text.replaceAll(/\s/g, '')).toContain(url);
});

it.each([
  [['approvals', 'answer', 'qst_nothing', '--decline'], 'No question has the id "qst_nothing"'],
  [['approvals', 'approve', 'qst_nothing'], 'approvals answer qst_nothing'],
])('%j says what to do', async (args, message) => {
  const ran = await at.run(args);
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain(message);
});
