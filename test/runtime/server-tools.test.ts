// add_mcp_server, list_mcp_servers and remove_mcp_server through a whole runtime: who may ask, what the owner is shown, and that nothing starts.
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Outcome } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import {
  createServerWorld,
  scripted,
  toldBy,
  type HouseOptions,
  type ServerHouse,
  type ServerWorld,
} from '../fixtures/server-world.ts';

let world: ServerWorld;
let told: string;
let mcpJson: string;

beforeEach(() => {
  world = createServerWorld();
  told = join(world.folder, 'told');
  mcpJson = join(world.workspace, '.mcp.json');
});

const plain = (more: JsonObject = {}): JsonObject => ({
  name: 's',
  transport: 'stdio',
  ...scripted('plain', told),
  ...more,
});
const web = (more: JsonObject = {}): JsonObject => ({
  name: 'w',
  transport: 'http',
  url: 'https://mcp.example.com/x',
  ...more,
});

/** Without the command that the scripted one has. */
async function openHouse(options: HouseOptions = {}, more = ''): Promise<ServerHouse> {
  world.configure({}, `# mine\n${more}`);
  return world.house({ livesOn: true, ...options });
}

async function trusted(): Promise<ServerHouse> {
  const before = await openHouse();
  await before.owner.trustFolder(world.workspace, 'test');
  await before.runtime.close();
  return openHouse();
}

const configuration = () => readFileSync(world.configFile, 'utf8');

function pending(outcome: Outcome) {
  if (outcome.kind !== 'pending') throw new Error(`expected a question, got ${JSON.stringify(outcome)}`);
  return outcome.approval;
}

