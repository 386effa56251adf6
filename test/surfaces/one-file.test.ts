// One file as all the configuration there is: what it names is served, to real clients and commands, and nothing else has a say.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDaemonHome } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { createProgramWorld, type ProgramWorld } from '../fixtures/program-world.ts';
import { olderAsking } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';
import { commandLine, type CommandLineRun } from './world.ts';

const program = join(root, 'test/programs/gatehouse.ts');

let world: ProgramWorld;
let env: Readonly<Record<string, string>>;
let file: string;

/** A program as a tool, by a command of the configuration: `tell`. */
const command =
  'sandbox: { setting: off, commands: { explicit: [{ name: tell, description: Tells., argv: [tell] }] } }\n';

beforeEach(() => {
  world = createProgramWorld();
  world.program('tell', 'echo told');
  const { folder, workspace } = world;
  env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GATEHOUSE_HOME: join(folder, 'home'),
  };
  mkdirSync(join(folder, '.config/gatehouse'), { recursive: true });
  writeFileSync(
    join(folder, '.config/gatehouse/config.yaml'),
    'sandbox: { commands: { explicit: [{ name: owners, description: Other., argv: [tell] }] } }\n',
  );
  writeFileSync(
    join(workspace, 'gatehouse.yaml'),
    'sandbox: { commands: { explicit: [{ name: projects, description: Other., argv: [tell] }] } }\n',
  );
  file = join(folder, 'one.yaml');
  writeFileSync(file, command);
});

const run = (...argv: readonly string[]): Promise<CommandLineRun> =>
  commandLine({ workspace: world.workspace, env }, argv);

/** By names, as a command lists them, without what reaches deferred tools. */
async function listed(...more: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('tools', '--json', ...more);
  const names = (JSON.parse(stdout) as readonly { readonly name: string }[]).map(({ name }) => name);
  return names.filter((name) => !['tool_search', 'tool_call', 'describe_tool', 'describe_capabilities'].includes(name));
}

async function client(...argv: readonly string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  const { workspace } = world;
  await connected.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...argv],
      cwd: workspace,
      env: { ...env },
    }),
  );
  onTestFinished(() => connected.close());
  return connected;
}

const namesOf = async (asked: Client): Promise<readonly string[]> =>
  (await asked.listTools()).tools.map(({ name }) => name).toSorted();

async function acceptAll(): Promise<void> {
  const shown = await run('mcp-servers', 'accept', 's', '--start', '--json', '--config', file);
  const { digest } = JSON.parse(shown.stdout) as { readonly digest: string };
  await run('mcp-servers', 'accept', 's', '--as', digest, '--config', file);
}

