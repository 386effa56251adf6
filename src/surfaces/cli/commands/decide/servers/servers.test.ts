// gatehouse mcp-servers with a real server: what is shown, what is started and when, and what a yes is about.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { scripted, toldBy } from '../../../../../../test/fixtures/server-world.ts';
import { createCommandLine, type CommandLine } from '../../../run-for-test.ts';

let at: CommandLine;
let told: string;

beforeEach(() => {
  at = createCommandLine(onTestFinished);
  told = join(dirname(at.home), 'told');
  const config = join(dirname(at.home), '.config', 'gatehouse');
  mkdirSync(config, { recursive: true });
  const servers = { s: scripted('plain', told), bad: scripted('poison') };
  writeFileSync(join(config, 'config.yaml'), `mode: full-auto\nmcp: ${JSON.stringify({ servers })}\n`, { mode: 0o600 });
});

it('lists what is configured with the whole command, and starts nothing', async () => {
  const short = await at.run(['mcp-servers', 'list'], { columns: 400 });
  expect(short.stdout).toMatch(
    /^s\n +state +not_accepted\n +tools +none\n +to do +[^\n]*gatehouse mcp-servers accept s$/m,
  );
  expect(short.stdout).toContain('--verbose');
  expect(short.stdout).not.toContain('hostile-mcp.mjs');
  const { stdout, code } = await at.run(['mcp-servers', 'list', '--verbose'], { columns: 400 });
  expect(stdout).toMatch(
    /^s\n +state +not_accepted\n +from +your own configuration\n +reach +\S*node \S*hostile-mcp\.mjs plain /m,
  );
  expect(stdout).toContain('gatehouse mcp-servers accept s');
  expect([code, toldBy(told)]).toEqual([0, '']);
  expect((await at.run(['tools', 'list', '--kind', 'mcp'])).stdout).not.toContain('mcp_s_echo');
});

it('shows the command before it starts it, and accepts what it showed and nothing else', async () => {
  const command = await at.run(['mcp-servers', 'accept', 's'], { columns: 400 });
  expect(command.stdout).toMatch(/reach +\S*node \S*hostile-mcp\.mjs plain /);
  expect(command.stdout).toContain('Nothing was started.');
  expect(command.stdout).toContain('gatehouse mcp-servers accept s --start');
  expect([command.code, toldBy(told)]).toEqual([0, '']);
  const shown = await at.run(['mcp-servers', 'accept', 's', '--start']);
  expect(shown.stderr).toMatch(/started or asked now: .*hostile-mcp\.mjs plain/);
  expect(shown.stdout).toMatch(/^NEW echo \(called mcp_s_echo\)\n +Does echo\./m);
  const digest = /--as ([0-9a-f]{16})$/m.exec(shown.stdout)?.[1] ?? '';
  expect(toldBy(told)).toContain('start');
  expect(await at.run(['mcp-servers', 'accept', 's', '--as', '0123456789abcdef'])).toMatchObject({ code: 2 });
  expect((await at.run(['mcp-servers', 'accept', 's', '--as', digest])).stdout).toMatch(
    /^Accepted the server "s"\. Its 5 tools:\n(?: {2}mcp_s_\w+\n){5}/,
  );
  expect((await at.run(['mcp-servers', 'accept', 's'])).stdout).toContain('All of this is accepted already.');
});

it('makes its tools callable by every later command', async () => {
  const { value } = await at.json(['mcp-servers', 'accept', 's', '--start']);
  const { digest } = Object(value);
  await at.run(['mcp-servers', 'accept', 's', '--as', String(digest)]);
  const before = toldBy(told);
  expect((await at.run(['tools', 'list', '--kind', 'mcp'])).stdout).toContain('mcp_s_echo');
  expect(toldBy(told)).toBe(before);
  expect((await at.run(['call', 'mcp_s_echo', '--arg', 'text=hello'])).stdout).toContain('hello');
});

it('shows findings, and escapes what nobody sees', async () => {
  const { stdout } = await at.run(['mcp-servers', 'accept', 'bad', '--start']);
  expect(stdout).toContain('look: It holds characters that nobody sees');
  expect(stdout).toContain('look: It speaks to the model');
  expect(stdout).toContain('look: Its name is that of a tool from elsewhere: file_read.');
  expect(stdout).not.toMatch(/[\u{E0041}\u200B]/u);
});

it('says of a tool of a server that is not accepted what its owner does, and of a tool of no server nothing more', async () => {
  const called = await at.run(['call', 'mcp_s_echo', '--arg', 'text=x']);
  expect(called.stderr).toContain('The server s is configured but not accepted');
  expect(called.stderr).toContain('gatehouse mcp-servers accept s --start');
  expect(called.code).toBe(2);
  const described = await at.run(['tools', 'describe', 'mcp_s_echo']);
  expect(described.stderr).toContain('gatehouse mcp-servers accept s --start');
  expect(described.code).toBe(2);
  expect((await at.run(['call', 'mcp_other_echo'])).stderr).toBe('');
  expect(toldBy(told)).toBe('');
});

it('says with a rule that allows a tool of a server that the flow rule asks all the same', async () => {
  await accept('s');
  const added = await at.run(['policy', 'add', 'allow', '--tool', 'mcp_s_echo']);
  expect(added.stderr).toContain('the flow rule asks about such a call all the same');
  expect((await at.run(['policy', 'add', 'deny', '--tool', 'mcp_s_echo'])).stderr).not.toContain('flow rule');
  expect((await at.run(['policy', 'add', 'allow', '--tool', 'file_write'])).stderr).not.toContain('flow rule');
});

