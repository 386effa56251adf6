// What a user of an MCP client meets, with nothing stood in for: the real command as a process, the real daemon, the official clients and
// the Inspector. A write asks, the owner approves it by the command line, and the client's next equal call gets the outcome, once.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, commandLine, type World } from './world.ts';

const run = promisify(execFile);
const program = new URL('../programs/gatehouse.ts', import.meta.url).pathname;
const inspector = new URL(
  '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  import.meta.url,
).pathname;

interface Place {
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: { readonly status?: string; readonly approval?: { readonly id: string } };
}

let folder: string;
let alone: Place;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gh-mcp-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'first line\n');
  alone = { workspace, env: { PATH: process.env['PATH'] ?? '', HOME: folder, GATEHOUSE_HOME: join(folder, 'home') } };
  return () => rmSync(folder, { recursive: true, force: true });
});

function stdioOf({ workspace, env }: Place): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: workspace,
    env: { ...env },
    stderr: 'ignore',
  });
}

async function withClient<Value>(
  wire: StdioClientTransport | StreamableHTTPClientTransport,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(wire);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

// The client's own result type has more kinds of blocks than a test looks at.
const call = async (client: Client, name: string, given: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: given })) as Result;
const textOf = (result: Result) => result.content.map((block) => block.text ?? '').join('\n');
const write = { filename: 'b.txt', content: 'written once\n' };

async function approve(place: Place, result: Result): Promise<void> {
  expect(result.structuredContent?.status).toBe('pending');
  const approved = await commandLine(place, ['approvals', 'approve', result.structuredContent?.approval?.id ?? '']);
  expect(approved.exitCode, approved.stderr).toBe(0);
}

describe('the official client over stdio', () => {
  it('lists, reads, is asked for a write, and collects it once after the approval, the process that asked still being there', async () => {
    await withClient(stdioOf(alone), async (client) => {
      expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(
        expect.arrayContaining(['file_read', 'file_write', 'shell']),
      );
      expect(textOf(await call(client, 'file_read', { filename: 'a.txt' }))).toContain('first line');
      const asked = await call(client, 'file_write', write);
      expect(existsSync(join(alone.workspace, 'b.txt'))).toBe(false);
      await approve(alone, asked);
      expect(readFileSync(join(alone.workspace, 'b.txt'), 'utf8')).toBe(write.content);
      expect(textOf(await call(client, 'file_write', write))).toContain('b.txt');
      expect((await call(client, 'file_write', write)).structuredContent?.status).toBe('pending');
    });
  });

  it('collects after the approval also as a new process, the one that asked being gone', async () => {
    const asked = await withClient(stdioOf(alone), (client) => call(client, 'file_write', write));
    await approve(alone, asked);
    expect(readFileSync(join(alone.workspace, 'b.txt'), 'utf8')).toBe(write.content);
    const collected = await withClient(stdioOf(alone), (client) => call(client, 'file_write', write));
    expect(textOf(collected)).toContain('Created');
  });
});

describe('over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const httpOf = ({ daemon, token }: World) =>
    new StreamableHTTPClientTransport(new URL(`${daemon.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });

  it('the official client lists, reads, is asked for a write, and collects it after the approval', async () => {
    await withClient(httpOf(world), async (client) => {
      expect((await client.listTools()).tools.length).toBeGreaterThan(10);
      expect(textOf(await call(client, 'file_read', { filename: 'a.txt' }))).toContain('one');
      await approve(world, await call(client, 'file_write', write));
      expect(textOf(await call(client, 'file_write', write))).toContain('Created');
    });
  });

  it('a client without a token gets nothing', async () => {
    const wire = new StreamableHTTPClientTransport(new URL(`${world.daemon.url}/mcp`));
    await expect(withClient(wire, (client) => client.listTools())).rejects.toThrow();
  });

  it('the Inspector lists and calls', async () => {
    const target = [
      '--cli',
      `${world.daemon.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${world.token}`,
    ];
    const listed = await run(process.execPath, [inspector, ...target, '--method', 'tools/list']);
    expect(listed.stdout).toContain('file_read');
    const read = await run(process.execPath, [
      inspector,
      ...target,
      '--method',
      'tools/call',
      '--tool-name',
      'file_read',
      '--tool-arg',
      'filename=a.txt',
    ]);
    expect(read.stdout).toContain('one');
  });
});

it('the Inspector lists and calls over stdio', async () => {
  const options = { cwd: alone.workspace, env: { ...alone.env } };
  const listed = await run(
    process.execPath,
    [inspector, '--cli', process.execPath, program, 'mcp', '--method', 'tools/list'],
    options,
  );
  expect(listed.stdout).toContain('file_write');
  const asked = await run(
    process.execPath,
    [
      inspector,
      '--cli',
      process.execPath,
      program,
      'mcp',
      '--method',
      'tools/call',
      '--tool-name',
      'file_write',
      '--tool-arg',
      'filename=c.txt',
      'content=x',
    ],
    options,
  );
  expect(asked.stdout).toContain('pending');
});
