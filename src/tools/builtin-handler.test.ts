import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  defineTool,
  type Admitted,
  type HandlerContext,
  type JsonObject,
  type ToolPorts,
  type ToolResult,
} from '../contract/index.ts';
import { builtinHandler } from './builtin-handler.ts';

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Answers its arguments.',
  mode: 'introspect',
  category: 'system',
  risk: 'low',
  effects: [],
  timeoutMs: 1000,
  whenToUse: '',
  input: z.strictObject({ text: z.string(), times: z.int().default(2) }),
  async run(args) {
    return { blocks: [{ type: 'text', text: args.text.repeat(args.times) }] };
  },
});

function handle(args: JsonObject): Promise<ToolResult> {
  // Stands in for the gate, which alone may say that arguments were admitted; the tool looks at no port.
  return builtinHandler(echo)(args as Admitted<JsonObject>, {
    callId: 'c',
    workspace: '/w',
    caller: { agent: 'default', trust: 'operator', session: 's', principal: 'p' },
    signal: new AbortController().signal,
    timeoutMs: 1000,
    paths: {},
    urls: {},
    facts: {},
    settings: { readPageLines: 200 },
    tell: () => undefined,
    ask: () => Promise.resolve({ act: 'cancel', reason: 'Nobody is there.' }),
    ports: {} as ToolPorts,
  } satisfies HandlerContext<keyof ToolPorts>);
}

it('fills in the defaults that the JSON Schema only states', async () => {
  expect(await handle({ text: 'a' })).toEqual({ blocks: [{ type: 'text', text: 'aa' }] });
});

it('rejects arguments that the schema would have let through', async () => {
  await expect(handle({ text: 1 })).rejects.toThrow('text');
});

it('hands over the ports that the tool declared, and no other', async () => {
  const noting = defineTool({
    ...echo,
    name: 'noting',
    needs: ['notes'],
    async run(_args, { ports }) {
      return { blocks: [{ type: 'text', text: Object.keys(ports).join(',') }] };
    },
  });
  const ports = Object.freeze({ files: {}, notes: {}, net: {}, process: {}, catalog: {} });
  const context = { callId: 'c', workspace: '/w', ports };

  // Only the ports are looked at; the rest of a context is the gate's to fill.
  const result = await builtinHandler(noting)({ text: 'a' } as never, context as never);

  expect(result.blocks).toEqual([{ type: 'text', text: 'notes' }]);
});
