// Every wrong use ends with its exit code and a sentence: what happened, which input, what to do now. With --json also as one document.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCommandLine, startDaemonOf } from './run-for-test.ts';

interface Wrong {
  readonly args: readonly string[];
  readonly code: number;
  readonly says: RegExp;
  readonly stdin?: string | Uint8Array;
}

const wrongs: readonly Wrong[] = [
  {
    args: ['nonsense'],
    code: 2,
    says: /no command "gatehouse nonsense"\. There are tools, capabilities, .*gatehouse --help/,
  },
  { args: ['approvls'], code: 2, says: /no command "gatehouse approvls"\. Did you mean approvals\?/ },
  {
    args: ['tools', 'descibe'],
    code: 2,
    says: /no command "gatehouse tools descibe"\. Did you mean describe\? gatehouse tools --help/,
  },
  {
    args: ['approvals', 'aprove', 'apr_1'],
    code: 2,
    says: /no command "gatehouse approvals aprove"\. Did you mean approve\?/,
  },
  {
    args: ['tools', '--al'],
    code: 2,
    says: /Unknown option '--al' \(Did you mean --all\?\) gatehouse tools list --help lists what it takes\./,
  },
  {
    args: ['tools', 'describe'],
    code: 2,
    says: /Missing required argument 'name'\. Usage: gatehouse tools describe \[options\] <name>/,
  },
  {
    args: ['audit', 'tail', '--limit'],
    code: 2,
    says: /Option '--limit <n>' argument missing\. gatehouse audit tail --help/,
  },
  { args: ['doctor', 'now'], code: 2, says: /Too many arguments for 'doctor'\. .*: now\. Usage: gatehouse doctor/ },
  {
    args: ['call', 'calculate', '{"expression":', '"1"}'],
    code: 2,
    says: /Too many arguments.*Quote what has spaces, such as JSON/,
  },
  { args: ['tools', '--kind', 'plugin'], code: 2, says: /--kind takes one of builtin, mcp, skill, not "plugin"/ },
  { args: ['tools', '--trust', 'root'], code: 2, says: /--trust takes one of operator, guest, not "root"/ },
  { args: ['tools', '--class', 'all'], code: 2, says: /--class takes one of read_only, .*, not "all"/ },
  {
    args: ['tools', 'search'],
    code: 2,
    says: /Missing required argument 'query'\. Usage: gatehouse tools search \[options\] <query\.\.\.>/,
  },
  ...['0', '21', '2.5', '-1', 'many', ''].map((limit) => ({
    args: ['tools', 'search', 'file', `--limit=${limit}`],
    code: 2,
    says: /--limit takes a whole number from 1 to 20, not "/,
  })),
  { args: ['tools', '--cost', '--all'], code: 2, says: /--cost counts all tools .*: give it alone\./ },
  {
    args: ['tools', '--format', 'openai'],
    code: 2,
    says: /--format takes one of anthropic, openai-chat, openai-responses, gemini, not "openai"/,
  },
  {
    args: ['tools', '--format', 'gemini', '--source', 'x'],
    code: 2,
    says: /--format takes all tools.* only --model\./,
  },
  { args: ['tools', '--model', 'gpt-5'], code: 2, says: /--model says for whom: give --format too \(anthropic, / },
  { args: ['tools', 'describe', 'calculat'], code: 2, says: /no tool named "calculat"\. Did you mean calculate\?/ },
  {
    args: ['tools', 'describe', 'qqqqqqqq'],
    code: 2,
    says: /no tool named "qqqqqqqq"\. No tool was run\. gatehouse tools lists them\./,
  },
  { args: ['tools', 'describe', '  '], code: 2, says: /one exact tool name of 1 to 200 characters/ },
  { args: ['capabilities', 'constructor'], code: 2, says: /no tool named "constructor"/ },
  {
    args: ['call'],
    code: 2,
    says: /Name the tool to call: gatehouse call NAME \[JSON\]\. gatehouse tools lists them\./,
  },
  { args: ['call', 'calculate', '{}', '--arg', 'expression=1'], code: 2, says: /as JSON or by --arg, not both/ },
  { args: ['call', 'calculate', '--arg', 'expression'], code: 2, says: /--arg takes name=value, .*, not "expression"/ },
  { args: ['call', 'calculate', '--arg', '=1'], code: 2, says: /--arg takes name=value, .*, not "=1"/ },
  {
    args: ['call', 'calculate', '--arg', 'expression=1', '--arg', 'expression=2'],
    code: 2,
    says: /gives "expression" twice/,
  },
  {
    args: ['call', 'calculate', '--collect', 'apr_1'],
    code: 2,
    says: /--collect takes the id of a request and nothing else/,
  },
  {
    args: ['call', 'calculate', '-'],
    stdin: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    code: 5,
    says: /on stdin are not UTF-8 text/,
  },
  {
    args: ['call', 'calculate', '-'],
    stdin: `"${'x'.repeat(9 * 1024 * 1024)}"`,
    code: 5,
    says: /longer than 8388608 bytes/,
  },
  {
    args: ['approvals', 'show', 'apr_zzzzzz'],
    code: 2,
    says: /begins with "apr_zzzzzz".*gatehouse approvals --all lists them/,
  },
  { args: ['approvals', 'show', '__proto__'], code: 2, says: /begins with "__proto__"/ },
  { args: ['approvals', 'approve', 'apr_1', '--edit', '{}', '--session'], code: 2, says: /leave out --session/ },
  {
    args: ['approvals', 'approve', 'apr_1', '--minutes', '5'],
    code: 2,
    says: /--minutes says how long --session lasts/,
  },
  {
    args: ['approvals', 'approve', 'apr_1', '--session', '--minutes', 'ten'],
    code: 2,
    says: /above 0 and up to 1440, not "ten"/,
  },
  {
    args: ['approvals', 'approve', 'apr_1', '--session', '--minutes', '1441'],
    code: 2,
    says: /above 0 and up to 1440, not "1441"/,
  },
  { args: ['policy', 'add', 'maybe'], code: 2, says: /effect is allow, ask or deny, not "maybe"/ },
  {
    args: ['policy', 'add', 'allow'],
    code: 2,
    says: /every tool there is and will be\. Name one by --tool, or add --broad/,
  },
  {
    args: ['policy', 'add', 'ask', '--zone', 'UTC'],
    code: 2,
    says: /--zone says where the hours of --window are told/,
  },
  {
    args: ['policy', 'add', 'ask', '--window', '9'],
    code: 2,
    says: /--window takes hours such as 09:00-17:00, not "9"/,
  },
  { args: ['policy', 'add', 'ask', '--window', '9-25'], code: 2, says: /window\.from.*"9"/ },
  {
    args: ['policy', 'add', 'ask', '--window', '09:00-17:00', '--zone', 'Mars/Base'],
    code: 2,
    says: /no time zone Mars\/Base/,
  },
  {
    args: ['policy', 'add', 'deny', '--tool', 'note', '--target', 'x'],
    code: 2,
    says: /Calls of note have no targets/,
  },
  { args: ['policy', 'add', 'deny', '--target', '['], code: 2, says: /target: found "\["/ },
  { args: ['policy', 'remove', 'rule_nope'], code: 2, says: /No stored rule has the id "rule_nope"/ },
  { args: ['policy', 'matrix', '--tool', 'calculat'], code: 2, says: /Did you mean calculate\?/ },
  {
    args: ['policy', 'matrix', '--agent', 'nobody'],
    code: 2,
    says: /No rule names the agent "nobody".*rows for default/,
  },
  { args: ['grants', 'revoke', 'gr_nope'], code: 2, says: /No live grant has the id "gr_nope"/ },
  { args: ['sessions', 'mode', 'yolo'], code: 2, says: /one of readonly, plan-only, full-auto, not "yolo"/ },
  { args: ['tokens', 'create', 'Bad Name'], code: 2, says: /small letters, digits and hyphens.*"Bad Name"/ },
  {
    args: ['tokens', 'create', 'ok', '--trust', 'owner'],
    code: 2,
    says: /--trust takes one of operator, guest, not "owner"/,
  },
  { args: ['tokens', 'revoke', 'nobody'], code: 2, says: /no token named "nobody"/ },
  {
    args: ['secrets', 'set', 'Bad Name'],
    stdin: 'a-long-value',
    code: 2,
    says: /secret's name is a letter.*"Bad Name"/,
  },
  {
    args: ['secrets', 'set', 'KEY=value-on-the-line'],
    stdin: 'another-value',
    code: 2,
    says: /^(?!.*value-on-the-line).*"KEY…"/s,
  },
  { args: ['secrets', 'set', 'KEY'], stdin: 'short', code: 2, says: /text of 8 characters to 64 KiB/ },
  { args: ['secrets', 'set', 'KEY'], stdin: 'x'.repeat(70_000), code: 5, says: /longer than 65538 bytes/ },
  {
    args: ['secrets', 'set', 'KEY', 'value-on-the-line'],
    code: 2,
    says: /^(?!.*value-on-the-line).*Too many arguments: a value is never.*Set another value/s,
  },
  { args: ['secrets', 'set', 'KEY'], stdin: Buffer.from([0xff, 0xfe, 0x41, 0x42]), code: 5, says: /not UTF-8 text/ },
  { args: ['secrets', 'remove', 'NONE'], code: 2, says: /no secret named "NONE"/ },
  { args: ['trust', '/no/such/folder'], code: 2, says: /\/no\/such\/folder is not a folder/ },
  { args: ['audit', 'tail', '--limit', '0'], code: 2, says: /whole number from 1 to 1000, not "0"/ },
  { args: ['audit', 'tail', '--kind', 'gossip'], code: 2, says: /--kind takes one of runtime_started, .*not "gossip"/ },
  { args: ['audit', 'show', 'call_nope'], code: 2, says: /Nothing is recorded of "call_nope"/ },
  {
    args: ['audit', 'export', '--since', 'yesterday'],
    code: 2,
    says: /--since takes a time such as .*not "yesterday"/,
  },
  { args: ['audit', 'erase', 'nowhere', 'arguments'], code: 2, says: /WRITER:SEQ.*not "nowhere"/ },
  { args: ['up', '--port', '70000'], code: 2, says: /--port takes a number from 0 to 65535, not "70000"/ },
  {
    args: ['tools', '--workspace', '/no/such/folder'],
    code: 2,
    says: /The workspace \/no\/such\/folder is not a folder/,
  },
];

describe.each(['local', 'daemon'] as const)('wrong use with the %s runtime', (runtime) => {
  const at = createCommandLine(afterAll);
  it('starts', async () => {
    if (runtime === 'daemon') await startDaemonOf(at, afterAll);
    expect((await at.run(['doctor'])).code).toBe(0);
  });

  it.each(wrongs)('$args', async ({ args, code, says, stdin = '' }) => {
    const ran = await at.run(args, { stdin });
    expect(ran.stderr).toMatch(says);
    expect(ran.stderr).toMatch(/^gatehouse: (?!a fault of ours)[^\n]{20,}\n$/);
    expect(ran.stdout).toBe('');
    expect(ran.code).toBe(code);

    const json = await at.json(args, { stdin });
    expect(json.value).toMatchObject({
      error: { code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(says) },
    });
    expect(json.code).toBe(code);
  });
});

describe('a home that cannot be used', () => {
  it('is a file: exit 6 with a sentence, and nothing is created', async () => {
    const at = createCommandLine(onTestFinished);
    writeFileSync(at.home, 'not a folder');
    const ran = await at.run(['tools']);
    expect(ran).toMatchObject({
      code: 6,
      stdout: '',
      stderr: expect.stringMatching(/^gatehouse: .*home cannot be .*GATEHOUSE_HOME/),
    });
    expect((await at.json(['call', 'note', '--arg', 'text=x'])).value).toMatchObject({
      error: { code: 'store_unavailable' },
    });
  });

  it('holds what is not of Gatehouse and others can read: exit 6, and its permissions stay', async () => {
    const at = createCommandLine(onTestFinished);
    mkdirSync(at.home, { mode: 0o755 });
    writeFileSync(join(at.home, 'thesis.txt'), '');
    const ran = await at.run(['doctor']);
    expect(ran.stderr).toMatch(/holds files that are not of Gatehouse.*chmod 700/);
    expect(ran.code).toBe(6);
  });

  it('has a database that is none: exit 6 with a sentence', async () => {
    const at = createCommandLine(onTestFinished);
    await at.run(['tools']);
    writeFileSync(join(at.home, 'gatehouse.db'), 'x'.repeat(4096));
    const ran = await at.json(['call', 'calculate', '--arg', 'expression=1']);
    expect(ran.value).toMatchObject({ error: { code: 'store_unavailable' } });
    expect(ran.code).toBe(6);
  });

  it('says which socket does not answer when the daemon goes away in the middle', async () => {
    const at = createCommandLine(onTestFinished);
    const daemon = await startDaemonOf(at, onTestFinished);
    const following = at.run(['audit', 'tail', '--follow'], { onStdout: () => void daemon.close() });
    const ran = await following;
    expect(ran.stderr).toMatch(/daemon (?:stopped|does not answer)/);
    expect(ran.code).toBe(6);
  });
});

it('does not wait for a daemon that takes the connection and says nothing: exit 6 and what to do', async () => {
  const at = createCommandLine(onTestFinished);
  await at.run(['doctor']);
  const silent = createServer(() => undefined);
  const socketPath = join(at.home, 'run', 'owner.sock');
  await new Promise<void>((resolve) => silent.listen(socketPath, resolve));
  onTestFinished(() => void silent.close());
  const ran = await at.run(['tools']);
  expect(ran.stderr).toMatch(
    /owner\.sock takes the connection and does not answer\. Stop its process and start it again\./,
  );
  expect(ran.code).toBe(6);
});

it('takes a workspace by a link as the same workspace and session', async () => {
  const at = createCommandLine(onTestFinished);
  const link = join(at.workspace, '..', 'link');
  symlinkSync(at.workspace, link);
  const [own, linked] = [await at.run(['sessions']), await at.run(['sessions', '--workspace', '../link'])];
  expect(linked.stdout).toBe(own.stdout);
});
