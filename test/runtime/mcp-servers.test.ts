// MCP servers through a whole runtime: accepted, called through the gate, dropped and back again, swapped with the configuration.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, isAlive, packaged, scripted, toldBy, type ServerWorld } from '../fixtures/server-world.ts';

let world: ServerWorld;
let file: string;

beforeEach(() => {
  world = createServerWorld();
  file = join(world.folder, 'told');
});

const pidsIn = (told: string): number[] =>
  [...told.matchAll(/^(?:start|child) (\d+)$/gm)].map(([, pid]) => Number(pid));

describe('servers from npm', () => {
  it('server-everything: its echo asks, is approved and runs, and the result is the words of others', async () => {
    world.configure({ everything: packaged('server-everything') });
    const house = await world.house();
    await house.accept('everything');
    const asked = await house.call('mcp_everything_echo', { message: 'hello' });
    expect(asked).toMatchObject({ kind: 'pending', decision: { effect: 'ASK' } });
    const outcome = await house.run('mcp_everything_echo', { message: 'hello' });
    expect(text(outcome)).toContain('Echo: hello');
    expect(outcome).toMatchObject({
      kind: 'completed',
      observation: { label: { trust: 'untrusted', source: 'everything' } },
    });
    expect(await house.run('mcp_everything_get-sum', { a: 1, b: 'x' })).toMatchObject({
      kind: 'refused',
      by: 'validate',
    });
    expect(JSON.stringify(await house.run('mcp_everything_get-tiny-image'))).toContain('image/png');
    expect(text(await house.run('mcp_everything_get-structured-content', { location: 'New York' }))).toContain(
      'temperature',
    );
  });

  it('server-filesystem and server-memory: both at once, valid and broken input', async () => {
    writeFileSync(join(world.workspace, 'a.txt'), 'in the file');
    const memory = { ...packaged('server-memory'), env: { MEMORY_FILE_PATH: join(world.folder, 'memory.json') } };
    world.configure({ files: packaged('server-filesystem', world.workspace), memory }, 'mode: full-auto');
    const house = await world.house();
    await Promise.all([house.accept('files'), house.accept('memory')]);
    expect(text(await house.run('mcp_files_read_text_file', { path: join(world.workspace, 'a.txt') }))).toContain(
      'in the file',
    );
    const outside = await house.run('mcp_files_read_text_file', { path: join(world.folder, 'config.yaml') });
    expect(text(outside)).toContain('Access denied');
    const entity = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
    expect(text(await house.run('mcp_memory_create_entities', { entities: [entity] }))).toContain('Ada');
    expect(readFileSync(join(world.folder, 'memory.json'), 'utf8')).toContain('writes programs');
    expect(await house.run('mcp_memory_create_entities', { entities: 'Ada' })).toMatchObject({ kind: 'refused' });
  });
});

