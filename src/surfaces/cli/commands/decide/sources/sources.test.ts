// gatehouse source: what a program would bring, the owner's file before and after, and what is told of one that is broken.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../../../../test/repository.ts';
import { createCommandLine, type CommandLine } from '../../../run-for-test.ts';

let at: CommandLine;
let file: string;
let program: string;

beforeEach(() => {
  at = createCommandLine(onTestFinished);
  file = join(dirname(at.home), '.config', 'gatehouse', 'config.yaml');
  program = join(dirname(at.home), 'my.app');
  const commands = [
    { name: 'show', help: 'Shows things.' },
    { name: 'drop', help: 'Drops things.', tags: ['ai:confirm'] },
    { name: 'never', help: 'No.', tags: ['ai:deny'] },
  ];
  standIn(`echo '${JSON.stringify({ name: 'app', help: '', commands })}'`);
});

function standIn(lines: string): void {
  writeFileSync(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}

const add = (...more: readonly string[]) => at.run(['source', 'add', 'cli', program, ...more], { columns: 300 });

it('shows what a program would bring, what asks and what is left out, and writes nothing before a yes', async () => {
  const { stdout, stderr, code } = await add();
  expect(stdout).toMatch(/^ {2}show: Shows things\.$/m);
  expect(stdout).toMatch(/^ {2}drop \(asks\): Drops things\.$/m);
  expect(stdout).toMatch(/ai:deny.*never/);
  expect(stdout).toMatch(/sandbox +off: it runs as you do, with your files and your network/);
  expect(stdout).toContain(`Nothing was written. To write it into ${file}: add --yes.`);
  expect(stderr).toContain(`asked now what its commands are: ${program}`);
  expect([code, existsSync(file)]).toEqual([0, false]);
});

it('writes it under its name with --yes, keeps what stands there, and takes it out again', async () => {
  mkdirSync(dirname(file), { recursive: true });
  const before = '# mine\nmode: readonly # careful\n';
  writeFileSync(file, before, { mode: 0o600 });
  const { stdout, code } = await add('--yes', '--sandbox', 'on');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Wrote the source my into ${file}.`)]);
  expect(readFileSync(file, 'utf8')).toBe(
    `${before}\nsources:\n  my:\n    kind: cli\n    command: ${program}\n    sandbox: on\n`,
  );
  const { value } = await at.json(['source', 'show', 'my']);
  expect(value).toMatchObject({
    state: 'ready',
    tools: [
      { name: 'show', asks: false },
      { name: 'drop', asks: true },
    ],
  });
  expect((await at.run(['tools', 'list', '--source', 'my'])).stdout).toMatch(/^show /m);
  expect((await at.run(['source', 'remove', 'my'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(`${before}\n`);
});

it.each([
  ['y\n', true],
  ['n\n', false],
  ['', false],
])('asks at a terminal, where %j is a yes: %s', async (answer, isYes) => {
  const stdin = Object.assign(Readable.from(answer === '' ? [] : [answer]), { isTTY: true });
  const { stderr } = await at.run(['source', 'add', 'cli', program], { stdin });
  expect(stderr).toContain(`Write this into ${file}? [y/N]`);
  expect(existsSync(file)).toBe(isYes);
});

it('tells programs the same, as one document', async () => {
  const { value } = await at.json(['source', 'add', 'cli', program]);
  expect(value).toMatchObject({
    file,
    written: false,
    source: { name: 'my', kind: 'cli', state: 'ready', problem: null },
  });
});

it('writes nothing for a program that cannot be read, and ends with 1', async () => {
  standIn('echo no such flag >&2; exit 2');
  const { stdout, code } = await add('--yes');
  expect(stdout).toContain('ended with exit code 2. Its error output: no such flag');
  expect([code, existsSync(file)]).toEqual([1, false]);
});

it('finds what describes a program where it is not said, and asks for each call of what was guessed', async () => {
  standIn(`case "$*" in
--help) printf 'Usage: my <command>\\n\\nCommands:\\n  list   Lists things\\n';;
"list --help") printf 'Usage: my list [flags]\\n\\nLists things\\n\\nFlags:\\n  --all   All of them\\n';;
*) exit 2;;
esac`);
  const { value, stderr } = await at.json(['source', 'add', 'cli', program, '--yes']);
  expect(stderr).toContain('described by help');
  // Its words would say nothing beside those of others.
  expect(value).toMatchObject({ source: { state: 'ready', tools: [{ name: 'my_list', asks: true }] } });
  expect(readFileSync(file, 'utf8')).toMatch(/as: help\n +prefix: my\n/);
});

it('finds an installed Fig spec of a program before it asks how it completes, and takes a file that is named', async () => {
  standIn(
    `case "$*" in --help) printf 'Usage: my <command>\\n\\nCommands:\\n  list   Lists things\\n';; *) exit 2;; esac`,
  );
  const build = join(dirname(at.home), 'node_modules', '@withfig', 'autocomplete', 'build');
  mkdirSync(build, { recursive: true });
  writeFileSync(join(build, 'my.app.js'), `export default { name: 'my.app', subcommands: [{ name: 'peek' }] }`);
  const found = await at.json(['source', 'add', 'cli', program]);
  expect(found.stderr).toContain(`described by fig: others describe it in ${join(build, 'my.app.js')}.`);
  expect(found.value).toMatchObject({ source: { state: 'ready', tools: [{ name: 'my_peek', asks: false }] } });
  const specs = join(dirname(at.home), 'specs');
  mkdirSync(specs);
  writeFileSync(join(specs, 'own.js'), `export default { name: 'my.app', subcommands: [{ name: 'look' }] }`);
  const forced = await at.json([
    'source',
    'add',
    'cli',
    program,
    '--as',
    'fig',
    '--spec',
    join(specs, 'own.js'),
    '--yes',
  ]);
  expect(forced.value).toMatchObject({ written: true, source: { tools: [{ name: 'my_look' }] } });
  expect(readFileSync(file, 'utf8')).toContain(`as: fig\n    spec: ${join(specs, 'own.js')}`);
});

it('makes tools of git where @withfig/autocomplete is installed for the person', async () => {
  const prefix = join(dirname(at.home), 'prefix');
  const scope = join(prefix, 'lib', 'node_modules', '@withfig');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'node_modules', '@withfig', 'autocomplete'), join(scope, 'autocomplete'));
  const env = { PATH: `${join(prefix, 'bin')}:/usr/bin:/bin` };
  const { value, stderr } = await at.json(['source', 'add', 'cli', 'git', '--yes'], { env });
  expect(stderr).toMatch(/described by fig: others describe it in .*autocomplete\/build\/git\.js\./);
  expect(value).toMatchObject({ written: true, source: { state: 'ready', kind: 'cli', problem: null } });
  expect(readFileSync(file, 'utf8')).toContain('as: fig');
  const list = await at.run(['tools', 'list', '--source', 'git'], { env });
  expect(list.stdout).toMatch(/^git_status /m);
  const read = await at.json(['source', 'show', 'git'], { env });
  expect(read.value).toMatchObject({ tools: expect.arrayContaining([{ name: 'git_status', asks: false }]) });
  const why = await at.run(['policy', 'why', 'git_status', '{"short":true}'], { env });
  expect(why.stdout).toMatch(/^ALLOW  git_status\n.*shell=safe/s);
});

it('says how to get a Fig spec where there is none', async () => {
  const { stdout, code } = await add('--as', 'fig', '--yes');
  expect(stdout).toContain('There is no Fig spec of my.app: @withfig/autocomplete is not installed.');
  expect(stdout).toContain('npm install -g @withfig/autocomplete');
  expect(code).toBe(1);
});

it('says of one that broke later what is wrong, and what it is when it is read anew', async () => {
  await add('--yes');
  standIn('exit 3');
  expect(await at.run(['source', 'refresh'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('exit code 3'),
  });
  expect((await at.run(['source'])).stdout).toMatch(/^my\n +state +broken\n/);
  expect((await at.run(['doctor'])).stdout).toContain('exit code 3');
});

it.each([
  [['add', 'soap', 'x'], 'There is no kind of source "soap" to add'],
  [['add', 'http', './x', '--sandbox', 'on'], 'a tools file has no use for them'],
  [['add', 'cli', './x', '--as', 'click'], '--as is one of fisk, oclif, fig, usage, cobra, help, not "click".'],
  [['add', 'cli', './x', '--sandbox', 'maybe'], '--sandbox is one of on, off'],
  [['add', 'cli', './x', '--name', 'a b'], 'found the key "a b"'],
  [['add', 'cli', './x', '--name', 'builtin'], 'Give the source another name'],
  [['add', 'cli', ''], 'is the name of no program'],
  [['add', 'cli'], 'Usage:'],
  [['remove', 'nope'], 'has no source named "nope"'],
  [['show', 'nope'], 'No source named "nope" is configured here.'],
  [['refresh', 'nope'], 'No source named "nope" is configured here.'],
])('refuses the wrong use %j and says what is right', async (args, message) => {
  const { code, stderr } = await at.run(['source', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('refuses a name that is taken', async () => {
  await add('--yes');
  expect((await add('--yes')).stderr).toContain('has a source named "my" already');
});

it('shows what a tools file would bring, and writes it with --yes', async () => {
  const tools = join(dirname(at.home), 'tools.txt');
  writeFileSync(tools, 'get|Gets one|mode=http_get|args=id|url=https://a.example/{id}\nold|x|mode=teleport\n');
  const shown = await at.run(['source', 'add', 'http', tools], { columns: 300 });
  expect(shown.stdout).toMatch(/^ {2}get: Gets one$/m);
  expect(shown.stdout).toContain(`${tools}:2: old stays out`);
  expect([shown.code, existsSync(file)]).toEqual([0, false]);
  expect((await at.run(['source', 'add', 'http', tools, '--yes'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(`sources:\n  tools:\n    kind: http\n    file: ${tools}\n`);
  expect((await at.run(['tools', 'list', '--source', 'tools'])).stdout).toMatch(/^get /m);
  expect((await at.run(['source', 'add', 'http', join(dirname(at.home), 'none.txt')])).code).toBe(1);
});
