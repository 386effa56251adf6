// Commands of a program as tools, through a whole runtime and on a real stand-in: read once, gated like shell, run as they were judged.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Outcome } from '../../src/contract/index.ts';
import { createCliWorld, type CliHouse, type CliWorld } from '../fixtures/cli-world.ts';

const flag = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  help: '',
  boolean: false,
  cumulative: false,
  ...more,
});
const arg = (name: string, more: JsonObject = {}): JsonObject => ({ name, help: '', cumulative: false, ...more });
const command = (name: string, more: JsonObject = {}): JsonObject => ({ name, help: `Does ${name}.`, ...more });

const document = {
  name: 'app',
  help: 'A stand-in.',
  commands: [
    command('do', {
      flags: [flag('level'), flag('count'), flag('force', { boolean: true, negatable: true })],
      args: [arg('subject', { required: true }), arg('body')],
    }),
    command('peek', { tags: ['impact:ro'] }),
    command('drop', { tags: ['ai:confirm'] }),
    command('gone', { tags: ['ai:deny'] }),
    command('stream', { commands: [command('add', { tags: ['impact:rw'] })] }),
  ],
};

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
});

function configure(more: JsonObject = {}, settings = 'mode: full-auto'): void {
  world.configure({ app: { kind: 'cli', command: 'app', ...more } }, settings);
}

function structured(outcome: Outcome): JsonObject {
  if (outcome.kind !== 'completed') throw new Error(JSON.stringify(outcome));
  return Object(outcome.observation.structured);
}

function text(outcome: Outcome): string {
  return outcome.kind === 'completed' ? outcome.observation.text : JSON.stringify(outcome);
}

function processesWith(word: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(word) && !line.startsWith('Z'));
}