describe('acceptance', () => {
  it('nothing of a server is started or listed before it, and listing starts nothing', async () => {
    world.configure({ s: scripted('plain', file) });
    const house = await world.house({ livesOn: true });
    expect(await house.view('s')).toMatchObject({
      state: 'not_accepted',
      tools: [],
      reach: expect.stringContaining('hostile-mcp.mjs plain'),
    });
    expect(await house.names()).toEqual([]);
    expect(await house.call('mcp_s_echo', { text: 'x' })).toMatchObject({ kind: 'refused', code: 'unknown_tool' });
    expect(toldBy(file)).toBe('');
    expect(await house.accept('s')).toMatchObject({ state: 'ready', waiting: 0 });
    expect(await house.names()).toContain('mcp_s_echo');
  });

  it('holds in the next runtime, which lists the tools and starts nothing before a call', async () => {
    world.configure({ s: scripted('plain', file) }, 'mode: full-auto');
    const first = await world.house();
    await first.accept('s');
    await first.runtime.close();
    const before = toldBy(file);
    const next = await world.house();
    expect(await next.names()).toContain('mcp_s_echo');
    expect(await next.view('s')).toMatchObject({ state: 'idle' });
    expect(toldBy(file)).toBe(before);
    // To the byte what the server says of it: members are in its order.
    const described = await next.runtime.describeTool(next.caller, 'mcp_s_echo');
    expect(described).toMatchObject({ ok: true });
    expect(JSON.stringify(described)).toContain('"parameters":{"type":"object","properties":');
    expect(text(await next.run('mcp_s_echo', { text: 'again' }))).toContain('again');
  });

  it('that was not given leaves a server down that ended after it was looked at', async () => {
    world.configure({ s: scripted('plain', file) });
    const house = await world.house({ livesOn: true });
    await house.owner.reviewServer('s');
    const [pid = 0] = pidsIn(toldBy(file));
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await house.view('s')).problem).toContain('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(pidsIn(toldBy(file))).toEqual([pid]);
  });

  it('is of exactly what was shown', async () => {
    world.configure({ s: scripted('changing', file) });
    const house = await world.house();
    const { digest } = await house.owner.reviewServer('s');
    writeFileSync(`${file}.changed`, '');
    await expect.poll(async () => (await house.owner.reviewServer('s')).digest, { timeout: 5_000 }).not.toBe(digest);
    for (const wrong of [digest, digest.slice(0, 4), ''])
      await expect(house.owner.acceptServer('s', wrong, 'test')).rejects.toMatchObject({ code: 'malformed_request' });
    expect(await house.names()).toEqual([]);
  });

  it('is needed anew for a definition that changed, which alone is put aside and shown with both sides', async () => {
    world.configure({ s: scripted('changing', file) }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    expect(await house.names()).toEqual(['mcp_s_kept', 'mcp_s_moved']);
    writeFileSync(`${file}.changed`, '');
    await expect.poll(house.names, { timeout: 5_000 }).toEqual(['mcp_s_kept']);
    expect(await house.view('s')).toMatchObject({ waiting: 1 });
    expect(text(await house.run('mcp_s_kept', { text: 'still' }))).toContain('still');
    const { tools } = await house.owner.reviewServer('s');
    expect(tools).toMatchObject([
      { name: 'kept', change: 'same' },
      { name: 'moved', change: 'changed', differences: ['description: "Does it." → "Sends it elsewhere."'] },
    ]);
    await house.accept('s');
    expect(await house.names()).toEqual(['mcp_s_kept', 'mcp_s_moved']);
  });

  it('of a definition that changed between acceptance and the first call of a later runtime: the call is refused as drift', async () => {
    world.configure({ s: scripted('changing', file) }, 'mode: full-auto');
    const first = await world.house();
    await first.accept('s');
    await first.runtime.close();
    writeFileSync(`${file}.changed`, '');
    const next = await world.house();
    expect(await next.run('mcp_s_moved', { text: 'x' })).toMatchObject({ kind: 'refused', code: 'drift' });
    expect(toldBy(file)).not.toContain('call moved');
  });

  it('of one command is none of another one of that name', async () => {
    world.configure({ s: scripted('plain', file) });
    const house = await world.house();
    await house.accept('s');
    await house.runtime.close();
    world.configure({ s: scripted('plain', `${file}2`) });
    const next = await world.house({ livesOn: true });
    expect(await next.view('s')).toMatchObject({ state: 'not_accepted' });
    expect(existsSync(`${file}2`)).toBe(false);
  });

  it('shows what hides, what gives orders and what takes the name of another tool', async () => {
    world.configure({ s: scripted('poison') });
    const house = await world.house();
    const { tools } = await house.owner.reviewServer('s');
    expect(tools.map(({ name, findings }) => [name, findings.join(' ')])).toEqual([
      ['hidden', expect.stringContaining('nobody sees')],
      ['order', expect.stringContaining('speaks to the model')],
      ['file_read', expect.stringContaining('tool from elsewhere')],
    ]);
  });

  it('is an event of the record, with who accepted and what', async () => {
    world.configure({ s: scripted('plain') });
    const house = await world.house();
    await house.accept('s');
    const [event] = await house.runtime.events({ kinds: ['server_accepted'] });
    expect(event?.envelope).toMatchObject({ server: 's', by: 'test', tools: 5 });
  });
});