describe('add_mcp_server', () => {
  it('shows the whole command, writes it after a yes, starts nothing, and is taken up at once', async () => {
    const house = await openHouse();
    const asked = await house.call('add_mcp_server', plain({ env: { LEVEL: 'info', API_TOKEN: '{secret THEIRS}' } }));
    const approval = pending(asked);
    expect(approval).toMatchObject({
      onceOnly: true,
      risk: 'critical',
      targets: [
        { kind: 'name', value: 's' },
        {
          kind: 'command',
          value: expect.stringMatching(/API_TOKEN=‹secret THEIRS› LEVEL=info \S*node \S*hostile-mcp.mjs plain /),
        },
      ],
    });
    expect(configuration()).not.toContain('hostile-mcp');
    await house.owner.answer(approval.id, { act: 'once' }, { by: 'test' });
    const outcome = await house.runtime.collect(house.caller, approval.id);
    expect(text(outcome)).toContain('Nothing of it was started');
    expect(text(outcome)).toContain('gatehouse mcp-servers accept s');
    expect(text(outcome)).toContain('gatehouse secrets set THEIRS');
    expect(configuration()).toMatch(/^# mine/);
    expect(configuration()).toContain('secret: THEIRS');
    expect(await house.view('s')).toMatchObject({ state: 'not_accepted', tools: [] });
    expect(toldBy(told)).toBe('');
  });

  it('has its tools once its owner accepted it, and loses them when it is removed', async () => {
    const house = await openHouse();
    await house.run('add_mcp_server', plain());
    expect(text(await house.run('list_mcp_servers'))).toMatch(
      /^s \(not_accepted, .*no tools\. .*mcp-servers accept s$/,
    );
    expect(toldBy(told)).toBe('');
    await house.accept('s');
    expect(text(await house.call('list_mcp_servers'))).toMatch(/^s \(ready, .*mcp_s_echo/);
    const asked = pending(await house.call('remove_mcp_server', { name: 's' }));
    expect(asked.targets).toMatchObject([
      { value: 's' },
      { kind: 'command', value: expect.stringContaining('hostile') },
    ]);
    await house.owner.answer(asked.id, { act: 'once' }, { by: 'test' });
    expect(text(await house.runtime.collect(house.caller, asked.id))).toContain('Its tools are gone.');
    expect(await house.names()).toEqual([]);
    expect(configuration()).not.toContain('hostile');
  });

  it('writes an address with the variable that holds its token, and not the token', async () => {
    const house = await openHouse({ env: { SERVICE: 'Zq9-Tur-7kk-0815' } });
    const asked = pending(await house.call('add_mcp_server', web({ bearer_token_env: 'SERVICE' })));
    expect(asked.targets).toContainEqual(expect.objectContaining({ kind: 'url', value: 'https://mcp.example.com/x' }));
    await house.owner.answer(asked.id, { act: 'once' }, { by: 'test' });
    await house.runtime.collect(house.caller, asked.id);
    expect((await house.view('w')).reach).toBe('https://mcp.example.com/x · Authorization: Bearer ${SERVICE}');
    expect(configuration()).not.toContain('0815');
  });

  it('asks in full-auto and under a rule that allows it, and each time anew', async () => {
    const house = await openHouse({}, 'mode: full-auto');
    await house.owner.addRule(
      { effect: 'ALLOW', agent: null, tool: 'add_mcp_server', target: null, action: null, window: null, note: null },
      { broad: true, by: 'test' },
    );
    await house.run('add_mcp_server', plain());
    expect((await house.call('add_mcp_server', plain({ name: 't' }))).kind).toBe('pending');
    const session = { act: 'session', minutes: 30 } as const;
    const { id } = pending(await house.call('add_mcp_server', plain({ name: 'u' })));
    await expect(house.owner.answer(id, session, { by: 'test' })).rejects.toMatchObject({ code: 'not_answerable' });
  });

  it('takes no answer of a client, also of one whose answers count elsewhere', async () => {
    const house = await openHouse({}, 'approvals:\n  elicitation: [stdio:7]\n');
    const caller = { ...house.caller, principal: 'stdio:7' };
    const asked = await house.runtime.call({ tool: 'add_mcp_server', arguments: { value: plain() }, caller });
    const { id } = pending(asked);
    await expect(house.runtime.elicited(caller, id, { accepted: true })).rejects.toMatchObject({
      code: 'not_the_owner',
    });
    expect(configuration()).not.toContain('hostile');
  });

  it('runs nothing where the configuration has changed between question and answer', async () => {
    const house = await openHouse();
    const { id } = pending(await house.call('add_mcp_server', plain()));
    world.configure({ s: { command: 'other' } }, '# mine');
    await house.owner.answer(id, { act: 'once' }, { by: 'test' });
    const { caller } = house;
    expect((await house.runtime.approval(caller, id))?.status).toBe('invalidated');
    expect(configuration()).not.toContain('hostile');
  });

  it.each<[string, JsonObject, RegExp]>([
    ['a program without a command', { name: 'a', transport: 'stdio' }, /needs command/],
    ['an address without a url', { name: 'a', transport: 'http' }, /needs url/],
    ['both', plain({ url: 'https://example.com' }), /go with transport http/],
    ['arguments of an address', web({ args: ['x'] }), /go with transport stdio/],
    ['a command like an option', { name: 'a', transport: 'stdio', command: '-x' }, /expected the name of a program/],
    [
      'a credential by its name',
      plain({ env: { API_TOKEN: 'hello' } }),
      /API_TOKEN looks like .*gatehouse secrets set/,
    ],
    ['a credential by its form', plain({ env: { LEVEL: `ghp_${'a1B2'.repeat(9)}` } }), /LEVEL looks like/],
    ['a credential before a secret', plain({ env: { X: `ghp_${'a1B2'.repeat(9)} {secret S}` } }), /X looks like/],
    ['a credential among arguments', plain({ args: ['--api-key', `sk-${'a1B2'.repeat(12)}`] }), /argument looks like/],
    ['a user in the address', web({ url: 'https://ada:hunter2@example.com/' }), /address holds/],
    ['a key in the address', web({ url: 'https://example.com/?api_key=a8Fk29dkPq0Zx71L' }), /address holds/],
    ['a project that is not trusted', plain({ project: true }), /not trusted.*gatehouse trust/],
  ])('refuses %s, and nobody is asked', async (_what, args, message) => {
    const house = await openHouse();
    const outcome = await house.call('add_mcp_server', args);
    expect(outcome).toMatchObject({ kind: 'refused', decision: { effect: 'DENY' } });
    expect(outcome.decision?.reasons[0]?.text).toMatch(message);
    expect(configuration()).not.toContain('command');
    expect(existsSync(mcpJson)).toBe(false);
  });

  it.each<[string, JsonObject]>([
    ['no name', { transport: 'stdio', command: 'x' }],
    ['a name that is a path', plain({ name: '../x' })],
    ['another transport', plain({ transport: 'sse' })],
    ['a file as its address', web({ url: 'file:///etc/passwd' })],
    ['a variable that is none', plain({ env: { 'A=B': 'x' } })],
    ['a folder to run in', plain({ cwd: '/' })],
    ['a command of 5,000 letters', plain({ command: 'x'.repeat(5_000) })],
  ])('does not take %s', async (_what, args) => {
    const house = await openHouse();
    expect(await house.call('add_mcp_server', args)).toMatchObject({ kind: 'refused', code: 'invalid_arguments' });
  });

  it('refuses a name that is taken, and a removal of what is not there', async () => {
    const house = await openHouse();
    await house.run('add_mcp_server', plain());
    const again = await house.call('add_mcp_server', plain({ command: 'other' }));
    expect(again.decision?.reasons[0]?.text).toContain('There is a server named s already (your own configuration)');
    const gone = await house.call('remove_mcp_server', { name: 't' });
    expect(gone.decision?.reasons[0]?.text).toContain('has no server named "t"');
  });

  it('refuses to change anything while frozen', async () => {
    const house = await openHouse({ env: { GATEHOUSE_FROZEN: '1' } });
    for (const [tool, args] of [
      ['add_mcp_server', plain()],
      ['remove_mcp_server', { name: 's' }],
    ] as const) {
      const outcome = await house.call(tool, args);
      expect(outcome).toMatchObject({ kind: 'refused', decision: { effect: 'DENY' } });
      expect(outcome.decision?.reasons[0]?.text).toContain('frozen');
    }
    expect((await house.call('list_mcp_servers')).kind).toBe('completed');
  });
});

describe('.mcp.json of a trusted workspace', () => {
  it('is written, in the words of other programs, and what stood there stays', async () => {
    writeFileSync(mcpJson, '{\n  "mcpServers": {\n    "old": { "command": "x" }\n  }\n}\n');
    const house = await trusted();
    await house.run('add_mcp_server', plain({ project: true, env: { HERE: '{env THERE}' } }));
    await house.run('add_mcp_server', web({ project: true, bearer_token_env: 'SERVICE' }));
    const { mcpServers } = JSON.parse(readFileSync(mcpJson, 'utf8'));
    expect(mcpServers).toMatchObject({
      old: { command: 'x' },
      s: { command: process.execPath, env: { HERE: '${THERE}' } },
      w: { type: 'http', headers: { Authorization: 'Bearer ${SERVICE}' } },
    });
    expect(await house.view('s')).toMatchObject({ state: 'not_accepted', from: realpathSync(mcpJson) });
    await house.run('remove_mcp_server', { name: 's', project: true });
    expect(Object.keys(JSON.parse(readFileSync(mcpJson, 'utf8')).mcpServers)).toEqual(['old', 'w']);
    expect(toldBy(told)).toBe('');
    expect(configuration()).not.toContain('command');
  });

  it('is made where there is none', async () => {
    const house = await trusted();
    await house.run('add_mcp_server', plain({ project: true }));
    expect(await house.view('s')).toMatchObject({ state: 'not_accepted' });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['a secret of the owner', plain({ env: { TOKEN: '{secret MINE}' } }), /cannot be named in \.mcp\.json/],
    ['a text that would be replaced', plain({ args: ['${HOME}'] }), /\$\{NAME\} is a variable/],
    ['an address that would be', web({ url: 'https://${HOST}/' }), /\$\{NAME\} is a variable/],
  ])('does not get %s', async (_what, args, message) => {
    const house = await trusted();
    const outcome = await house.call('add_mcp_server', { ...args, project: true });
    expect(outcome.decision?.reasons[0]?.text).toMatch(message);
    expect(existsSync(mcpJson)).toBe(false);
  });

  it.each([
    ['a link', () => symlinkSync(join(world.folder, 'config.yaml'), mcpJson), /is a link/],
    ['no JSON', () => writeFileSync(mcpJson, '{ // mine\n}'), /\.mcp\.json: /],
  ])('is left alone where it is %s', async (_what, make, message) => {
    const house = await trusted();
    make();
    const outcome = await house.call('add_mcp_server', plain({ project: true }));
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(outcome.decision?.reasons[0]?.text).toMatch(message);
  });
});

describe('who may ask', () => {
  it.each(['add_mcp_server', 'remove_mcp_server', 'list_mcp_servers'])('%s is unknown to a guest', async (tool) => {
    const house = await openHouse();
    const caller: Caller = { ...house.caller, trust: 'guest' };
    expect((await house.runtime.tools(caller, {})).map(({ name }) => name)).not.toContain(tool);
    expect(await house.runtime.call({ tool, arguments: { value: plain() }, caller })).toMatchObject({
      kind: 'refused',
      code: 'unknown_tool',
    });
  });

  it('a caller with nobody there is refused, and only the list is free when planning', async () => {
    const house = await openHouse();
    const alone = { ...house.caller, attended: false };
    const call = { tool: 'add_mcp_server', arguments: { value: plain() } };
    expect(await house.runtime.call({ ...call, caller: alone })).toMatchObject({ kind: 'refused' });
    await house.runtime.close();
    const planning = await openHouse({}, 'mode: plan-only');
    expect((await planning.call('list_mcp_servers')).kind).toBe('completed');
    expect((await planning.call('add_mcp_server', plain())).kind).toBe('refused');
  });
});
