// Tool: arithmetic without a program. Only numbers and operators; nothing in an expression can name or call anything.
import { z } from 'zod';
import { defineTool, type ToolResult } from '../../contract/index.ts';
import { evaluateExpression, writeNumber } from './evaluate-expression.ts';
import { parseExpression } from './parse-expression.ts';
import type { ExpressionProblem } from './read-tokens.ts';

export const calculate = defineTool({
  name: 'calculate',
  title: 'Calculate',
  description:
    'Evaluate an arithmetic expression: + - * / // % ** and parentheses over integers (exact) and floats, with the meaning they have in Python. ' +
    'No names, functions or booleans.',
  mode: 'python_eval',
  category: 'compute',
  risk: 'low',
  effects: [],
  timeoutMs: 10_000,
  aliases: ['calc', 'eval', 'math'],
  argumentAliases: { expr: 'expression' },
  input: z.strictObject({
    expression: z
      .string()
      .describe('Such as (2 + 3) * 4 ** 2. At most 1,000 characters and 128 numbers and operators.'),
  }),
  whenToUse: 'Whenever a number has to be right: totals, percentages, unit factors, large integers.',
  examples: [
    { description: 'Exact integers of any size up to 4096 bits', arguments: { expression: '2**200 // 3' } },
    { description: 'A percentage', arguments: { expression: '249.90 * 19 / 119' } },
  ],
  failureModes: [
    'A name or a call (sqrt, pi, True): write the number instead, such as 2 ** 0.5.',
    'An exponent beyond ±1000, an integer beyond 4096 bits, or a float that overflows.',
    'Division by zero.',
  ],
  async run({ expression }) {
    const parsed = parseExpression(expression);
    const value = parsed.kind === 'problem' ? parsed : evaluateExpression(parsed);
    if (typeof value === 'object') return refusal(expression, value);
    const text = writeNumber(value);
    return {
      blocks: [{ type: 'text', text }],
      structured: { value: text, type: typeof value === 'bigint' ? 'integer' : 'float' },
    };
  },
});

const around = 40;

/** The problem, and below it the part of the expression with a mark under the character it is about. */
function refusal(expression: string, problem: ExpressionProblem): ToolResult {
  const from = Math.max(0, problem.at - around);
  const line = expression.slice(from, problem.at + around).replaceAll(/\p{Cc}/gu, ' ');
  const text = `${problem.text} (at character ${problem.at + 1}).\n  ${line}\n  ${' '.repeat(problem.at - from)}^`;
  return { blocks: [{ type: 'text', text }], isError: true };
}