describe('a connection that drops', () => {
  it('ends a call with an error, takes the tools away, and brings them back under the same names', async () => {
    world.configure({ s: scripted('plain', file) }, 'mode: full-auto');
    const house = await world.house({ livesOn: true });
    await house.accept('s');
    const names = await house.names();
    const seen: (readonly string[])[] = [];
    const outcome = await house.run('mcp_s_die');
    seen.push(await house.names());
    expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining('lost during the call') });
    expect(seen).toEqual([[]]);
    expect(await house.view('s')).toMatchObject({ state: 'down', problem: expect.stringContaining('exit code 3') });
    await expect.poll(house.names, { timeout: 10_000 }).toEqual(names);
    expect(text(await house.run('mcp_s_echo', { text: 'back' }))).toContain('back');
  });

  it('three times in a row leaves the server alone for a while, and the error says how long', async () => {
    world.configure({ s: { ...scripted('plain', file), timeout: '1s' } }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    for (let round = 0; round < 3; round++)
      expect(await house.run('mcp_s_hang')).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining('1000 ms'),
      });
    const calls = toldBy(file).match(/^call/gm)?.length;
    expect(await house.run('mcp_s_echo', { text: 'x' })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/Do not call its tools again for \d+ s/),
    });
    expect(toldBy(file).match(/^call/gm)?.length).toBe(calls);
  });
});

describe('a call', () => {
  it('lives on while progress is told, beyond its idle limit', async () => {
    world.configure({ s: { ...scripted('plain', file), timeout: '1s' } }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    expect(text(await house.run('mcp_s_slow'))).toContain('slow but sure');
  });

  it('that is given up is cancelled alone: others of the server go on', async () => {
    world.configure({ s: scripted('plain', file) }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    const stop = new AbortController();
    const hanging = house.call('mcp_s_hang', {}, stop.signal);
    const slow = house.call('mcp_s_slow');
    await expect.poll(() => toldBy(file)).toContain('call slow');
    stop.abort();
    expect(await hanging).toMatchObject({ kind: 'aborted' });
    expect(text(await slow)).toContain('slow but sure');
    expect(toldBy(file)).toContain('cancelled');
  });

  it('gives the program a clean environment and what is configured, and hides the secret from the result', async () => {
    world.configure(
      {
        s: { ...scripted('plain'), env: { API_TOKEN: { secret: 'service' }, PLAIN: 'as it is' }, passEnv: ['PASSED'] },
      },
      'mode: full-auto',
    );
    const env = { PASSED: 'through', AWS_SECRET_ACCESS_KEY: 'not-for-programs', LD_LIBRARY_PATH: '/x' };
    const house = await world.house({ env });
    await house.owner.setSecret('service', 'Zq9-Tur-7kk-0815', 'test');
    await house.accept('s');
    const shown = text(await house.run('mcp_s_env'));
    expect(shown).toContain('as it is');
    expect(shown).toContain('through');
    expect(shown).not.toMatch(/not-for-programs|LD_LIBRARY_PATH|0815/);
    expect(shown).toContain('[redacted');
    expect(await house.view('s')).toMatchObject({ reach: expect.stringContaining('API_TOKEN=‹secret service›') });
  });

  it('is asked about unless the operator trusts the server to say what only reads', async () => {
    world.configure({ trusted: { ...scripted('hints'), trustReadOnly: true }, other: scripted('hints') });
    const house = await world.house();
    await Promise.all([house.accept('trusted'), house.accept('other')]);
    const effects = ['mcp_trusted_look', 'mcp_trusted_both', 'mcp_trusted_plain', 'mcp_other_look'].map(
      async (name) => (await house.call(name)).kind,
    );
    expect(await Promise.all(effects)).toEqual(['completed', 'pending', 'pending', 'pending']);
  });

  it('of a guest finds no such tool', async () => {
    world.configure({ s: scripted('plain') });
    const house = await world.house();
    await house.accept('s');
    const caller = { ...house.caller, trust: 'guest', seesHidden: false } as const;
    const outcome = await house.runtime.call({ tool: 'mcp_s_echo', arguments: { value: {} }, caller });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'unknown_tool' });
    expect((await house.runtime.capabilities(caller)).servers).toEqual([]);
  });
});

