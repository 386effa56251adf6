import { describe, expect, it } from 'vitest';
import type { CapabilitiesReport, Catalog, Described, ToolDescription, ToolSummary } from '../../contract/index.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { describeCapabilities } from './describe-capabilities.ts';
import { describeTool } from './describe-tool.ts';
import { toolHelp } from './tool-help.ts';

const summary: ToolSummary = {
  name: 'file_read',
  title: 'Read a file',
  description: 'Read text.\nMore of it.',
  kind: 'builtin',
  source: 'builtin',
  category: 'file',
  mode: 'read_text',
  policyClass: 'read_only',
  risk: 'low',
  tags: ['ai:no_defer'],
  required: ['path'],
  optional: ['limit', 'how', 'list', 'free'],
  locked: false,
  hidden: false,
  effect: 'DENY',
  conditional: true,
};

const description: ToolDescription = {
  ...summary,
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where | it\nis.' },
      limit: { type: 'integer', default: 200 },
      how: { enum: ['a', 1] },
      list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      free: true,
    },
    required: ['path'],
  },
  aliases: ['cat', 'read'],
  argumentAliases: { filename: 'path', file: 'path' },
  effects: [],
  timeoutMs: 10_000,
  whenToUse: 'To read.',
  examples: [{ description: 'A file', arguments: { path: 'a.txt' } }],
  failureModes: ['It is not there.'],
  requiresSetup: 'None to speak of.',
  fingerprint: 'f',
  executionNote: 'Describing runs nothing.',
};

const report: CapabilitiesReport = {
  sessionMode: 'readonly',
  trust: 'operator',
  agent: 'default',
  sandbox: { setting: 'prefer', level: 'unproven', note: 'Not known yet: gatehouse doctor.' },
  openedDirectories: [
    { path: '/code/library', access: 'read' },
    { path: '/code/odd\n- /', access: 'write' },
  ],
  toolsByMode: { read_text: [summary], shell: [] },
  locked: ['sudo_shell'],
  servers: [{ name: 'files', state: 'down' }],
  skills: [],
  subagents: [],
  limits: { resultChars: 50_000, dailyBudget: null },
  floor: ['Internal addresses are refused.'],
  tokens: { level: 'none', tokens: { inline: 90, listing: 0, whole: 90 }, sources: [] },
};

function catalog(described: Described): { catalog: Catalog; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    catalog: {
      async describe(name) {
        asked.push(name);
        return described;
      },
      capabilities: async () => report,
      search: () => Promise.reject(new Error('No search is scripted.')),
    },
  };
}

const unknown: Described = {
  ok: false,
  code: 'unknown',
  message: 'There is no tool named "file_raed".',
  nearest: ['file_read'],
};

describe('describe_tool', () => {
  it('answers the live schema, the same as text and as data, also for a tool that would be refused', async () => {
    const { asked, ...ports } = catalog({ ok: true, tool: description });
    const result = await runForTest(describeTool, { tool_name: ' cat ' }, { ports });
    expect(asked).toEqual([' cat ']);
    expect(result.isError).toBeUndefined();
    expect(JSON.parse(textOf(result))).toEqual(result.structured);
    expect(result.structured).toMatchObject({
      name: 'file_read',
      mode: 'read_text',
      effect: 'DENY',
      required: ['path'],
      optional: ['limit', 'how', 'list', 'free'],
      parameters: description.parameters,
      execution_note: 'Describing runs nothing.',
    });
  });
});

describe.each([
  ['describe_tool', (ports: { catalog: Catalog }) => runForTest(describeTool, { tool_name: 'file_raed' }, { ports })],
  ['tool_help', (ports: { catalog: Catalog }) => runForTest(toolHelp, { name: 'file_raed' }, { ports })],
])('%s of a name that names nothing', (_name, run) => {
  it.each<Described>([unknown, { ok: false, code: 'invalid', message: 'Give one name.', nearest: [] }])(
    'hands on what the catalogue says, as an error result: %j',
    async (described) => {
      const result = await run(catalog(described));
      expect(result.isError).toBe(true);
      expect(result.structured).toEqual({ ...described, ok: undefined });
      expect(textOf(result)).toBe('message' in described && described.message);
    },
  );
});

