// Every command of the tree runs, for people and for programs, from a runtime of its own and over the daemon's socket.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scripted } from '../../../test/fixtures/server-world.ts';
import { commandTree } from './program.ts';
import { createCommandLine, startDaemonOf, type CommandLine, type RunOptions } from './run-for-test.ts';

interface Row {
  /** What stands before each run; answers the arguments. */
  readonly args: (at: CommandLine) => Promise<readonly string[]> | readonly string[];
  /** Part of what people read. */
  readonly says: RegExp;
  /** Ends a command that runs until it is stopped, as soon as it has written. */
  readonly stops?: true;
  /** Stdout is one JSON document a line. */
  readonly isStream?: true;
  /** Why it runs in one of the two ways only. */
  readonly onlyLocal?: string;
}

let asked = 0;
const secret = 'a-value-0815\n';

/** A new request; its id. */
async function ask(at: CommandLine): Promise<string> {
  asked += 1;
  const { value } = await at.json(['call', 'file_write', '--arg', `filename=f${asked}.txt`, '--arg', 'content=x']);
  return idIn(value, 'approval');
}

/** The id in a document, or in a part of it. */
function idIn(value: unknown, part?: string): string {
  expect(value).toBeTypeOf('object');
  // The document was checked to be an object, and its id is checked below.
  const holder = (part === undefined ? value : (value as Record<string, unknown>)[part]) as { id?: unknown };
  expect(holder.id).toBeTypeOf('string');
  return String(holder.id);
}

async function acceptServer(at: CommandLine): Promise<void> {
  const { value } = await at.json(['mcp-servers', 'accept', 'scripted', '--start']);
  const { digest } = Object(value);
  await at.run(['mcp-servers', 'accept', 'scripted', '--as', String(digest)]);
}

/** A program that describes its one command; its path. */
function standIn({ home }: CommandLine): string {
  const file = join(dirname(home), 'stand-in');
  const document = JSON.stringify({ name: 'stand-in', help: '', commands: [{ name: `c${asked}`, help: 'Does it.' }] });
  writeFileSync(file, `#!/bin/sh\necho '${document}'\n`, { mode: 0o755 });
  return file;
}

async function addSource(at: CommandLine): Promise<string> {
  asked += 1;
  await at.run(['source', 'add', 'cli', standIn(at), '--name', `q${asked}`, '--yes']);
  return `q${asked}`;
}

async function addRule(at: CommandLine): Promise<string> {
  return idIn(
    (await at.json(['policy', 'add', 'ask', '--tool', 'note', '--window', '01:00-02:00', '--zone', 'UTC'])).value,
  );
}

async function grant(at: CommandLine): Promise<string> {
  await at.json(['approvals', 'approve', await ask(at), '--session']);
  const { value } = await at.json(['grants', 'list']);
  return idIn(Array.isArray(value) ? value.at(-1) : null);
}

/** Opens a directory beside the workspace; its id. */
async function openRoot(at: CommandLine): Promise<string> {
  asked += 1;
  const path = join(dirname(at.workspace), `library${asked}`);
  mkdirSync(path);
  const request = await at.json(['call', 'request_directory_access', JSON.stringify({ path, reason: 'to read it' })]);
  await at.run(['approvals', 'approve', idIn(request.value, 'approval')]);
  const { value } = await at.json(['roots', 'list']);
  return idIn(Array.isArray(value) ? value.at(-1) : null);
}

async function newestEvent(at: CommandLine): Promise<{ readonly place: string; readonly call: string }> {
  await at.run(['call', 'calculate', '--arg', 'expression=1']);
  const { value } = await at.json(['audit', 'tail', '--kind', 'policy_decision', '--limit', '1']);
  const [event] = value as { writer: string; seq: number; envelope: { call: string } }[];
  return { place: `${event?.writer}:${event?.seq}`, call: event?.envelope.call ?? '' };
}

