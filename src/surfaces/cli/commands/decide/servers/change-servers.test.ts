// gatehouse mcp-servers add, remove and test: the owner's file before and after, and what is started of it.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { scripted, toldBy } from '../../../../../../test/fixtures/server-world.ts';
import { createCommandLine, startDaemonOf, type CommandLine } from '../../../run-for-test.ts';

let at: CommandLine;
let told: string;
let file: string;

beforeEach(() => {
  at = createCommandLine(onTestFinished);
  told = join(dirname(at.home), 'told');
  file = join(dirname(at.home), '.config', 'gatehouse', 'config.yaml');
});

const words = (scene: string): readonly string[] => {
  const { command, args } = scripted(scene, told);
  return ['--', ...[command, args].flat(2).filter((word) => typeof word === 'string')];
};

it('adds a program, says the whole command, and starts nothing', async () => {
  const { stdout, code } = await at.run(['mcp-servers', 'add', 's', '--env', 'LEVEL=debug', ...words('plain')], {
    columns: 400,
  });
  expect(stdout).toMatch(/reach +LEVEL=debug \S*node \S*hostile-mcp\.mjs plain .*\(in /);
  expect(stdout).toContain(
    'Nothing was started. To start it, or ask it, and see its tools: gatehouse mcp-servers accept s --start',
  );
  expect([code, toldBy(told), statSync(file).mode & 0o777]).toEqual([0, '', 0o600]);
  expect((await at.run(['mcp-servers', 'list'])).stdout).toMatch(/^s\n +state +not_accepted/m);
});

it('adds an address with a secret, keeps what stands in the file, and takes it out again', async () => {
  mkdirSync(dirname(file), { recursive: true });
  const before = '# mine\nmode: readonly # careful\nmcp:\n  servers:\n    old: { command: x } # old\n';
  writeFileSync(file, before, { mode: 0o600 });
  const header = 'Authorization: Bearer {secret GITHUB}';
  await at.run([
    'mcp-servers',
    'add',
    'git',
    '--url',
    'https://example.com/mcp',
    '--header',
    header,
    '--header',
    'X-Team: a',
  ]);
  expect(readFileSync(file, 'utf8')).toBe(
    `${before}    git:\n      url: https://example.com/mcp\n      headers:\n        Authorization:\n          secret: GITHUB\n          prefix: "Bearer "\n        X-Team: a\n`,
  );
  expect((await at.run(['mcp-servers', 'remove', 'git'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

it.each([
  [['s'], 'A server is a program or an address'],
  [['s', '--url', 'https://a.b', '--', 'x'], 'not both'],
  [['s', '--url', 'ftp://a.b'], 'expected an address'],
  [['s', '--url', '127.0.0.1:7479/mcp'], 'found "127.0.0.1:7479/mcp"; expected an address'],
  [['s', '--url', 'https://a.b', '--env', 'A=b'], '--env, --pass-env and --cwd are for programs'],
  [['s', '--header', 'A: b', '--', 'x'], '--header is for addresses'],
  [['s', '--env', 'NOTHING', '--', 'x'], '--env takes NAME=VALUE'],
  [['s', '--url', 'https://a.b', '--header', 'nothing'], '--header takes "NAME: VALUE"'],
  [['s', '--env', 'API_KEY=abcdefgh', '--', 'x'], "name that secret, as --env 'API_KEY={secret NAME}'."],
  [
    ['s', '--url', 'https://a.b', '--header', 'Authorization: Bearer x'],
    "name that secret, as --header 'Authorization: {secret NAME}'.",
  ],
  [['a b', '--', 'x'], 'a name of up to 32 letters'],
  [['s', '--', ''], 'expected the name of a program'],
  [['s', '--', 'a\0b'], 'text without NUL'],
])('writes nothing for %j', async (args, message) => {
  const { code, stderr } = await at.run(['mcp-servers', 'add', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  // Its line would be one of a file that was not written.
  expect(stderr).not.toMatch(/config\.yaml:\d/);
  expect(() => statSync(file)).toThrow('ENOENT');
});

it('says that a name is taken, and which there are', async () => {
  await at.run(['mcp-servers', 'add', 'files', ...words('plain')]);
  expect((await at.run(['mcp-servers', 'add', 'files', ...words('plain')])).stderr).toContain(
    'has a server named "files" already',
  );
  expect((await at.run(['mcp-servers', 'remove', 'file'])).stderr).toContain('Did you mean files?');
});

it('tests what was not accepted only when told to start it, and leaves it not accepted', async () => {
  await at.run(['mcp-servers', 'add', 's', ...words('plain')]);
  const untested = await at.run(['mcp-servers', 'test', 's'], { columns: 400 });
  expect(untested).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing was started.') });
  expect(toldBy(told)).toBe('');
  const tested = await at.json(['mcp-servers', 'test', 's', '--start']);
  expect(tested.stderr).toContain('this is started or asked now');
  expect(tested.value).toMatchObject({ tested: true, tools: 5, accepted: false, readyMs: expect.any(Number) });
  expect(toldBy(told)).toContain('start');
  expect((await at.run(['mcp-servers', 'list'])).stdout).toMatch(/state +not_accepted/);
});

it('says of one that does not start what it said', async () => {
  await at.run(['mcp-servers', 'add', 'gone', '--', join(at.workspace, 'no-such-program')]);
  expect(await at.run(['mcp-servers', 'test', 'gone', '--start'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no-such-program could.*[^.]\.\n$/),
  });
});

it('is taken up by a daemon before it answers', async () => {
  await startDaemonOf(at, onTestFinished);
  expect((await at.run(['mcp-servers', 'add', 's', ...words('plain')])).stdout).toContain('Nothing was started.');
  expect((await at.run(['mcp-servers', 'test', 's', '--start'])).stdout).toMatch(/s works\.\n.*ready after \d+ ms/s);
  expect((await at.run(['mcp-servers', 'remove', 's'])).stdout).not.toContain('has not taken it up');
  expect((await at.run(['mcp-servers', 'list'])).stdout).toContain('No MCP servers');
});