describe('the commands of a program', () => {
  it('are tools, and the program is given exactly the words that were judged', async () => {
    world.standIn('app', document, 'echo done');
    configure();
    const house = await world.house();
    expect(await house.names()).toEqual(['do', 'drop', 'peek', 'stream_add']);
    const args = { level: 'info', count: '3', subject: '@/etc/passwd', body: "-x $HOME `id` it's", force: false };
    const outcome = await house.call('do', args);
    expect(structured(outcome)).toMatchObject({ exit_code: 0, output: 'done\n', sandbox: 'off' });
    expect(structured(outcome)['command']).toMatch(/^do --level=info --count=3 --no-force -- @\/etc\/passwd '-x /);
    expect(structured(outcome)['duration_ms']).toBeTypeOf('number');
    expect(world.recorded('argv')).toEqual([
      'do',
      '--level=info',
      '--count=3',
      '--no-force',
      '--',
      '@/etc/passwd',
      "-x $HOME `id` it's",
    ]);
    expect(world.recorded('cwd')).toEqual([world.workspace]);
  });

  it('run in the folder that is named, and nowhere else', async () => {
    world.standIn('app', document);
    mkdirSync(join(world.workspace, 'sub'));
    configure({ workingDir: 'sub' });
    await (await world.house()).call('peek');
    expect(world.recorded('cwd')).toEqual([join(world.workspace, 'sub')]);
    world.configure({ app: { kind: 'cli', command: 'app', workingDir: '/etc' } }, 'mode: full-auto');
    expect(await (await world.house()).call('peek')).toMatchObject({ kind: 'refused' });
  });

  it('get a clean environment and what is named, and never a credential that nobody gave them', async () => {
    world.standIn('app', document);
    configure({ passEnv: ['NATS_URL'], env: { STAGE: 'test', NATS_PASSWORD: { env: 'OTHER_PASSWORD' } } });
    const env = {
      ANTHROPIC_API_KEY: 'sk-1',
      OTHER_PASSWORD: 'pw-0815-4711',
      NATS_URL: 'nats://x',
      LD_PRELOAD: '',
      EDITOR: 'vi',
    };
    await (await world.house(env)).call('peek');
    const given = new Map(world.recorded('env').map((line) => [line.split('=')[0] ?? '', line]));
    expect(given.get('LLMFORMAT')).toBe('LLMFORMAT=1');
    expect(given.get('NATS_PASSWORD')).toBe('NATS_PASSWORD=pw-0815-4711');
    expect(given.get('NATS_URL')).toBe('NATS_URL=nats://x');
    expect(given.get('STAGE')).toBe('STAGE=test');
    expect(world.recorded('env').filter((line) => line.startsWith('PWD='))).toEqual([`PWD=${world.workspace}`]);
    for (const name of ['ANTHROPIC_API_KEY', 'OTHER_PASSWORD', 'EDITOR', 'LD_PRELOAD'])
      expect(given.has(name)).toBe(false);
    const asked = execFileSync('cat', [join(world.folder, 'asked-env')], { encoding: 'utf8' });
    expect(asked).not.toMatch(/LLMFORMAT|pw-0815|NATS/);
  });

  it('never show the value of a credential that they print', async () => {
    world.standIn('app', document, 'echo "the password is $NATS_PASSWORD"');
    configure({ env: { NATS_PASSWORD: { env: 'OTHER' } } });
    const outcome = await (await world.house({ OTHER: 'pw-0815-4711-x' })).call('peek');
    expect(text(outcome)).toContain('the password is ');
    expect(JSON.stringify(outcome)).not.toContain('pw-0815-4711-x');
  });

  it('are not run where a variable has no value, and that is said', async () => {
    world.standIn('app', document);
    configure({ passEnv: ['NOT_SET_HERE'] });
    const outcome = await (await world.house()).call('peek');
    expect(text(outcome)).toContain('peek was not run: the variable NOT_SET_HERE is not set here.');
    expect(world.recorded('argv')).toEqual([]);
  });

  it('end with an exit code that is a result, both streams in the order of their arrival', async () => {
    world.standIn('app', document, 'echo one; echo two >&2; echo three; exit 3');
    configure();
    const outcome = await (await world.house()).call('peek');
    expect(structured(outcome)).toMatchObject({ exit_code: 3, output: 'one\ntwo\nthree\n' });
    expect(text(outcome)).toContain('exit code 3');
  });

  it.each([
    [65_536, false],
    [65_537, true],
    [200_000, true],
    [5_000_000, true],
  ])('show %i bytes of output, and whether the middle is missing: %s', async (bytes, isCut) => {
    world.standIn('app', document, `printf a; head -c ${bytes - 2} /dev/zero | tr '\\0' x; printf z`);
    configure({}, 'mode: full-auto\ntools: { resultChars: 100000 }');
    const { output, truncated } = structured(await (await world.house()).call('peek'));
    const mark = '\n...[output truncated]...\n';
    const half = 32_768;
    expect(truncated ?? false).toBe(isCut);
    expect(output).toBe(
      isCut ? `a${'x'.repeat(half - 1)}${mark}${'x'.repeat(half - 1)}z` : `a${'x'.repeat(bytes - 2)}z`,
    );
  });

  it('are ended with all that they started when the caller gives up, and when their time is over', async () => {
    const time = `3${String(process.pid).padStart(7, '0')}`;
    world.standIn('app', document, `sleep ${time} & setsid sleep ${time} & sleep ${time}`);
    configure({ timeouts: { peek: '1s' } });
    const house = await world.house();
    const controller = new AbortController();
    const calling = house.call('stream_add', {}, controller.signal);
    await expect.poll(() => processesWith(`sleep ${time}`).length, { timeout: 5_000 }).toBe(3);
    controller.abort();
    expect(await calling).toMatchObject({ kind: 'aborted' });
    await expect.poll(() => processesWith(`sleep ${time}`), { timeout: 5_000 }).toEqual([]);
    const late = await house.call('peek');
    expect(structured(late)).toMatchObject({ timed_out: true });
    expect(processesWith(`sleep ${time}`)).toEqual([]);
  });

  it('are not run where an argument is missing or unknown', async () => {
    world.standIn('app', document);
    configure();
    const house = await world.house();
    for (const args of [{}, { nope: 1, subject: 'a' }, { subject: 'a\0b' }])
      expect(await house.call('do', args)).toMatchObject({ kind: 'refused', code: 'invalid_arguments' });
    expect(world.recorded('argv')).toEqual([]);
  });

  it('are recorded with the exact words, the folder, the exit code and the time they took', async () => {
    world.standIn('app', document, 'exit 4');
    configure();
    const house = await world.house();
    const outcome = await house.call('do', { subject: 'a b' });
    const events = await house.runtime.events({ callId: outcome.callId });
    const executed = events.find(({ kind }) => kind === 'tool_executed');
    expect(executed?.values['ran']).toEqual({
      argv: [join(world.folder, 'bin/app'), 'do', '--', 'a b'],
      directory: world.workspace,
      exitCode: 4,
    });
    expect(executed?.envelope['durationMs']).toBeTypeOf('number');
  });
});

describe('a call of one', () => {
  const effectOf = async (house: CliHouse, tool: string, args: JsonObject = {}): Promise<string> =>
    (await house.runtime.explain({ caller: house.caller, tool, arguments: { value: args } })).decision?.effect ??
    'none';

  it('is asked about where only reading is free, and what was approved runs once', async () => {
    world.standIn('app', document, 'echo done');
    configure({}, 'mode: readonly');
    const house = await world.house();
    const asked = await house.call('do', { subject: 'x' });
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    const { outcome } = await house.owner.answer(asked.approval.id, { act: 'once' }, { by: 'test' });
    expect(outcome).toMatchObject({ kind: 'completed' });
    expect(world.recorded('argv')).toEqual(['do', '--', 'x']);
  });

  it.each([
    ['readonly', 'ALLOW', 'ASK'],
    ['plan-only', 'ALLOW', 'DENY'],
    ['full-auto', 'ALLOW', 'ALLOW'],
  ])('is a read in mode %s where its owner says so, and nowhere else: %s, %s', async (mode, read, other) => {
    world.standIn('app', document);
    configure({ readOnly: { tags: ['impact:ro', 'ai:confirm'] } }, `mode: ${mode}`);
    const house = await world.house();
    expect(await effectOf(house, 'peek')).toBe(read);
    expect(await effectOf(house, 'stream_add')).toBe(other);
    // Its own word asks whatever is said of it.
    expect(await effectOf(house, 'drop')).not.toBe('ALLOW');
  });

  it('is left to a client that may only read where its owner says so, and to no guest', async () => {
    world.standIn('app', document);
    configure({ readOnly: { tags: ['impact:ro'] } });
    const house = await world.house();
    const seen = async (more: Partial<Caller>): Promise<readonly string[]> => {
      const tools = await house.runtime.tools({ ...house.caller, ...more }, {});
      return tools.map(({ name }) => name).filter((name) => ['peek', 'stream_add'].includes(name));
    };
    expect(await seen({})).toEqual(['peek', 'stream_add']);
    expect(await seen({ policyClasses: ['read_only'] })).toEqual(['peek']);
    expect(await seen({ trust: 'guest' })).toEqual([]);
  });

  it('is refused under sandbox: required, since it would run outside', async () => {
    world.standIn('app', document);
    configure({}, 'mode: full-auto\nsandbox: required');
    const house = await world.house();
    expect(await house.call('peek')).toMatchObject({ kind: 'refused' });
    expect(world.recorded('argv')).toEqual([]);
  });

  it('asks where a tag says so, in every mode', async () => {
    world.standIn('app', document);
    configure({ confirmTags: ['impact:rw'] });
    const house = await world.house();
    expect(await effectOf(house, 'stream_add')).toBe('ASK');
    expect(await effectOf(house, 'drop')).toBe('ASK');
    expect(await effectOf(house, 'peek')).toBe('ALLOW');
  });
});

describe('what was read of a program', () => {
  it('is kept: nothing is started for a list while the program is the same', async () => {
    world.standIn('app', document);
    configure();
    await (await world.house()).names();
    for (let n = 0; n < 3; n += 1) expect(await (await world.house()).names()).toHaveLength(4);
    expect(world.asked('app')).toBe(1);
    const house = await world.house();
    await house.owner.refreshSources('app');
    expect(world.asked('app')).toBe(2);
  });

  it('is read anew when the program was replaced: the call that meets it is refused, and the next one runs', async () => {
    world.standIn('app', document);
    configure();
    const house = await world.house();
    const renamed = { ...document, commands: [command('peek'), command('new')] };
    world.standIn('app', renamed, '# another one');
    const outcome = await house.call('peek');
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('was replaced since its commands were read'),
    });
    expect(world.recorded('argv')).toEqual([]);
    await expect.poll(() => house.names()).toEqual(['new', 'peek']);
    expect(await house.call('peek')).toMatchObject({ kind: 'completed' });
  });

  it('is read in the workspace only when its owner says so: a call may have written what would be started', async () => {
    world.standIn('app', document);
    const inside = join(world.workspace, 'bin');
    mkdirSync(inside);
    const write = (line = ''): void => {
      writeFileSync(join(inside, 'app'), readFileSync(join(world.folder, 'bin/app'), 'utf8') + line);
      chmodSync(join(inside, 'app'), 0o755);
    };
    write();
    configure();
    // The name leads there as well: a checkout would decide what runs.
    const env = { PATH: `${inside}:/usr/bin:/bin` };
    const first = await world.house(env);
    expect(first.reports.join()).toMatch(/bin\/app was not read yet, and lies in the workspace.*source refresh app/);
    expect([await first.names(), world.asked('app')]).toEqual([[], 0]);
    const [view] = await first.owner.refreshSources('app');
    expect(view?.notes[0]).toContain('bin/app lies in the workspace, where tools may write');
    expect(await first.call('peek')).toMatchObject({ kind: 'completed' });
    expect((await (await world.house(env)).names()).length).toBe(4);
    write('# another one\n');
    expect(await first.call('peek')).toMatchObject({ kind: 'refused' });
    await expect.poll(() => first.names()).toEqual([]);
    const next = await world.house(env);
    expect(next.reports.join()).toMatch(/is another one than was read, and lies in the workspace/);
    expect(world.asked('app')).toBe(1);
    await next.owner.refreshSources('app');
    expect([await next.names(), world.asked('app')]).toMatchObject([{ length: 4 }, 2]);
  });

  it('does not hold for an approval when the program was replaced in between', async () => {
    world.standIn('app', document);
    configure({}, 'mode: readonly');
    const house = await world.house();
    const asked = await house.call('peek');
    if (asked.kind !== 'pending') throw new Error(JSON.stringify(asked));
    world.standIn('app', document, '# another one');
    await house.owner.answer(asked.approval.id, { act: 'once' }, { by: 'test' });
    expect(await house.runtime.collect(house.caller, asked.approval.id)).not.toMatchObject({ kind: 'completed' });
    expect(world.recorded('argv')).toEqual([]);
  });

  it('says which program is missing, at the start and at a call', async () => {
    world.standIn('app', document);
    configure();
    const house = await world.house();
    execFileSync('rm', [join(world.folder, 'bin/app')]);
    expect(await house.call('peek')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('app is missing'),
    });
    const next = await world.house();
    expect(next.reports.join('\n')).toContain('sources.app: app is missing: no folder of PATH');
  });
});