const rows: Readonly<Record<string, Row>> = {
  'tools list': {
    args: () => ['tools', 'list', '--category', 'compute'],
    says: /^calculate +runs +python_eval +expression$/m,
  },
  'tools search': {
    args: () => ['tools', 'search', 'evaluate', 'arithmetic', '--limit', '1'],
    says: /^calculate +runs[^]*1 tool: name/,
  },
  'tools forget': {
    args: () => ['tools', 'forget', 'calculate'],
    says: /^No search that led to calculate was remembered\.$/m,
  },
  'tools describe': {
    args: () => ['tools', 'describe', 'calculate'],
    says: /Arguments:\n +expression +string, required/,
  },
  capabilities: {
    args: () => ['capabilities'],
    says: /Tools by mode:[^]*About [\d,]+ tokens in every turn[^]*What nothing lifts:/,
  },
  call: { args: () => ['call', 'calculate', '--arg', 'expression=6*7'], says: /^42$/m },
  'approvals list': { args: async (at) => (await ask(at), ['approvals', 'list']), says: /pending {2}file_write/ },
  'approvals show': { args: async (at) => ['approvals', 'show', await ask(at)], says: /request +[0-9a-f]{64}/ },
  'approvals approve': {
    args: async (at) => ['approvals', 'approve', await ask(at)],
    says: /: executed\nCreated f\d+\.txt/,
  },
  'approvals deny': { args: async (at) => ['approvals', 'deny', await ask(at), '--note', 'no'], says: /^Denied apr_/m },
  'approvals withdraw': { args: async (at) => ['approvals', 'withdraw', await ask(at)], says: /^Taken back: apr_/m },
  'policy matrix': { args: () => ['policy', 'matrix'], says: /TOOL +OPERATOR +GUEST[^]*web_fetch +asks +refused/ },
  'policy rules': {
    args: async (at) => (await addRule(at), ['policy', 'rules']),
    says: /rule_\w+ {2}ASK\n +tool +note\n/,
  },
  'policy add': {
    args: () => ['policy', 'add', 'deny', '--tool', 'file_write', '--target', 'secret/**'],
    says: /^Added\nrule_\w+ {2}DENY/,
  },
  'policy remove': { args: async (at) => ['policy', 'remove', await addRule(at)], says: /^Removed\nrule_/ },
  'policy why': {
    args: () => ['policy', 'why', 'calculate', '{"expression":"1"}'],
    says: /^ALLOW {2}calculate\n +ALLOW +mode /,
  },
  'grants list': { args: async (at) => (await grant(at), ['grants', 'list']), says: /gr_\w+ {2}file_write\n +covers / },
  'grants revoke': { args: async (at) => ['grants', 'revoke', await grant(at)], says: /^Revoked gr_/m },
  'roots list': {
    args: async (at) => (await openRoot(at), ['roots', 'list']),
    says: /root_\w+ {2}read {2}\/.*library\d+\n +workspace /,
  },
  'roots remove': { args: async (at) => ['roots', 'remove', await openRoot(at)], says: /^Removed root_/m },
  'sessions list': {
    args: async (at) => (await at.run(['sessions', 'mode', 'plan-only', 's1']), ['sessions', 'list']),
    says: /plan-only .*s1/,
  },
  'sessions mode': { args: () => ['sessions', 'mode', 'full-auto', 's2'], says: /s2 is in the mode full-auto/ },
  'tokens list': {
    args: async (at) => (await at.run(['tokens', 'create', 'listed']), ['tokens', 'list']),
    says: /guest .*token:listed +listed/,
  },
  'tokens create': {
    args: () => ['tokens', 'create', `t${(asked += 1)}`, '--trust', 'operator'],
    says: /^gh_[0-9a-f]{64}$/m,
  },
  'tokens revoke': {
    args: async (at) => (await at.run(['tokens', 'create', 'gone']), ['tokens', 'revoke', 'gone']),
    says: /^Revoked gone/m,
  },
  'secrets list': {
    args: async (at) => (await at.run(['secrets', 'set', 'LISTED'], { stdin: secret }), ['secrets', 'list']),
    says: /file .*LISTED/,
  },
  'secrets set': {
    args: () => ['secrets', 'set', `KEY_${(asked += 1)}`],
    says: /^Set KEY_\d+, kept in the home, encrypted\.$/m,
  },
  'secrets remove': {
    args: async (at) => (await at.run(['secrets', 'set', 'GONE'], { stdin: secret }), ['secrets', 'remove', 'GONE']),
    says: /^Removed GONE\./m,
  },
  'mcp-servers list': { args: () => ['mcp-servers', 'list'], says: /^scripted\n +state +not_accepted\n/ },
  'mcp-servers accept': {
    args: () => ['mcp-servers', 'accept', 'scripted', '--start'],
    says: /^NEW echo \(called mcp_scripted_echo\)[^]*mcp-servers accept scripted --as [0-9a-f]{16}$/m,
  },
  'mcp-servers import': { args: () => ['mcp-servers', 'import'], says: /^There is nothing to move\.$/m },
  'mcp-servers add': {
    args: () => ['mcp-servers', 'add', `z${(asked += 1)}`, '--url', 'https://example.com/mcp'],
    says: /^Wrote the server z\d+ into .*Nothing was started\./s,
  },
  'mcp-servers remove': {
    args: async (at) => (await at.run(['mcp-servers', 'add', 'zz', '--', 'x']), ['mcp-servers', 'remove', 'zz']),
    says: /^Took the server zz out of/,
  },
  'mcp-servers test': { args: () => ['mcp-servers', 'test', 'scripted', '--start'], says: /^scripted works\.$/m },
  'mcp-servers lock': {
    args: async (at) => (await acceptServer(at), ['mcp-servers', 'lock']),
    says: /^Written: \S+gatehouse\.lock$/m,
  },
  'mcp-servers logout': {
    args: () => ['mcp-servers', 'logout', 'web'],
    says: /^Logged out of web: there was no login\.$/m,
  },
  'mcp-servers refresh': { args: () => ['mcp-servers', 'refresh'], says: /^scripted\n/ },
  'source list': { args: () => ['source', 'list'], says: /gatehouse source (?:add cli PROGRAM|show NAME)$/m },
  'source add': {
    args: (at) => ['source', 'add', 'cli', standIn(at), '--name', `p${(asked += 1)}`, '--yes'],
    says: /^Wrote the source p\d+ into /m,
  },
  'source show': {
    args: async (at) => ['source', 'show', await addSource(at)],
    says: /^q\d+\n +state +ready\n[^]*^1 tool:$/m,
  },
  'source refresh': { args: async (at) => ['source', 'refresh', await addSource(at)], says: /^q\d+\n +state +ready\n/ },
  'source remove': {
    args: async (at) => ['source', 'remove', await addSource(at)],
    says: /^Took the source q\d+ out of /,
  },
  trust: { args: (at) => ['trust', at.workspace], says: /is trusted/ },
  'audit tail': { args: async (at) => (await ask(at), ['audit', 'tail']), says: /policy_decision/ },
  'audit show': {
    args: async (at) => ['audit', 'show', (await newestEvent(at)).call],
    says: /tool_executed[^]*hash +[0-9a-f]{64}/,
  },
  'audit verify': { args: () => ['audit', 'verify'], says: /^The record holds: \d+ events\.$/m },
  'audit export': { args: () => ['audit', 'export', '--since', '2020-01-01'], says: /"writer"/, isStream: true },
  'audit erase': {
    args: async (at) => ['audit', 'erase', (await newestEvent(at)).place, 'arguments'],
    says: /^Erased arguments of run_/m,
  },
  up: {
    args: () => ['up', '--port', '0'],
    says: /Gatehouse is up\.[^]*Stop with Ctrl-C/,
    stops: true,
    onlyLocal: 'one daemon for one home',
  },
  mcp: { args: () => ['mcp'], says: /"protocolVersion"/, isStream: true },
  doctor: { args: () => ['doctor'], says: /ok +store: / },
  info: { args: () => ['info'], says: /^file_read +runs/m },
  init: {
    args: (at) => (rmSync(join(at.workspace, 'gatehouse.yaml'), { force: true }), ['init']),
    says: /^Wrote .*gatehouse\.yaml/,
  },
};