describe('--config FILE', () => {
  it('is served alone to a client: no built-in, no other file, no file of the workspace', async () => {
    await run('trust');
    expect(await listed()).toEqual(expect.arrayContaining(['owners', 'projects', 'file_read']));
    const served = await client('--config', file);
    expect(await namesOf(served)).toEqual(['tell']);
    for (const name of ['file_read', 'owners', 'projects'])
      await expect(served.callTool({ name, arguments: {} })).rejects.toThrow(`There is no tool named "${name}"`);
  });

  it('is served with the built-ins it names and with its servers', async () => {
    const servers = JSON.stringify({
      servers: { s: { ...olderAsking(join(world.folder, 'told')), include: ['ask'] } },
    });
    writeFileSync(file, `${command}tools: { builtins: [calculate, ask_human_confirm] }\nmcp: ${servers}\n`);
    await acceptAll();
    const served = await client('--config', file);
    expect(await namesOf(served)).toEqual(['ask_human_confirm', 'calculate', 'mcp_s_ask', 'tell']);
    // All its tools are so many that they are deferred, and then what reaches them is shown.
    writeFileSync(file, readFileSync(file, 'utf8').replace(',"include":["ask"]', ''));
    await acceptAll();
    const reaching = ['describe_capabilities', 'describe_tool', 'tool_call', 'tool_search'];
    expect(await namesOf(await client('--config', file))).toEqual(
      ['ask_human_confirm', 'calculate', ...reaching, 'tell'].toSorted(),
    );
  });

  it('shows what reaches deferred tools only where some are deferred', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `{ name: tell_${at}, description: Tells., argv: [tell] }`);
    // Commands of the configuration always go out whole.
    writeFileSync(file, `sandbox: { commands: { explicit: [${many.join(', ')}] } }\n`);
    expect(await namesOf(await client('--config', file))).toHaveLength(12);
  });

  it.each([['tools', 'list'], ['call', 'tell', '{}'], ['doctor'], ['mcp'], ['up', '--port', '0']])(
    'that is not there is named by %s %s',
    async (...argv) => {
      const { exitCode, stderr } = await run(...argv, '--config', join(world.folder, 'gone.yaml'));
      expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining('gone.yaml is not there')]);
      expect(exitCode).not.toBe(0);
    },
  );

  it('is relative to where one is, and stands in what commands advise', async () => {
    writeFileSync(join(world.workspace, 'own.yaml'), command);
    const { stderr } = await run('tools', 'describe', 'no_such_tool', '--config', 'own.yaml');
    expect(stderr).toContain(`--config ${join(world.workspace, 'own.yaml')} tools`);
    expect(await listed('--config', 'own.yaml')).toEqual(['tell']);
  });

  it('is not asked of a daemon that runs under another configuration', async () => {
    const report = (): void => undefined;
    const home = await openDaemonHome({ env, report });
    const daemon = await startDaemon({ home, port: 0, workspace: world.workspace, report });
    onTestFinished(() => daemon.close());
    expect(await listed()).toContain('owners');
    expect(await listed('--config', file)).toEqual(['tell']);
    expect(await namesOf(await client('--config', file))).toEqual(['tell']);
  });

  it('is hosted by a daemon that says so, and a second one on the same home is told', async () => {
    const child = spawn(process.execPath, [program, 'up', '--port', '0', '--config', file], {
      cwd: world.workspace,
      env,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    onTestFinished(() => void child.kill());
    await expect.poll(() => said, { timeout: 15_000 }).toContain(`serves what ${file} names alone`);
    // Without a file of its own a command talks to what runs.
    expect(await listed()).toEqual(['tell']);
    const second = await run('up', '--port', '0', '--config', file);
    expect(second).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('A daemon of this home is running already'),
    });
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('close', resolve));
  });

  it('is written into the configuration of a client, beside the Gatehouse that is there', async () => {
    await run('mcp', '--for', 'cursor', '--write');
    for (const _time of [1, 2]) await run('mcp', '--for', 'cursor', '--write', '--config', file);
    const { mcpServers } = JSON.parse(readFileSync(join(world.folder, '.cursor/mcp.json'), 'utf8')) as {
      readonly mcpServers: Readonly<Record<string, { readonly args: readonly string[]; readonly env: object }>>;
    };
    expect(Object.keys(mcpServers)).toEqual(['gatehouse', 'one']);
    expect(mcpServers['gatehouse']?.args).not.toContain('--config');
    expect(mcpServers['one']?.args.join(' ')).toContain(`mcp --config ${file}`);
    expect(mcpServers['one']?.env).toEqual({ GATEHOUSE_HOME: env['GATEHOUSE_HOME'] });
    const gone = await run('mcp', '--for', 'cursor', '--write', '--config', join(world.folder, 'gone.yaml'));
    expect(gone.exitCode).not.toBe(0);
  });
});

describe('tools.builtins', () => {
  const owners = () => join(world.folder, '.config/gatehouse/config.yaml');

  it.each([
    ['none', []],
    ['all', ['calculate', 'file_read', 'note']],
    ['[noema_note, calculate]', ['calculate', 'note']],
  ])('%s leaves these', async (said, left) => {
    writeFileSync(owners(), `tools: { builtins: ${said} }\n`);
    writeFileSync(join(world.workspace, 'a.txt'), 'a');
    const names = await listed();
    expect(names).toEqual(expect.arrayContaining(left));
    if (said !== 'all') expect(names).toEqual(left);
    const { exitCode } = await run('call', 'file_read', '{"filename":"a.txt"}');
    expect(exitCode).toBe(said === 'all' ? 0 : 2);
  });

  it('adds up: what either file leaves out is not there, and neither brings it back', async () => {
    await run('trust');
    const project = join(world.workspace, 'gatehouse.yaml');
    writeFileSync(owners(), 'tools: { builtins: [calculate, note], disable: [note] }\n');
    writeFileSync(project, 'tools: { builtins: [calculate, note, shell] }\n');
    expect(await listed()).toEqual(['calculate']);
    writeFileSync(project, 'tools: { builtins: all }\n');
    expect(await listed()).toEqual(['calculate']);
    writeFileSync(project, 'tools: { builtins: none }\n');
    expect(await listed()).toEqual([]);
  });

  it('leaves nothing that finds and describes where nothing is deferred either', async () => {
    writeFileSync(owners(), 'tools: { builtins: none }\ndeferral: false\n');
    expect(JSON.parse((await run('tools', '--json')).stdout)).toEqual([]);
  });

  it.each(['some', '[]x', '[1]', '{}'])('takes no %s, and says where it stands', async (said) => {
    writeFileSync(owners(), `tools:\n  builtins: ${said}\n`);
    const { exitCode, stderr } = await run('tools');
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/config\.yaml:2:\d+: /);
  });

  it('says of a name that there is no such tool', async () => {
    writeFileSync(owners(), 'tools: { builtins: [calculat] }\n');
    expect((await run('tools')).stderr).toContain(
      'tools.builtins names "calculat", and there is no such built-in tool',
    );
  });
});
