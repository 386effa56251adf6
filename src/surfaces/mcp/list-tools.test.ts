import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../contract/index.ts';
import { createScriptedRuntime, sampleCaller, sampleTool } from '../../testing/index.ts';
import { listTools } from './list-tools.ts';

async function listed(tool: Partial<ToolDescription>) {
  const runtime = createScriptedRuntime({ tools: [sampleTool(tool)] });
  const [first] = await listTools(runtime, sampleCaller());
  return first;
}

describe('the list of tools', () => {
  it('shows the schema of a tool as it is, key order and unknown keywords included', async () => {
    const parameters = {
      $schema: 'x',
      type: 'object',
      properties: { z: { 'x-own': [1] }, a: true },
      required: ['z'],
      'x-y': null,
    };

    const tool = await listed({ parameters });

    expect(JSON.stringify(tool?.inputSchema)).toBe(JSON.stringify(parameters));
  });

  it('says object at the root of a schema that does not, since clients drop the whole list over one', async () => {
    const tool = await listed({ parameters: { anyOf: [{ required: ['a'] }] } });

    expect(tool?.inputSchema).toEqual({ anyOf: [{ required: ['a'] }], type: 'object' });
  });

  it('shows what a model is shown whole, and none of the tools that it searches for', async () => {
    const [shown, deferred] = [sampleTool({ name: 'near' }), sampleTool({ name: 'far' })];
    const tokens = { inline: 1, listing: 1, whole: 2 };
    const presentation = { inline: [shown], deferred: [deferred], level: 'names' as const, listing: 'far', tokens };
    const runtime = createScriptedRuntime({
      tools: [shown, deferred],
      answers: { presentTools: async () => presentation },
    });

    expect((await listTools(runtime, sampleCaller())).map(({ name }) => name)).toEqual(['near']);
  });

  it('leaves out a tool that went between the two looks', async () => {
    const runtime = createScriptedRuntime({
      tools: [sampleTool()],
      answers: { describeTool: async () => ({ ok: false, code: 'unknown', message: 'gone', nearest: [] }) },
    });

    expect(await listTools(runtime, sampleCaller())).toEqual([]);
  });

  it.each<[string, Partial<ToolDescription>, readonly [boolean, boolean, boolean]]>([
    ['a pure tool', { effects: [] }, [true, false, false]],
    ['a reader of private data', { effects: ['reads_private'] }, [true, false, false]],
    ['a note, though its class is read_only', { effects: ['remembers'] }, [false, false, false]],
    [
      'a writer, which may replace what was there',
      { policyClass: 'read_write', effects: ['writes'] },
      [false, true, false],
    ],
    ['a shell', { policyClass: 'exec', effects: ['executes'] }, [false, true, true]],
    ['a fetch', { policyClass: 'network', effects: ['egress'] }, [false, false, true]],
    ['a reader that sends', { effects: ['reads_private', 'egress'] }, [false, false, true]],
    ['a tool that declares nothing', { policyClass: 'external_api', effects: [] }, [false, true, true]],
    ['an administrative tool', { policyClass: 'read_write', effects: ['administrative'] }, [false, true, false]],
  ])('gives honest hints for %s', async (_name, tool, [readOnlyHint, destructiveHint, openWorldHint]) => {
    expect((await listed(tool))?.annotations).toMatchObject({ readOnlyHint, destructiveHint, openWorldHint });
  });
});