function configureServer({ home }: CommandLine): void {
  const folder = join(dirname(home), '.config', 'gatehouse');
  mkdirSync(folder, { recursive: true });
  const servers = { scripted: scripted('plain'), web: { url: 'https://example.com/mcp' } };
  writeFileSync(join(folder, 'config.yaml'), `mcp: ${JSON.stringify({ servers })}\n`, { mode: 0o600 });
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function optionsOf(row: Row): RunOptions {
  const stopping = new AbortController();
  const stdin = { stdin: `${JSON.stringify(initialize)}\n` };
  return row.stops === undefined ? stdin : { ...stdin, signal: stopping.signal, onStdout: () => stopping.abort() };
}

/**
 * One waits for a person in a browser: servers/login.test.ts has one, for both runtimes. One answers what a call asks while it runs:
 * test/surfaces/mcp-questions.test.ts has such calls.
 */
const elsewhere = ['mcp-servers login', 'approvals answer'];

it('has a row for every command of the tree, and no other', () => {
  const nameOf = (usage: string) => usage.split(' ')[0] ?? '';
  const paths = commandTree.flatMap((node) =>
    'usage' in node ? [nameOf(node.usage)] : node.commands.map(({ usage }) => `${node.group} ${nameOf(usage)}`),
  );
  expect([...Object.keys(rows), ...elsewhere].toSorted()).toEqual(paths.toSorted());
});

describe.each(['local', 'daemon'] as const)('with the %s runtime', (runtime) => {
  const at = createCommandLine(afterAll);
  beforeAll(async () => {
    configureServer(at);
    if (runtime === 'daemon') await startDaemonOf(at, afterAll);
  });

  const fitting = Object.entries(rows).filter(([, { onlyLocal }]) => runtime === 'local' || onlyLocal === undefined);

  it.each(fitting)('%s: is laid out for people', async (_path, row) => {
    const ran = await at.run(await row.args(at), optionsOf(row));
    expect(ran.stderr).not.toMatch(/fault of ours|^\s+at /m);
    expect(ran.stdout).toMatch(row.says);
    expect(ran.code).toBe(0);
  });

  it.each(fitting)('%s --json: writes JSON to stdout and nothing else', async (_path, row) => {
    const ran = await at.run([...(await row.args(at)), '--json'], optionsOf(row));
    const documents = row.isStream === true ? ran.stdout.trimEnd().split('\n') : [ran.stdout];
    for (const text of documents) expect(JSON.parse(text)).toBeTypeOf('object');
    expect(ran.code).toBe(0);
  });
});