describe('tool_help', () => {
  it('lays out all that is documented', async () => {
    const result = await runForTest(
      toolHelp,
      { name: 'file_read' },
      { ports: catalog({ ok: true, tool: description }) },
    );
    expect(textOf(result)).toBe(`# file_read: Read a file

Read text.
More of it.

## When to use
To read.

## Arguments
| name | type | required | default | meaning |
| --- | --- | --- | --- | --- |
| path (also: filename, file) | string | yes |  | Where \\| it is. |
| limit | integer | no | 200 |  |
| how | "a" or 1 | no |  |  |
| list | array of string or null | no |  |  |
| free | any | no |  |  |

## Examples
- A file: \`{"path":"a.txt"}\`

## Failure modes
- It is not there.

## Setup
None to speak of.

## Policy
- Now: DENY; targets or findings of a call may change it
- Mode: read_text; class: read_only; risk: low
- May do: nothing beyond reading
- Source: builtin (builtin); category: file; time limit: 10 s
- Also called: cat, read
- Tags: ai:no_defer
- Describing runs nothing.`);
  });

  it('leaves out what there is not, and says that a locked tool never runs', async () => {
    const bare: ToolDescription = {
      ...description,
      parameters: { type: 'object' },
      required: [],
      optional: [],
      whenToUse: '',
      examples: [],
      failureModes: [],
      requiresSetup: null,
      aliases: [],
      tags: [],
      effects: ['writes', 'executes'],
      locked: true,
    };
    const text = textOf(await runForTest(toolHelp, { name: 'x' }, { ports: catalog({ ok: true, tool: bare }) }));
    expect(text).not.toMatch(/## (?:When|Examples|Failure|Setup)/);
    expect(text).toContain('It takes no arguments.');
    expect(text).toContain('- Now: locked, it never runs');
    expect(text).toContain('- May do: writes, executes');
  });

  it('survives a foreign schema that nests without end', async () => {
    let items: object = { type: 'string' };
    for (let depth = 0; depth < 5_000; depth++) items = { type: 'array', items };
    const deep = { ...description, parameters: JSON.parse(`{"type":"object","properties":{"path":{}}}`), optional: [] };
    deep.parameters.properties.path = items;
    const text = textOf(await runForTest(toolHelp, { name: 'x' }, { ports: catalog({ ok: true, tool: deep }) }));
    expect(text).toContain('| array of array of array of array |');
  });
});

describe('describe_capabilities', () => {
  it('reports live state for reading and as data, with what is not set', async () => {
    const result = await runForTest(describeCapabilities, {}, { ports: catalog(unknown) });
    expect(result.structured).toEqual(report);
    expect(textOf(result)).toBe(`Session mode: readonly
Trust: operator
Agent: default
Sandbox: unproven (setting: prefer). Not known yet: gatehouse doctor.

Tools of mode read_text:
- file_read [DENY, depending on the call] Read text.

Directories outside the workspace that the owner opened:
- /code/library (read)
- /code/odd\\u{0A}- / (read and write)

Locked tools (they never run):
- sudo_shell

MCP servers:
- {"name":"files","state":"down"}

Skills:
- none

Subagents:
- none

Limits:
- resultChars: 50000
- dailyBudget: not set

Tokens that the tools cost a model in every turn, about:
- 90 for tools that are shown whole, 0 for the list of the others; all whole: 90

Always refused, whatever the mode, a rule or an approval says:
- Internal addresses are refused.`);
  });

  it('tells of a large catalogue a part, and how many there are beside it', async () => {
    const tools = Array.from({ length: 13_000 }, (_, at) => ({ ...summary, name: `tool_${at}`, source: 'github' }));
    const sources = Array.from({ length: 700 }, (_, at) => ({
      source: `s${at}\n`,
      tools: 9,
      deferred: 9,
      inline: 0,
      names: 40,
      saved: 900,
    }));
    const large = { ...report, toolsByMode: { mcp: tools }, tokens: { ...report.tokens, sources } };
    const ports = { catalog: { ...catalog(unknown).catalog, capabilities: async () => large } };
    const result = await runForTest(describeCapabilities, {}, { ports });
    expect(textOf(result).length).toBeLessThan(10_000);
    expect(textOf(result)).toContain('- and 12940 more');
    expect(textOf(result)).toContain('- "s0\\\\u{0A}": tools 9, shown 0, left out 900');
    expect(result.label).toMatchObject({ trust: 'untrusted' });
  });

  it('takes no arguments', () => {
    expect(describeCapabilities.input.safeParse({ x: 1 }).success).toBe(false);
  });
});
