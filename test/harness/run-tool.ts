// Runs a built-in in a test the way the gate does: parsed arguments, proven URLs and paths, and exactly the ports it declares.
import type { z } from 'zod';
import type { Admitted, BuiltinTool, HandlerContext, ToolPorts, ToolResult } from '../../src/contract/index.ts';

export type TestContext<Need extends keyof ToolPorts> = Partial<Omit<HandlerContext<Need>, 'ports'>> & {
  readonly ports: Pick<ToolPorts, Need>;
};

export async function runForTest<Input extends z.ZodObject, Need extends keyof ToolPorts>(
  tool: BuiltinTool<Input, Need>,
  args: z.input<Input>,
  given: TestContext<Need>,
): Promise<ToolResult> {
  // Stands in for the gate, which alone may say that arguments were admitted.
  const admitted = tool.input.parse(args) as Admitted<z.output<Input>>;
  return tool.run(admitted, {
    callId: 'call-1',
    workspace: '/workspace',
    caller: { agent: 'default', trust: 'operator', session: 'session-1', principal: 'user:1000' },
    signal: new AbortController().signal,
    timeoutMs: tool.timeoutMs,
    paths: {},
    urls: {},
    facts: {},
    settings: { readPageLines: 200 },
    tell: () => undefined,
    ask: () => Promise.resolve({ act: 'cancel', reason: 'Nobody is there.' }),
    ...given,
  });
}

/** The text of a result, as a model reads it. */
export function textOf(result: ToolResult): string {
  return result.blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}
