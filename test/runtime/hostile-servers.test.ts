// What hostile and broken MCP servers do to a runtime: each is named in its state and in the error, and nothing else is affected.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, scripted, toldBy, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

describe('a server that is slow or broken at its start', () => {
  it('delays no other one, no listing and no first answer, and its state says why', async () => {
    const quick = scripted('plain');
    world.configure({ quick, silent: scripted('silent') }, 'mode: full-auto');
    const first = await world.house();
    await first.accept('quick');
    const reviewing = first.owner.reviewServer('silent');
    reviewing.catch(() => undefined);
    const before = performance.now();
    expect(text(await first.run('mcp_quick_echo', { text: 'at once' }))).toContain('at once');
    expect(await first.names()).toHaveLength(5);
    expect(performance.now() - before).toBeLessThan(1_500);
    expect(await first.view('silent')).toMatchObject({ state: 'not_accepted', tools: [] });
  });

  it('that says nothing is given up after its time', async () => {
    world.configure({ silent: { ...scripted('silent'), startTimeout: '1s' } });
    const house = await world.house();
    await expect(house.owner.reviewServer('silent')).rejects.toMatchObject({
      code: 'server_unavailable',
      message: expect.stringContaining('not ready within 1000 ms'),
    });
    expect(await house.view('silent')).toMatchObject({ problem: expect.stringContaining('1000 ms') });
  });

  it('that says nothing is not waited for when the runtime closes', async () => {
    const file = join(world.folder, 'told');
    world.configure({ silent: scripted('silent', file) });
    const house = await world.house();
    const reviewing = house.owner.reviewServer('silent').catch((cause: Error) => cause);
    await expect.poll(() => toldBy(file), { timeout: 10_000 }).toContain('start');
    const before = performance.now();
    await house.runtime.close();
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(await reviewing).toMatchObject({ code: 'server_unavailable' });
  });

  it('that dies is told with its exit code and its last words', async () => {
    world.configure({ dies: scripted('dies'), gone: { command: 'no-such-program' } });
    const house = await world.house();
    await expect(house.owner.reviewServer('dies')).rejects.toThrow(/exit code 9.*no licence/s);
    expect(await house.view('dies')).toMatchObject({ errorTail: 'no licence\n' });
    await expect(house.owner.reviewServer('gone')).rejects.toThrow(/no-such-program could not be started/);
  });

  it('that ends at a question of the newer protocol is spoken to in the older one', async () => {
    world.configure({ strict: scripted('strict') }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('strict');
    expect(text(await house.run('mcp_strict_echo', { text: 'old' }))).toContain('old');
  });

  it('whose variable is not set is told by its name', async () => {
    world.configure({ s: { ...scripted('plain'), env: { A: { env: 'NOT_SET_HERE' } } } });
    const house = await world.house();
    await expect(house.owner.reviewServer('s')).rejects.toThrow(/NOT_SET_HERE is not set/);
  });
});

describe('a list of tools that cannot be read anew', () => {
  it('leaves the last good one in force, marked as an older one', async () => {
    const file = join(world.folder, 'told');
    world.configure({ s: scripted('stale', file) }, 'mode: full-auto');
    const house = await world.house();
    const { tools } = await house.accept('s');
    writeFileSync(`${file}.changed`, '');
    await expect.poll(async () => (await house.view('s')).stale, { timeout: 5_000 }).toBe(true);
    expect(await house.view('s')).toMatchObject({ state: 'ready', problem: expect.stringContaining('not to be had') });
    expect(await house.names()).toEqual(tools.toSorted());
    expect(text(await house.run('mcp_s_echo', { text: 'still' }))).toContain('still');
  });
});

describe('output that is no protocol', () => {
  it('is skipped and counted, with its beginning', async () => {
    world.configure({ stray: scripted('stray') });
    const house = await world.house();
    await house.accept('stray');
    expect(await house.view('stray')).toMatchObject({ state: 'ready', strayLines: 3, firstStray: 'Welcome!' });
  });

  it('that never ends stops the server, and others answer meanwhile', async () => {
    world.configure({ flood: scripted('flood'), quick: scripted('plain') }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('quick');
    // It answers between its lines, or is stopped before it can.
    const reviewing = house.owner.reviewServer('flood').catch(() => null);
    expect(text(await house.run('mcp_quick_echo', { text: 'meanwhile' }))).toContain('meanwhile');
    await reviewing;
    const problem = async () => (await house.view('flood')).problem;
    await expect.poll(problem, { timeout: 20_000 }).toContain('100000 lines that are no messages');
  }, 30_000);

  it('on its error output is kept by its end alone', async () => {
    world.configure({ loud: scripted('stderr') });
    const house = await world.house();
    await house.accept('loud');
    await expect.poll(async () => (await house.view('loud')).errorTail).toMatch(/^x{1,4096}the end of it\n$/);
    expect((await house.view('loud')).errorTail.length).toBeLessThanOrEqual(4_096);
  });
});

describe('tools as they should not be', () => {
  it('with names that become one have names of their own, at most 64 characters long', async () => {
    world.configure({ names: scripted('names') }, 'mode: full-auto');
    const house = await world.house();
    const { tools, notices } = await house.accept('names');
    expect(new Set(tools).size).toBe(6);
    expect(tools.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(tools).toEqual(expect.arrayContaining(['mcp_names_a_b', 'mcp_names_constructor', 'mcp_names___proto__']));
    expect(notices).toEqual([expect.stringContaining('"twice" is left out')]);
    for (const name of tools) expect(text(await house.run(name, { text: 'reached' }))).toContain('reached');
  });

  it('with bad schemas are left out alone, each with a notice', async () => {
    world.configure({ schemas: scripted('schemas') }, 'mode: full-auto');
    const house = await world.house();
    const { tools, notices } = await house.accept('schemas');
    expect(tools).toContain('mcp_schemas_good');
    expect(tools).not.toContain('mcp_schemas_outside');
    expect(notices.join('\n')).toMatch(
      /"without".*\n.*"list".*\n.*without a name.*\n.*mcp_schemas_outside.*example\.com/,
    );
    expect(text(await house.run('mcp_schemas_good', { text: 'fine' }))).toContain('fine');
    // A loop of references can be listed; a call of it is refused or checked, and ends.
    expect((await house.run('mcp_schemas_loop', { text: 'x' })).kind).toMatch(/^(?:refused|completed|failed)$/);
  });

  it('5,000 of them are accepted, listed and called', async () => {
    world.configure({ many: scripted('many') }, 'mode: full-auto');
    const house = await world.house();
    const { tools } = await house.accept('many');
    expect(tools).toHaveLength(5_000);
    expect(text(await house.run('mcp_many_tool_4999', { text: 'the last' }))).toContain('the last');
    await house.runtime.close();
    const before = performance.now();
    const next = await world.house();
    expect(await next.names()).toHaveLength(5_000);
    expect(performance.now() - before).toBeLessThan(3_000);
  }, 30_000);

  it('whose result breaks its own schema ends with an error that says so', async () => {
    world.configure({ output: scripted('output') }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('output');
    const outcome = await house.run('mcp_output_wrong');
    expect(outcome).toMatchObject({ kind: 'completed', observation: { isError: true } });
    expect(text(outcome)).toContain('breaks the schema');
  });

  it('that asks for input which nobody gives is given up alone, and leaves the connection as it was', async () => {
    const entry = { command: process.execPath, args: [join(root, 'test/programs/conformance-mcp.ts')] };
    world.configure({ asking: entry }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('asking');
    const outcome = await house.call(
      'mcp_asking_test_input_required_result_elicitation',
      {},
      AbortSignal.timeout(1_500),
    );
    expect(outcome).not.toMatchObject({ kind: 'completed', observation: { isError: false } });
    expect(await house.view('asking')).toMatchObject({ state: 'ready', problem: null });
    expect(text(await house.run('mcp_asking_test_simple_text'))).toContain('simple text');
  });
});

describe('beside each of them a healthy server answers, and each is named in its state and in the error', () => {
  interface Hostile {
    readonly behaviour: string;
    /** Its tool that is called once it is accepted; null where it cannot be. */
    readonly tool: string | null;
    readonly says: RegExp;
    readonly state: RegExp;
  }

  it.each<Hostile>([
    { behaviour: 'silent', tool: null, says: /not ready within 3000 ms/, state: /not ready within 3000 ms/ },
    { behaviour: 'dies', tool: null, says: /exit code 9.*no licence/s, state: /exit code 9/ },
    {
      behaviour: 'huge',
      tool: 'huge',
      says: /characters left out/,
      state: /"ready"/,
    },
    { behaviour: 'json', tool: 'broken_json', says: /neither an answer nor a word/, state: /"strayLines":1.*jsonrpc/ },
    { behaviour: 'output', tool: 'wrong', says: /breaks the schema/, state: /"ready"/ },
    { behaviour: 'names', tool: 'constructor', says: /reached/, state: /\\"twice\\" is left out/ },
    { behaviour: 'schemas', tool: 'good', says: /reached/, state: /\\"without\\" is left out/ },
  ])(
    '$behaviour',
    async ({ behaviour, tool, says, state }) => {
      const hostile = { ...scripted(behaviour), startTimeout: '3s', timeout: '2s' };
      world.configure({ hostile, healthy: scripted('plain') }, 'mode: full-auto\npolicy: { flow: off }');
      const house = await world.house();
      await house.accept('healthy');
      const said = house.accept('hostile').then(
        async () => (tool === null ? 'accepted' : text(await house.run(`mcp_hostile_${tool}`, { text: 'reached' }))),
        (cause: Error) => cause.message,
      );
      expect(text(await house.run('mcp_healthy_echo', { text: 'meanwhile' }))).toContain('meanwhile');
      expect(await said).toMatch(says);
      expect(JSON.stringify(await house.view('hostile'))).toMatch(state);
      expect(text(await house.run('mcp_healthy_echo', { text: 'after it' }))).toContain('after it');
      expect(await house.view('healthy')).toMatchObject({ state: 'ready', problem: null });
    },
    30_000,
  );
});
