// Programs under Landlock, where bubblewrap is missing: what the level promises, and no more.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { programsForTest, type ProgramsForTest } from '../../process/programs-for-test.ts';
import { sandboxForTest } from '../sandbox-for-test.ts';

const secret = 'nobodys-business';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-landlock-')));
const work = join(folder, 'work');
const searchPath = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-landlock-programs-')));
for (const path of [work, join(folder, 'home')]) mkdirSync(path);
symlinkSync('/usr/bin/perl', join(searchPath, 'perl'));
const settings = { searchPath, protectedPaths: [join(folder, 'home')] };

const probing = sandboxForTest(work, settings);
const { level, reason } = await probing.prove();
probing.close();

let programs: ProgramsForTest;

beforeAll(async () => {
  writeFileSync(join(folder, 'home', 'client.token'), secret);
  writeFileSync(join(folder, 'outside'), secret);
  programs = await programsForTest(work, settings);
});

afterAll(() => {
  programs.close();
  for (const path of [folder, searchPath]) rmSync(path, { recursive: true });
});

describe.skipIf(level !== 'landlock')(`under Landlock${level === 'landlock' ? '' : ` (${reason})`}`, () => {
  it('works in the workspace and a scratch folder, and says at which level', async () => {
    const end = await programs.run('echo a > a; cat a; echo b > "$TMPDIR/b"; cat ~/b; pwd');
    expect(end).toMatchObject({ stdout: `a\nb\n${work}\n`, stderr: '', exitCode: 0, sandbox: 'landlock' });
    expect(readFileSync(join(work, 'a'), 'utf8')).toBe('a\n');
  });

  it('tells exit codes and leaves nothing', async () => {
    expect(await programs.run('exit 7')).toMatchObject({ exitCode: 7 });
    expect(await programs.run('sleep 86.25 & echo x')).toMatchObject({ stdout: 'x\n', endedLeftovers: true });
    const own = readdirSync(tmpdir()).find((name) => name.includes(`.${process.pid}.`));
    expect(readdirSync(join(tmpdir(), own ?? '')).filter((name) => name.startsWith('scratch-'))).toEqual([]);
  });

  it.each([
    ['writing outside', `echo x > ${folder}/new; echo x > /tmp/gatehouse-new; echo x > /etc/new; ls ${folder}/new`],
    ['what lies outside', `cat ${folder}/outside; cat /etc/shadow; ls /root ${folder}`],
    ['our home', `cat ${folder}/home/client.token`],
    ['the environment of whoever started it', 'cat /proc/$PPID/environ | tr "\\0" "\\n" | grep MARK_OF_TEST'],
    ['sockets of the machine', `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) and print "open"'`],
    ['tables of the kernel', '(: >> /proc/sys/kernel/core_pattern) && echo open'],
  ])('refuses %s', async (_what, line) => {
    process.env['MARK_OF_TEST'] = secret;
    onTestFinished(() => void delete process.env['MARK_OF_TEST']);
    expect((await programs.run(line)).stdout).toBe('');
  });

  it('has no TCP, and says so where hosts were granted', async () => {
    const server = createServer((socket) => socket.end(secret)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    // A server on a host and port has an address of this form.
    const { port } = server.address() as AddressInfo;
    const end = await programs.run(`bash -c 'cat </dev/tcp/127.0.0.1/${port}'`, {
      reach: { workspace: 'write', hosts: ['example.com'] },
    });
    expect(end.stdout).toBe('');
    expect(end.stderr).toMatch(/Permission denied/);
    expect(end.notes).toEqual([expect.stringMatching(/no network.*example\.com/)]);
  });

  it('cannot write the workspace where that is the reach', async () => {
    const end = await programs.run('echo x > readonly; cat a', { reach: { workspace: 'read', hosts: [] } });
    expect(end).toMatchObject({ stdout: 'a\n', stderr: expect.stringMatching(/Permission denied/) });
  });

  it('gets variables that are on no command line', async () => {
    const running = programs.run('echo "$GIVEN"; cat /proc/self/cmdline; cat /proc/$PPID/cmdline', {
      environment: { GIVEN: secret },
    });
    expect((await running).stdout.split(secret)).toHaveLength(2);
  });

  it('moves aside what was made under a protected name', async () => {
    expect((await programs.run('echo evil > .bashrc')).notes).toEqual([expect.stringContaining('.bashrc')]);
  });

  it('is no level where our home lies in what programs may read', async () => {
    const sandbox = sandboxForTest(folder, settings);
    onTestFinished(() => sandbox.close());
    expect(await sandbox.prove()).toMatchObject({
      level: 'none',
      reason: expect.stringMatching(/Landlock cannot hide/),
    });
  });
});
