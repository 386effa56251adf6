// A command that the gate let run wants more: to approve, to read what is ours or of another session, to reach the daemon. Its words say
// nothing of that, since they stand in a file; the home lies inside the workspace, and the session runs in full-auto.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '../../src/contract/index.ts';
import { openSandbox } from '../../src/host/index.ts';
import { confinementForTest } from '../../src/host/sandbox/sandbox-for-test.ts';
import { commandLineCaller, openDaemonHome, openRuntime } from '../../src/runtime/index.ts';
import { startDaemon, type Daemon } from '../../src/surfaces/http/start-daemon.ts';
import { root } from '../repository.ts';

const userId = process.getuid?.() ?? 0;
const secret = 'of-another-session';
let folder: string;
let workspace: string;
let home: string;
let daemon: Daemon;
let runtime: Runtime;
let approvalId: string;
let token: string;

const person = (session?: string) =>
  commandLineCaller({ userId, workspace: runtime.workspace, session, attended: true, simulate: false });

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-sandboxed-')));
  workspace = join(folder, 'work');
  home = join(workspace, 'home');
  mkdirSync(workspace);
  // The program itself may be read, as where it is installed for all; and no flow of words asks before a command runs.
  const config = join(folder, 'config.yaml');
  writeFileSync(config, `workspace: { readRoots: [${JSON.stringify(root)}] }\npolicy: { flow: off }\n`);
  const env = { GATEHOUSE_HOME: home, GATEHOUSE_CONFIG: config, HOME: folder, PATH: process.env['PATH'] };
  const report = () => undefined;
  daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  token = readFileSync(daemon.tokenFile, 'utf8').trim();
  runtime = await openRuntime({ workspace, env, report });
  const asked = await runtime.call({
    tool: 'file_write',
    arguments: { value: { filename: 'x.txt', content: secret } },
    caller: person('another'),
  });
  if (asked.kind !== 'pending') throw new Error(`expected a question, got ${asked.kind}`);
  approvalId = asked.approval.id;
  await runtime.owner?.setSessionMode(person().session, 'full-auto', 'test');
});

afterAll(async () => {
  await runtime.close();
  await daemon.close();
  rmSync(folder, { recursive: true, force: true });
});

const level = await levelHere();

/** Proven here: a report of a runtime tells only what a command has proven before. */
async function levelHere(): Promise<string> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'gh-level-')));
  const searchPath = process.env['PATH'] ?? '';
  const sandbox = openSandbox({ ...confinementForTest(place), setting: 'prefer', searchPath });
  try {
    return (await sandbox.prove()).level;
  } finally {
    sandbox.close();
    rmSync(place, { recursive: true });
  }
}

interface Run {
  readonly stdout: string;
  readonly text: string;
}

/** Each with the folder of the attack as its home, and with every variable that would lead the program to ours. */
async function attack(script: string): Promise<Run> {
  writeFileSync(join(workspace, 'attack.sh'), `${script}\n`);
  const outcome = await runtime.call({
    tool: 'shell',
    arguments: { value: { command: 'sh attack.sh' } },
    caller: person(),
  });
  if (outcome.kind !== 'completed') throw new Error(JSON.stringify(outcome));
  const { text } = outcome.observation;
  expect(text).toContain('sandbox: full');
  return { text, stdout: /--- stdout ---\n([^]*?)(?:\n--- stderr|\n<\/untrusted|$)/.exec(text)?.[1] ?? '' };
}

describe.skipIf(level !== 'full')(
  `a command in the sandbox${level === 'full' ? '' : ` [skipped: the sandbox is at level ${level}]`}`,
  () => {
    it('cannot approve with our own program', async () => {
      const program = join(root, 'test', 'programs', 'gatehouse.ts');
      const { text } = await attack(
        `export GATEHOUSE_HOME=${home} HOME=${folder}
${realpathSync(process.execPath)} ${program} --version
${realpathSync(process.execPath)} ${program} approvals approve ${approvalId}
echo "exit $?"`,
      );
      // It does start.
      expect(text).toMatch(/\d+\.\d+\.\d+/);
      expect(text).toMatch(/exit [1-9]/);
    });

    it('cannot reach the socket of the owner, the daemon, or its token', async () => {
      const { stdout } = await attack(
        `cat ${home}/run/client.token ${home}/run/*
curl -sS -m 3 --unix-socket ${home}/run/owner.sock http://localhost/api/rules
curl -sS -m 3 -H "authorization: Bearer ${token}" ${daemon.url}/api/tools
perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) and connect(S, sockaddr_un("${home}/run/owner.sock")) and print "connected"'`,
      );
      expect(stdout).toBe('');
    });

    it('finds nothing of ours or of another session by looking everywhere', async () => {
      const { stdout } = await attack(
        `ls -A ${home}
grep -rlI -e ${token} -e ${secret} / --exclude=attack.sh --exclude-dir=proc --exclude-dir=usr --exclude-dir=${root.split('/')[1]} 2>/dev/null
cat /proc/*/environ | tr '\\0' '\\n' | grep -c GATEHOUSE_HOME
cat /proc/*/cmdline | tr '\\0' '\\n' | grep -c [v]itest`,
      );
      expect(stdout).toBe('0\n0');
    });

    it('does not see the temporary files of a command of another session', async () => {
      await runtime.owner?.setSessionMode(person('another').session, 'full-auto', 'test');
      const other = runtime.call({
        tool: 'shell',
        arguments: {
          value: { command: `echo ${secret} > /tmp/theirs; echo ${secret} > ~/theirs; sleep 1; ls /tmp/theirs` },
        },
        caller: person('another'),
      });
      const { stdout } = await attack('sleep 0.5; ls -A /tmp ~ | grep theirs');
      expect(stdout).toBe('');
      expect(JSON.stringify(await other)).toContain('/tmp/theirs');
    });

    it('cannot end the daemon', async () => {
      await attack(`kill -9 ${process.pid} ${process.ppid}; kill -9 -1`);
      const response = await fetch(`${daemon.url}/api/tools`, { headers: { authorization: `Bearer ${token}` } });
      expect(response.status).toBe(200);
    });

    it('leaves nothing behind under a protected name, and the model is told', async () => {
      const { text } = await attack('mkdir -p lib/.git/hooks; echo evil > lib/.git/hooks/post-merge');
      expect(text).toMatch(/made by the command under a protected name, and moved/);
      execFileSync('test', ['!', '-e', join(workspace, 'lib/.git/hooks')]);
    });

    it('after all of it the request is still open and no rule was added', async () => {
      expect((await runtime.approval(person('another'), approvalId))?.status).toBe('pending');
      expect((await runtime.rules()).rules).toEqual([]);
    });
  },
);
