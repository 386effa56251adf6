// What `gatehouse call` takes and gives: arguments in every form, every outcome with its exit code, for people and for programs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCommandLine, startDaemonOf } from '../../run-for-test.ts';

describe.each(['local', 'daemon'] as const)('call with the %s runtime', (runtime) => {
  const at = createCommandLine(afterAll);
  beforeAll(async () => {
    if (runtime === 'daemon') await startDaemonOf(at, afterAll);
    writeFileSync(join(at.workspace, 'three.txt'), 'one\ntwo\nthree\n');
  });

  const read = { filename: 'three.txt', offset: 1, limit: 1 };

  it.each([
    ['JSON in place', ['call', 'file_read', JSON.stringify(read)], ''],
    ['JSON on stdin', ['call', 'file_read', '-'], JSON.stringify(read)],
    ['JSON on stdin behind a byte order mark', ['call', 'file_read', '-'], `\uFEFF${JSON.stringify(read)}`],
    [
      'named arguments, read as the schema wants them',
      ['call', 'file_read', '--arg', 'filename=three.txt', '--arg', 'offset=1', '--arg', 'limit=1'],
      '',
    ],
    [
      'another name of the tool and of an argument',
      ['call', 'read', '--arg', 'path=three.txt', '--arg', 'offset=1', '--arg', 'limit=1'],
      '',
    ],
  ])('takes %s', async (_form, args, stdin) => {
    const ran = await at.run(args, { stdin });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[^\n]*\n?.*two/), stderr: '' });
    expect(ran.stdout).not.toContain('three\n');
  });

  it('keeps whatever follows the first "=" of a named argument', async () => {
    const ran = await at.json(['call', 'note', '--arg', 'text=a=b=c']);
    expect(ran.code).toBe(0);
    const [event] = (await at.json(['audit', 'tail', '--kind', 'policy_decision', '--limit', '1'])).value as {
      values: unknown;
    }[];
    expect(event?.values).toMatchObject({ arguments: { text: 'a=b=c' } });
  });

  it('carries a number that no double holds', async () => {
    const ran = await at.run(['call', 'calculate', '--arg', 'expression=12345678901234567890']);
    expect(ran).toMatchObject({ code: 0, stdout: '12345678901234567890\n' });
  });

  it.each<[what: string, args: readonly string[], stdin: string | Uint8Array, says: RegExp]>([
    ['no JSON', ['call', 'calculate', '{expression:1}'], '', /\(arguments\)|JSON/],
    ['a duplicate key', ['call', 'calculate', '{"expression":"1","expression":"2"}'], '', /twice|duplicate/i],
    ['a lone surrogate', ['call', 'note', String.raw`{"text":"\ud800"}`], '', /surrogate/],
    ['a list', ['call', 'calculate', '["1"]'], '', /object/],
    ['a missing argument', ['call', 'calculate', '{}'], '', /\/expression: .*expected/],
    ['an unknown argument', ['call', 'calculate', '{"expression":"1","bogus":true}'], '', /\/bogus/],
    ['a wrong type', ['call', 'file_read', '{"filename":"three.txt","limit":"many"}'], '', /\/limit: .*expected/],
    ['10,000 levels', ['call', 'calculate', '-'], '['.repeat(10_000) + ']'.repeat(10_000), /levels|deep/],
    ['2 MiB', ['call', 'note', '-'], JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) }), /bytes|long/],
  ])('refuses %s with exit 5, its path and what was expected, and runs nothing', async (_what, args, stdin, says) => {
    const ran = await at.run(args, { stdin });
    expect(ran.stdout).toMatch(/^Refused \(validate\): /);
    expect(ran.stdout).toMatch(says);
    expect(ran.code).toBe(5);
    const { value, code } = await at.json(args, { stdin });
    expect(value).toMatchObject({
      kind: 'refused',
      code: 'invalid_arguments',
      problems: [{ message: expect.any(String), expected: expect.any(String) }],
    });
    expect(code).toBe(5);
  });

  it.each(['', ' \n'])(
    'refuses stdin that holds nothing (%j) with exit 5: what was to fill it has failed',
    async (stdin) => {
      const ran = await at.run(['call', 'describe_capabilities', '-'], { stdin });
      expect(ran).toMatchObject({ code: 5, stdout: '', stderr: expect.stringMatching(/Nothing came on stdin/) });
    },
  );

  it.each(['calculat', 'constructor', '__proto__', 'x'.repeat(200), 'sudo', ''])(
    'refuses the unknown tool %j with exit 2',
    async (name) => {
      const ran = await at.json(['call', name]);
      expect(ran.value).toMatchObject({
        kind: 'refused',
        code: 'unknown_tool',
        nearest: name === 'calculat' ? ['calculate'] : expect.any(Array),
      });
      expect(ran.code).toBe(2);
      expect((await at.run(['call', name])).code).toBe(2);
    },
  );

  it('ends with exit 3 and what denied for a locked tool', async () => {
    const ran = await at.run(['call', 'sudo_shell', '--arg', 'command=id']);
    expect(ran.stdout).toMatch(/^Refused \(decide\): [^]*\n {2}denied by locked /);
    expect(ran.code).toBe(3);
  });

  it('ends with exit 4 and the way on for a call that asks', async () => {
    const ran = await at.run(['call', 'file_write', '--arg', 'filename=a.txt', '--arg', 'content=x']);
    expect(ran.stdout).toMatch(
      /^Waiting for approval: (apr_\w+)[^]*write path a\.txt[^]*gatehouse approvals approve \1[^]*gatehouse call --collect \1\n$/,
    );
    expect(ran.code).toBe(4);
  });

  it('ends with exit 1 for a tool that reports bad news', async () => {
    const ran = await at.run(['call', 'file_read', '--arg', 'filename=absent.txt']);
    expect(ran.stdout).toMatch(/absent\.txt/);
    expect(ran.code).toBe(1);
  });

  it('refuses with --unattended what would ask, and with --simulate everything', async () => {
    const asking = ['call', 'file_write', '--arg', 'filename=b.txt', '--arg', 'content=x'];
    const unattended = await at.run([...asking, '--unattended']);
    expect(unattended).toMatchObject({ code: 3, stdout: expect.stringMatching(/denied by unattended/) });
    const simulated = await at.run(['call', 'calculate', '--arg', 'expression=1', '--simulate']);
    expect(simulated).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Refused \(admit\)/) });
  });

  it('hands out the outcome of an approved request once, by its id or the first characters of it', async () => {
    const { value } = await at.json(['call', 'file_write', '--arg', 'filename=once.txt', '--arg', 'content=x']);
    const { id } = (value as { approval: { id: string } }).approval;
    expect((await at.run(['call', '--collect', id])).code).toBe(4);
    await at.run(['approvals', 'approve', id]);
    expect(await at.run(['call', '--collect', id.slice(0, 12)])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Created once\.txt/),
    });
    expect((await at.run(['call', '--collect', id])).code).toBe(2);
  });

  it('shows what a tool returned with its lines, and nothing that acts on the terminal', async () => {
    writeFileSync(join(at.workspace, 'hostile.txt'), 'a\u001B[2Jb\u202Ec\n\ttab \u200Bz\n');
    const ran = await at.run(['call', 'file_read', '--arg', 'filename=hostile.txt']);
    expect(ran.stdout).toContain('a\\u{1B}[2Jb\\u{202E}c\n\ttab \\u{200B}z\n');
    const json = await at.run(['call', 'file_read', '--arg', 'filename=hostile.txt', '--json']);
    for (const hidden of ['\u202E', '\u200B', '\u001B']) expect(json.stdout).not.toContain(hidden);
    expect(JSON.parse(json.stdout)).toMatchObject({
      observation: { blocks: [{ text: expect.stringContaining('a\u001B[2Jb\u202Ec') }] },
    });
  });

  it('is stopped by the signal before the arguments on stdin have ended', async () => {
    const stopping = new AbortController();
    stopping.abort();
    const ran = await at.json(['call', 'calculate', '-'], { signal: stopping.signal });
    expect(ran).toMatchObject({ code: 1, value: { error: { code: 'aborted' } } });
  });
});

it('names sessions by the environment, so that one agent collects what it asked for from any folder', async () => {
  const at = createCommandLine(onTestFinished);
  const env = { GATEHOUSE_SESSION: 'build-7' };
  await at.run(['call', 'calculate', '--arg', 'expression=1'], { env });
  const [event] = (await at.json(['audit', 'tail', '--kind', 'tool_executed'])).value as { envelope: unknown }[];
  expect(event?.envelope).toMatchObject({ session: 'build-7', surface: 'cli' });
});