describe('the configuration', () => {
  it('takes and leaves tools by name, hides them and sets their class', async () => {
    const more = { include: ['e*', 'die'], exclude: ['env'], policyClass: 'network', hidden: true };
    world.configure({ s: { ...scripted('plain'), ...more } });
    const house = await world.house();
    expect((await house.accept('s')).tools).toEqual(['mcp_s_echo', 'mcp_s_die']);
    const described = await house.runtime.describeTool({ ...house.caller, seesHidden: true }, 'mcp_s_echo');
    expect(described).toMatchObject({ ok: true, tool: { policyClass: 'network', hidden: true, source: 's' } });
  });

  it('swaps servers when it changes, and keeps the connection of one that does not', async () => {
    world.configure({ kept: scripted('plain', file) }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('kept');
    const [pid = 0] = pidsIn(toldBy(file));
    world.configure({ kept: { ...scripted('plain', file), hidden: true } }, 'mode: full-auto');
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    world.configure({}, 'mode: full-auto');
    await expect.poll(async () => (await house.owner.servers()).length, { timeout: 10_000 }).toBe(0);
    expect(await house.call('mcp_kept_echo')).toMatchObject({ kind: 'refused', code: 'unknown_tool' });
    expect(house.reports).toEqual([]);
  });

  it('neither starts nor lists a disabled server', async () => {
    world.configure({ s: { ...scripted('plain', file), disabled: true } });
    const house = await world.house({ livesOn: true });
    expect(await house.view('s')).toMatchObject({ state: 'disabled' });
    await expect(house.owner.reviewServer('s')).rejects.toMatchObject({ code: 'server_unavailable' });
    expect(toldBy(file)).toBe('');
  });

  it('reads .mcp.json of a trusted folder as it is, with variables in place', async () => {
    const { args } = scripted('plain', file);
    const servers = {
      project: { type: 'stdio', command: '${RUNNER}', args, env: { FROM: '${HERE:-nowhere} and ${RUNNER}' } },
      broken: { args: [] },
      old: { url: 'ftp://example.com' },
    };
    writeFileSync(join(world.workspace, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
    world.configure({}, 'mode: full-auto');
    const env = { RUNNER: process.execPath };
    const before = await world.house({ env });
    expect(await before.owner.servers()).toEqual([]);
    expect(before.reports.join()).toContain('.mcp.json does not act: this folder is not trusted');
    await before.owner.trustFolder(world.workspace, 'test');
    await before.runtime.close();
    const house = await world.house({ env, livesOn: true });
    expect((await house.owner.servers()).map(({ name, state }) => [name, state])).toEqual([
      ['project', 'not_accepted'],
    ]);
    expect(house.reports.join('\n')).toMatch(/"broken" is left out: .*\n.*"old" is left out: it has neither/);
    expect(toldBy(file)).toBe('');
    await house.accept('project');
    expect(text(await house.run('mcp_project_env'))).toContain(`nowhere and ${process.execPath}`);
  });
});

describe('the end of a runtime', () => {
  it('leaves no process of any server, nor what it started in turn', async () => {
    world.configure({ s: scripted('children', file), t: scripted('plain', `${file}2`) });
    const house = await world.house();
    await Promise.all([house.accept('s'), house.accept('t')]);
    const pids = [...pidsIn(toldBy(file)), ...pidsIn(toldBy(`${file}2`))];
    expect(pids.length).toBeGreaterThanOrEqual(3);
    expect(pids.every(isAlive)).toBe(true);
    await house.runtime.close();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('ends the calls that wait for a server', async () => {
    world.configure({ s: scripted('plain', file) }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    const hanging = house.call('mcp_s_hang');
    await expect.poll(() => toldBy(file)).toContain('call hang');
    await house.runtime.close();
    expect(await hanging).toMatchObject({ kind: 'failed' });
  });
});

describe('capabilities and refresh', () => {
  it('tell of each server its state and tools, and connect anew', async () => {
    world.configure({ s: scripted('plain', file), never: scripted('plain') });
    const house = await world.house();
    await house.accept('s');
    expect((await house.runtime.capabilities(house.caller)).servers).toEqual([
      { name: 'never', state: 'not_accepted', tools: 0, waiting: 0 },
      { name: 's', state: 'ready', tools: 5, waiting: 0 },
    ]);
    const [before = 0] = pidsIn(toldBy(file));
    expect((await house.owner.refreshServers()).find(({ name }) => name === 's')).toMatchObject({ state: 'ready' });
    expect(isAlive(before)).toBe(false);
    expect(await house.names()).toContain('mcp_s_echo');
  });
});
