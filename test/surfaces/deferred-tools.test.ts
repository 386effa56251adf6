// Deferred tools behind an MCP client: what the list holds, and that everything else is found and called all the same.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/contract/index.ts';
import { createRedactor, openHome } from '../../src/host/index.ts';
import { composeLocal, stdioCaller } from '../../src/runtime/index.ts';
import { serveStdio } from '../../src/surfaces/mcp/serve-stdio.ts';
import { scriptedTool, textResult } from '../harness/scripted-tool.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-deferred-')));
const workspace = join(folder, 'work');
mkdirSync(workspace);

const origin = { source: 'github', owner: null, family: null, fingerprint: 'f1' };
const issues = scriptedTool(
  { name: 'list_issues', kind: 'mcp', description: 'List the open issues of a repository.', origin },
  ({ text }) => textResult(`issues of ${JSON.stringify(text)}`),
);
const pinned = scriptedTool({
  name: 'pinned_tool',
  kind: 'mcp',
  tags: ['ai:no_defer'],
  origin: { ...origin, fingerprint: 'f2' },
});
const leaky = scriptedTool({
  name: 'leaky_tool',
  kind: 'mcp',
  description: 'Logs in with correct-horse-battery.',
  origin: { ...origin, fingerprint: 'f3' },
  tags: ['ai:no_defer'],
});

const redactor = createRedactor();
redactor.register('MAIL_PASSWORD', 'correct-horse-battery');

let runtime: Awaited<ReturnType<typeof composeLocal>>;

beforeAll(async () => {
  runtime = await composeLocal({
    home: openHome({ path: join(folder, 'home'), create: true }),
    workspace,
    env: {},
    report: () => undefined,
    daemonRuns: () => Promise.resolve(false),
    redactor,
    tools: [issues, pinned, leaky],
  });
});

afterAll(async () => {
  await runtime.close();
  rmSync(folder, { recursive: true });
});

const caller = stdioCaller({ userId: 7, workspace, session: undefined }, false);

/** Sends requests one after the other, as a client of the 2025 era; answers their results. */
async function converse(requests: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const signal = new AbortController().signal;
  const serving = serveStdio({ runtime, caller, readOnly: false, input, output, signal, report: () => undefined });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const ask = async (message: JsonObject): Promise<JsonObject> => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    return JSON.parse((await lines.next()).value ?? '{}');
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  const answers: JsonObject[] = [];
  for (const [at, request] of requests.entries()) answers.push(await ask({ id: at + 1, ...request }));
  input.end();
  await serving;
  return answers.map(({ result, error }) => Object(result ?? error));
}

const call = (name: string, args: JsonObject): JsonObject => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

function textOf(result: JsonObject | undefined): string {
  return String(Object(Object(result)['content'])[0]?.text);
}

interface Listed {
  readonly name: string;
  readonly annotations: JsonObject;
}

const listedIn = (result: JsonValue | undefined): readonly Listed[] => Object(result)['tools'];

it('the list holds what is shown whole, and the two that reach the rest', async () => {
  const [first, again] = await converse([{ method: 'tools/list' }, { method: 'tools/list' }]);
  expect(again).toEqual(first);
  const listed = listedIn(first);
  const names = listed.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(['pinned_tool', 'tool_search', 'tool_call', 'describe_tool'].filter((name) => !names.includes(name))).toEqual(
    [],
  );
  expect(names).not.toContain('list_issues');
  // A client that skips its own question for tools that only read must not skip it for whatever is called through this one.
  const carrier = listed.find(({ name }) => name === 'tool_call');
  expect(carrier?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
});

it('a deferred tool is found, described, and called directly and by tool_call', async () => {
  const [found, described, direct, carried, wrong] = await converse([
    call('tool_search', { query: 'open issues of a repository' }),
    call('tool_describe', { name: 'list_issues' }),
    call('list_issues', { text: 'a' }),
    call('tool_call', { name: 'list_issues', arguments: { text: 'b' } }),
    call('tool_call', { name: 'list_issues', arguments: { txt: 'b' } }),
  ]);
  expect(textOf(found)).toContain('list_issues(text?) [github]: List the open issues of a repository.');
  // What others wrote stands between markers.
  expect(textOf(found)).toMatch(/^<untrusted-content-\w+ source="tool_search/);
  expect(textOf(described)).toContain('"name": "list_issues"');
  expect([textOf(direct), textOf(carried)]).toEqual(['issues of "a"', 'issues of "b"']);
  expect(wrong).toMatchObject({
    isError: true,
    structuredContent: { code: 'invalid_arguments', schema: { properties: { text: {} } } },
  });
  const events = await runtime.events({ kinds: ['tool_executed'], tool: 'list_issues' });
  expect(events).toHaveLength(2);
  expect(await runtime.events({ tool: 'tool_call' })).toEqual([]);
});

it('a secret in the words of a tool is shown by nothing that tells of tools', async () => {
  const told = [
    await runtime.tools(caller, {}),
    await runtime.describeTool(caller, 'leaky_tool'),
    await runtime.searchTools(caller, 'leaky_tool', {}),
    await runtime.presentTools(caller),
    await runtime.capabilities(caller),
    await converse([
      { method: 'tools/list' },
      call('tool_search', { query: 'leaky_tool' }),
      call('tool_help', { name: 'leaky_tool' }),
    ]),
  ];
  for (const answer of told) {
    expect(JSON.stringify(answer)).toContain('[redacted: MAIL_PASSWORD]');
    expect(JSON.stringify(answer)).not.toContain('correct-horse');
  }
});