describe('a source that cannot be read', () => {
  const json = JSON.stringify(document);
  it.each([
    ['prints no JSON', 'echo hello there', /printed what is no JSON \(line 1, column 1\).*hello there/],
    ['prints broken JSON', `echo '{"name":"app","commands":[}'`, /no JSON \(line 1, column \d+\)/],
    ['prints JSON of another shape', `echo '[1]'`, /no description of commands/],
    ['exits with 1 after its JSON', `echo '${json}'; echo no >&2; exit 1`, /exit code 1.*no/],
    ['prints too much', 'head -c 20000000 /dev/zero', /more than 16777216 bytes/],
    ['is ended by a signal', 'kill -9 $$', /SIGKILL/],
  ])('since it %s takes no other with it, and is told with its name', async (_what, lines, problem) => {
    world.program('bad', lines);
    world.standIn('app', document);
    world.configure({ bad: { kind: 'cli', command: 'bad' }, app: { kind: 'cli', command: 'app' } });
    const house = await world.house();
    expect(await house.names()).toEqual(['do', 'drop', 'peek', 'stream_add']);
    const [, bad] = await house.owner.sources();
    expect(bad).toMatchObject({ name: 'bad', state: 'broken', problem: expect.stringMatching(problem), tools: [] });
    expect(house.reports.filter((report) => report.startsWith('sources.bad: '))).toHaveLength(1);
    expect(await house.owner.diagnose()).toContainEqual(
      expect.objectContaining({ name: 'source', state: 'problem', text: expect.stringContaining('bad: ') }),
    );
  });

  it('is not asked again at each start, and is when somebody says so', async () => {
    world.program('bad', `echo x >> ${join(world.folder, 'count')}; exit 1`);
    world.configure({ bad: { kind: 'cli', command: 'bad' } });
    for (let n = 0; n < 3; n += 1) await world.house();
    const count = () =>
      execFileSync('wc', ['-l', join(world.folder, 'count')], { encoding: 'utf8' })
        .trim()
        .split(' ')[0];
    expect(count()).toBe('1');
    await (await world.house()).owner.refreshSources(null);
    expect(count()).toBe('2');
  });

  it('says of a file that may not be executed what it is', async () => {
    const file = join(world.folder, 'plain');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    world.configure({ bad: { kind: 'cli', command: file } });
    const [bad] = await (await world.house()).owner.sources();
    expect(bad?.problem).toContain('may be executed');
  });

  it('is read all the same where lines stand before its description, and that is a doubt', async () => {
    world.standIn('app', `Welcome!\n${json}\n`);
    configure();
    const house = await world.house();
    expect(await house.names()).toHaveLength(4);
    const [app] = await house.owner.sources();
    expect(app?.notes.join('\n')).toContain('Welcome!');
  });
});

