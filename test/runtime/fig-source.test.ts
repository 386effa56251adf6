// Programs that a Fig spec describes: real git with the real spec through a whole runtime, and specs as bad as code can be.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, SourceView } from '../../src/contract/index.ts';
import { whyNoBubblewrap } from '../../src/host/sandbox/sandbox-for-test.ts';
import { createCliWorld, type CliHouse, type CliWorld } from '../fixtures/cli-world.ts';
import { root } from '../repository.ts';

const noBubblewrap = whyNoBubblewrap();

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
});

/** As `npm install -g` and `npm install` leave it. */
function install(prefix: string): void {
  const scope = join(prefix, 'node_modules', '@withfig');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'node_modules', '@withfig', 'autocomplete'), join(scope, 'autocomplete'));
}

function configure(more: JsonObject = {}, settings = 'mode: full-auto'): void {
  world.configure({ app: { kind: 'cli', command: 'app', as: 'fig', ...more } }, settings);
}

/** A file of a folder of its own, and a program of that name. */
function spec(text: string, name = 'app.js'): string {
  const file = join(world.folder, 'specs', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  world.program('app', 'echo "$@"');
  return file;
}

async function viewOf(house: CliHouse): Promise<SourceView> {
  const [view] = await house.owner.sources();
  if (view === undefined) throw new Error('No source.');
  return view;
}

async function problemOf(): Promise<string> {
  return (await viewOf(await world.house())).problem ?? 'none';
}

describe('git, as @withfig/autocomplete describes it', () => {
  beforeEach(() => {
    install(join(world.folder, 'lib'));
    execFileSync('git', ['init', '-q', world.workspace]);
  });

  const git = (settings: string) =>
    world.configure({ git: { kind: 'cli', command: 'git', as: 'fig', prefix: 'git' } }, settings);

  const effectOf = async (house: CliHouse, tool: string, args: JsonObject): Promise<string> =>
    (await house.runtime.explain({ caller: house.caller, tool, arguments: { value: args } })).decision?.effect ??
    'none';

  it('is found in the global node_modules, listed and run', async () => {
    git('mode: full-auto');
    const house = await world.house();
    const view = await viewOf(house);
    expect(view.problem).toBe(null);
    expect(view.details).toContainEqual([
      'described by',
      expect.stringMatching(/^fig, .*autocomplete\/build\/git\.js$/),
    ]);
    expect(await house.names()).toEqual(expect.arrayContaining(['git_status', 'git_commit', 'git_remote_add']));
    writeFileSync(join(world.workspace, 'new.txt'), 'x');
    expect(await house.call('git_status', { short: true })).toMatchObject({
      kind: 'completed',
      observation: { structured: { command: 'status --short', exit_code: 0, output: '?? new.txt\n' } },
    });
  });

  it('is judged as its line of a shell is, and asks in full-auto for a flag that is called dangerous', async () => {
    git('mode: readonly');
    const careful = await world.house();
    expect(await effectOf(careful, 'git_status', {})).toBe('ALLOW');
    expect(await effectOf(careful, 'git_fetch', {})).toBe('ASK');
    git('mode: full-auto');
    const house = await world.house();
    expect(await effectOf(house, 'git_pull', {})).toBe('ALLOW');
    expect(await effectOf(house, 'git_pull', { rebase: 'true' })).toBe('ASK');
  });
});

describe('a Fig spec', () => {
  const simple = `export default { name: 'app', subcommands: [{ name: 'peek', description: 'Peeks.' }] }`;

  it('that its owner names is read once: a list and a start start nothing, and another spec is read anew', async () => {
    world.program('bwrap', `echo x >> ${join(world.folder, 'walls')}; exec /usr/bin/bwrap "$@"`);
    const started = () =>
      existsSync(join(world.folder, 'walls')) ? readFileSync(join(world.folder, 'walls'), 'utf8').length : 0;
    const file = spec(`import more from './more.js'; export default { name: 'app', subcommands: [{ name: more }] }`);
    spec(`export default 'peek'`, 'more.js');
    spec(`{"type":"module"}`, 'package.json');
    configure({ spec: file });
    expect(await (await world.house()).names()).toEqual(['peek']);
    const first = started();
    for (let n = 0; n < 3; n += 1) {
      expect(await (await world.house()).names()).toEqual(['peek']);
    }
    expect(started()).toBe(first);
    spec(`export default 'look'`, 'more.js');
    expect(await (await world.house()).names()).toEqual(['look']);
    if (noBubblewrap === null) expect(started()).toBeGreaterThan(first);
  });

  it('is run without the sandbox where there is none, and that is a doubt', async () => {
    world.program('bwrap', 'exit 1');
    configure({ spec: spec(simple) });
    const { notes, tools } = await viewOf(await world.house());
    expect(tools).toHaveLength(1);
    expect(notes.join('\n')).toMatch(/app\.js ran outside of the sandbox, .*could have reached the network: /);
  });

  it.skipIf(noBubblewrap !== null)('reaches neither the network of this machine nor files beside it', async () => {
    const text = `import net from 'node:net'; import fs from 'node:fs';
      const said = await new Promise((done) => { const s = net.connect(PORT, '127.0.0.1', () => done('reached')); s.on('error', (e) => done(e.code)); });
      let read = 'read'; try { fs.readFileSync('${join(world.folder, 'config.yaml')}') } catch (e) { read = e.code }
      export default { name: 'app', subcommands: [{ name: 'peek', description: said + ' ' + read }] }`;
    const { createServer } = await import('node:net');
    let met = 0;
    const server = createServer(() => (met += 1));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    configure({ spec: spec(text.replace('PORT', String(port))) });
    const tools = await (await world.house()).tools();
    server.close();
    expect(met).toBe(0);
    expect(tools.find(({ name }) => name === 'peek')?.description).toMatch(/ECONNREFUSED ERR_ACCESS_DENIED/);
  });

  it('in the workspace is the last that is taken, and is told as one that tools may change', async () => {
    world.program('app', 'true');
    const packageIn = (folder: string, command: string): void => {
      const build = join(folder, 'node_modules', '@withfig', 'autocomplete', 'build');
      mkdirSync(build, { recursive: true });
      writeFileSync(join(build, 'app.js'), `export default { name: 'app', subcommands: [{ name: '${command}' }] }`);
    };
    configure();
    packageIn(world.workspace, 'theirs');
    const house = await world.house();
    expect(await house.names()).toEqual(['theirs']);
    expect((await viewOf(house)).notes.join('\n')).toContain('lies in the workspace, where tools may write');
    packageIn(join(world.folder, 'lib'), 'global');
    const next = await world.house();
    expect(await next.names()).toEqual(['global']);
    expect((await viewOf(next)).notes.join('\n')).not.toContain('lies in the workspace');
  });

  it('is looked for again once there is one', async () => {
    world.program('git', 'true');
    configure({ command: 'git' });
    expect(await problemOf()).toMatch(
      /no Fig spec of git: @withfig\/autocomplete is not installed.*npm install -g @withfig\/autocomplete.*--spec FILE/,
    );
    install(join(world.folder, 'lib'));
    expect(await problemOf()).toBe('none');
  });

  it('is none of a program that the package does not know', async () => {
    install(join(world.folder, 'lib'));
    world.program('no-such-program', 'true');
    configure({ command: 'no-such-program' });
    expect(await problemOf()).toMatch(
      /no Fig spec of no-such-program: .*autocomplete describes no program of that name/,
    );
  });

  it.each([
    [
      'is of another program',
      `export default { name: ['hub', 'gh'] }`,
      /app\.js describes "hub", "gh", and the program is app/,
    ],
    ['throws', `throw new Error('boom')`, /app\.js: app: .*cannot be imported: boom/],
    ['is no spec', 'export default 5', /app\.js: app: .*no Fig spec as its default export/],
    ['is no code', '}{', /app\.js: app: .*cannot be imported/],
    ['hangs', 'for (;;);', /app\.js did not end within 10 seconds/],
    ['waits for ever', 'await new Promise(() => {})', /app\.js ended with exit code 13/],
    ['ends by itself', 'process.exit(0)', /app\.js prints something when it is imported/],
    [
      'prints 100 MB',
      `import { writeSync } from 'node:fs'; const x = 'x'.repeat(1e6); for (let i = 0; i < 100; i++) writeSync(1, x);`,
      /app\.js printed more than 16777216 bytes/,
    ],
    [
      'says something besides',
      `console.log('hi'); export default { name: 'app' }`,
      /app\.js prints something when it is imported/,
    ],
  ])('that %s takes no other source with it, and is told', { timeout: 40_000 }, async (_what, text, problem) => {
    world.standIn('other', { name: 'other', commands: [{ name: 'do', help: 'Does.' }] });
    const own = { kind: 'cli', command: 'app', as: 'fig', spec: spec(text) };
    world.configure({ app: own, other: { kind: 'cli', command: 'other' } });
    const house = await world.house();
    expect(await house.names()).toEqual(['do']);
    const view = await viewOf(house);
    expect(view).toMatchObject({ state: 'broken', problem: expect.stringMatching(problem) });
    expect(view.problem).not.toContain('registerHooks');
  });

  it('may not lie in the home itself, which its code could read', async () => {
    const file = join(world.folder, 'app.js');
    writeFileSync(file, simple);
    world.program('app', 'true');
    configure({ spec: file });
    expect(await problemOf()).toContain('Move it into a folder of its own.');
    configure({ spec: join(world.folder, 'none.js') });
    expect(await problemOf()).toContain('none.js is missing.');
    mkdirSync(join(world.folder, 'empty'));
    configure({ spec: join(world.folder, 'empty') });
    expect(await problemOf()).toMatch(
      /empty is neither the folder of a @withfig\/autocomplete that describes app nor the file of a spec: it is a folder/,
    );
  });
});