it('says of what is no digest that it is none', async () => {
  expect(await at.run(['mcp-servers', 'accept', 's', '--as', 'zzz'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"zzz" is no digest'),
  });
});

it('finds hidden tools only with --all, as the list shows them', async () => {
  const config = join(dirname(at.home), '.config', 'gatehouse', 'config.yaml');
  const hiding = { s: { ...scripted('plain', told), tools: { echo: { hidden: true } } } };
  writeFileSync(config, `mcp: ${JSON.stringify({ servers: hiding })}\n`, { mode: 0o600 });
  await accept('s');
  expect((await at.run(['tools', 'search', 'mcp_s_echo'])).stdout).not.toMatch(/^mcp_s_echo /m);
  expect((await at.run(['tools', 'search', 'mcp_s_echo', '--all'])).stdout).toMatch(/^mcp_s_echo /m);
});

it('refuses an internal address with the exit code of a refusal', async () => {
  await at.run(['mcp-servers', 'add', 'inner', '--url', 'http://10.0.0.1:8080/mcp']);
  const ran = await at.run(['mcp-servers', 'test', 'inner', '--start']);
  expect(ran.stderr).toContain('net.internalOrigins');
  expect(ran.stderr).not.toContain('..');
  expect(ran.code).toBe(3);
});

it.each([
  ['accept', 'bat', '--start'],
  ['accept', 'bat', '--locked'],
  ['login', 'bat'],
  ['test', 'bat'],
])('ends with 2 for a name that is not configured: %s', async (...words) => {
  const { stderr, code } = await at.run(['mcp-servers', ...words]);
  expect(stderr).toContain('Did you mean bad?');
  expect(code).toBe(2);
});

it('says of a name that is not configured what is', async () => {
  const { stderr, code } = await at.run(['mcp-servers', 'accept', 'bat']);
  expect(stderr).toContain('No MCP server named "bat" is configured here. Did you mean bad?');
  expect(code).toBe(2);
});

async function accept(name: string): Promise<void> {
  const { value } = await at.json(['mcp-servers', 'accept', name, '--start']);
  await at.run(['mcp-servers', 'accept', name, '--as', String(Object(value).digest)]);
}

const lockPath = () => join(dirname(at.home), '.config', 'gatehouse', 'gatehouse.lock');

it('writes a lock of what is accepted, and frozen it is a difference with an exit code what is not in it', async () => {
  expect(await at.run(['mcp-servers', 'lock'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nothing is accepted'),
  });
  await accept('s');
  const wrote = await at.run(['mcp-servers', 'lock']);
  expect(wrote.stdout).toContain(`Written: ${lockPath()}`);
  expect(wrote.stderr).toContain('bad is not accepted here');
  const other = await at.run(['mcp-servers', 'list', '--frozen'], { columns: 400 });
  expect(other.stdout).toMatch(/^bad$[^]*lock +bad is not in \S+gatehouse\.lock$/m);
  expect(other.code).toBe(3);
  expect((await at.run(['call', 'mcp_s_echo', '--arg', 'text=hello', '--frozen'])).stdout).toContain('hello');
  writeFileSync(lockPath(), readFileSync(lockPath(), 'utf8').replace(/"echo": "sha256-.{4}/, '"echo": "sha256-0000'));
  expect((await at.run(['call', 'mcp_s_echo', '--arg', 'text=hello', '--frozen'])).code).not.toBe(0);
  const listed = await at.run(['tools', 'list', '--kind', 'mcp', '--frozen']);
  expect(listed.stdout).not.toContain('mcp_s_echo');
  expect(listed.stderr).toContain('Frozen, MCP server s: tool echo is sha256-0000');
  expect((await at.run(['tools', 'list', '--kind', 'mcp'])).stdout).toContain('mcp_s_echo');
});

it('accepts in a new home what is exactly as the lock says, and starts nothing that contradicts it', async () => {
  await accept('s');
  await at.run(['mcp-servers', 'lock']);
  rmSync(at.home, { recursive: true });
  const before = toldBy(told);
  const lock = readFileSync(lockPath(), 'utf8');
  writeFileSync(lockPath(), lock.replace('hostile-mcp.mjs', 'another.mjs'));
  const refused = await at.run(['mcp-servers', 'accept', 's', '--locked']);
  expect(refused).toMatchObject({ code: 3, stdout: expect.stringMatching(/Nothing was started\.\n +command: /) });
  expect(toldBy(told)).toBe(before);
  writeFileSync(lockPath(), lock.replace(/"echo": "sha256-.{4}/, '"echo": "sha256-0000'));
  const tool = await at.run(['mcp-servers', 'accept', 's', '--locked']);
  expect(tool).toMatchObject({ code: 3, stdout: expect.stringContaining('tool echo is sha256-0000') });
  writeFileSync(lockPath(), lock);
  expect(await at.run(['mcp-servers', 'accept', 's', '--locked'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Accepted s, which is as the lock says.'),
  });
  expect((await at.run(['call', 'mcp_s_echo', '--arg', 'text=hello', '--frozen'])).stdout).toContain('hello');
});

it('accepts nothing as locked where there is no lock', async () => {
  expect(await at.run(['mcp-servers', 'accept', 's', '--locked'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no gatehouse.lock'),
  });
});