describe('a program that is described in another way', () => {
  it('prints a usage specification', async () => {
    world.program(
      'app',
      `if [ "$1" = --usage-spec ]; then echo 'bin "app"'; echo 'cmd "peek" help="Peeks." { flag "--deep" help="Deeper." }'; exit; fi; echo "$@"`,
    );
    configure({ as: 'usage' });
    const house = await world.house();
    expect(await house.names()).toEqual(['peek']);
    expect(structured(await house.call('peek', { deep: true }))).toMatchObject({ output: 'peek --deep\n' });
  });

  it('completes its own commands and flags, as one made with cobra does', async () => {
    world.program(
      'app',
      `echo x >> ${join(world.folder, 'count')}
case "$*" in
"__complete ") printf 'peek\\tPeeks\\nhelp\\tHelp\\n:4\\n';;
"__complete --") printf ':4\\n';;
"__complete peek --") printf -- '--deep\\tDeeper\\n--level\\tHow far\\n:4\\n';;
--help) printf 'Usage:\\n  app [command]\\n\\nAvailable Commands:\\n  peek  Peeks\\n\\nFlags:\\n  -h, --help  help for app\\n';;
"peek --help") printf 'Peeks\\n\\nUsage:\\n  app peek [flags]\\n\\nFlags:\\n      --deep        Deeper\\n      --level int   How far\\n';;
*) echo "$@";;
esac`,
    );
    configure({ as: 'cobra' });
    const house = await world.house();
    expect((await house.owner.sources())[0]).toMatchObject({ problem: null, state: 'ready' });
    expect(await house.names()).toEqual(['peek']);
    const asked = readFileSync(join(world.folder, 'count'), 'utf8').length;
    expect(await (await world.house()).names()).toEqual(['peek']);
    expect(readFileSync(join(world.folder, 'count'), 'utf8').length).toBe(asked);
    const told = structured(await house.call('peek', { deep: true, level: 3 }));
    expect(told).toMatchObject({ exit_code: 0, output: 'peek --deep --level=3\n' });
    configure({ as: 'cobra', spec: '/tmp/x' });
    expect((await (await world.house()).owner.sources())[0]?.problem).toContain('as: cobra asks the program');
  });

  it('lies in a package with a manifest, of which no code runs to be read', async () => {
    world.program('app', 'echo "$@"');
    const folder = join(world.folder, 'bin');
    const commands = { 'stream:peek': { id: 'stream:peek', summary: 'Peeks.', args: {}, flags: {} } };
    writeFileSync(join(folder, 'oclif.manifest.json'), JSON.stringify({ version: '1.0.0', commands }));
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'app', version: '1.0.0', oclif: { bin: 'app' } }),
    );
    configure({ as: 'oclif' });
    const house = await world.house();
    expect((await house.owner.sources())[0]?.problem).toBe(null);
    expect(await house.names()).toHaveLength(1);
  });
});

describe('sources in the configuration', () => {
  it('are taken up while Gatehouse runs', async () => {
    world.standIn('app', document);
    world.configure({});
    const house = await world.house();
    expect(await house.names()).toEqual([]);
    configure({ prefix: 'my', include: { tools: ['^(?:my_)?(?:do|peek)$'] } });
    await expect.poll(() => house.names(), { timeout: 8_000 }).toEqual(['my_do', 'my_peek']);
    configure({ disabled: true });
    await expect.poll(() => house.names(), { timeout: 8_000 }).toEqual([]);
    expect((await house.owner.sources())[0]).toMatchObject({ state: 'disabled' });
  }, 30_000);

  it('with tools of one name get theirs before it, and what comes with Gatehouse keeps its name', async () => {
    const both = { name: 'x', commands: [command('same'), command('note')] };
    world.standIn('one', both);
    world.standIn('two', { name: 'y', commands: [command('same'), command('own')] });
    const sources = { two: { kind: 'cli', command: 'two' }, one: { kind: 'cli', command: 'one' } };
    world.configure(sources, 'mode: full-auto');
    const house = await world.house();
    expect(await house.names()).toEqual(['one_note', 'one_same', 'own', 'two_same']);
    expect(house.reports).toContain('sources.one: note is called one_note: the tool note has that name.');
    expect(house.reports).toContain('sources.two: same is called two_same: a tool of the source one has that name.');
    expect(structured(await house.call('two_same'))).toMatchObject({ exit_code: 0, command: 'same' });
  });

  it('have no tool that is disabled, by its own name or the one it is called by, and only another name is told', async () => {
    world.standIn('app', { name: 'x', commands: [command('same'), command('note'), command('own')] });
    world.configure({ app: { kind: 'cli', command: 'app' } }, 'tools: { disable: [own, app_note, owm] }');
    const house = await world.house();
    expect(await house.names()).toEqual(['same']);
    expect(house.reports.filter((text) => text.includes('no such tool'))).toEqual([
      'tools.disable names "owm", and there is no such tool.',
    ]);
  });

  it('with many commands are found instead of shown, but for what is pinned', async () => {
    const commands = Array.from({ length: 12 }, (_, at) =>
      command(`c${at}`, at === 0 ? { tags: ['ai:no_defer'] } : {}),
    );
    world.standIn('app', { name: 'app', commands });
    configure();
    const house = await world.house();
    const { inline, deferred } = await house.runtime.presentTools(house.caller);
    expect(deferred.map(({ name }) => name)).toHaveLength(11);
    expect(inline.map(({ name }) => name)).toContain('c0');
  });

  it('are unknown by another name', async () => {
    world.configure({ app: { kind: 'cli', command: 'app' } });
    await expect((await world.house()).owner.refreshSources('apps')).rejects.toThrow('Did you mean app?');
  });
});
