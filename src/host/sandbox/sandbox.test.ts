import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sandboxForTest, whyNoBubblewrap } from './sandbox-for-test.ts';
import type { SandboxProof, SandboxSettings } from './sandbox.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-levels-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

async function prove(more: Partial<SandboxSettings>): Promise<SandboxProof> {
  const sandbox = sandboxForTest(folder, more);
  onTestFinished(() => sandbox.close());
  return sandbox.prove();
}

/** A folder with a stand-in for bubblewrap, and nothing else in it; outside of the workspace. */
function withBubblewrap(script: string): string {
  const programs = mkdtempSync(`${folder}-programs-`);
  onTestFinished(() => rmSync(programs, { recursive: true }));
  writeFileSync(join(programs, 'bwrap'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, 'bwrap'), 0o755);
  return programs;
}

/** Proves in a process of its own, started by the given words; what it prints is the proof. */
function proveUnder(
  words: readonly string[],
  identity: { readonly uid?: number; readonly gid?: number } = {},
): SandboxProof {
  const script = join(folder, 'prove.ts');
  const module = JSON.stringify(new URL('sandbox-for-test.ts', import.meta.url).href);
  writeFileSync(
    script,
    `import { sandboxForTest } from ${module};
console.log(JSON.stringify(await sandboxForTest(${JSON.stringify(folder)}).prove()));`,
  );
  const [file, ...args] = [...words, realpathSync(process.execPath), script];
  return JSON.parse(execFileSync(file, args, { encoding: 'utf8', cwd: folder, ...identity }));
}

describe('the level', () => {
  it('is off where that is set, and nothing is looked at', async () => {
    const searchPath = withBubblewrap(`touch ${folder}/started`);
    expect(await prove({ setting: 'off', searchPath })).toMatchObject({ level: 'off' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('is none where there is neither bubblewrap nor perl, and says what to install', async () => {
    expect(await prove({ searchPath: '/nonexistent' })).toEqual({
      level: 'none',
      reason: expect.stringMatching(
        /all rights of the user.*bubblewrap is missing\. Install.*apt install bubblewrap.*perl/,
      ),
    });
  });

  it('never looks for programs in the folder it was started in', async () => {
    withBubblewrap(`touch ${folder}/started`);
    expect(await prove({ searchPath: 'programs::.' })).toMatchObject({ level: 'none' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('never looks for programs where other programs write', async () => {
    const bin = join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\ntouch ${folder}/started\n`, { mode: 0o755 });
    const link = `${folder}-link`;
    symlinkSync(bin, link);
    onTestFinished(() => rmSync(link));
    expect(await prove({ searchPath: `${bin}:${link}` })).toMatchObject({ level: 'none' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it.each([
    ['does nothing', 'exit 0', /did not run to its end/],
    [
      'runs programs without walls',
      'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
      /has|lacks|not run to its end/,
    ],
    ['is too old', 'echo "bwrap: Unknown option --disable-userns" >&2; exit 1', /Unknown option.*0\.8 or newer/],
    [
      'may not make namespaces',
      'echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1',
      /allow them \(sysctl/,
    ],
  ])('is not full with a bubblewrap that %s', async (_what, script, reason) => {
    const { level, reason: said } = await prove({ searchPath: withBubblewrap(script) });
    expect(level).toBe('none');
    expect(said).toMatch(reason);
  });

  it('is proven once for all who ask, and not before', async () => {
    const searchPath = withBubblewrap(`echo started >> ${folder}/started; exit 1`);
    const sandbox = sandboxForTest(folder, { searchPath });
    onTestFinished(() => sandbox.close());
    expect(existsSync(join(folder, 'started'))).toBe(false);
    await Promise.all(Array.from({ length: 5 }, () => sandbox.prove()));
    expect(execFileSync('wc', ['-l', join(folder, 'started')], { encoding: 'utf8' })).toMatch(/^1 /);
  });
});

const missing = whyNoBubblewrap();
const isRoot = process.getuid?.() === 0;

describe.skipIf(missing !== null)(`with bubblewrap${missing === null ? '' : ` (${missing})`}`, () => {
  it('the level is full, and the reason names the proof', async () => {
    expect(await prove({})).toEqual({
      level: 'full',
      reason: expect.stringMatching(/^Proven with \/\S+\/bwrap: .*tried in it and refused\.$/),
    });
  });

  it('is landlock where the kernel refuses namespaces, and says how to allow them', () => {
    const { level, reason } = proveUnder(['bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/']);
    expect(['landlock', 'none']).toContain(level);
    expect(reason).toMatch(/namespace failed.*user\.max_user_namespaces/);
    if (level === 'landlock') expect(reason).toMatch(/Proven with Landlock \d/);
  });

  it('is full with an empty /proc where the kernel refuses a new one', () => {
    const { level, reason } = proveUnder(['bwrap', '--unshare-user', '--dev-bind', '/', '/', '--tmpfs', '/proc/fs']);
    expect(reason).toContain('/proc is empty in it');
    expect(level).toBe('full');
  });

  it.skipIf(!isRoot)('is full for a user without any rights [needs root to become one]', () => {
    chownSync(folder, 65534, 65534);
    expect(proveUnder([], { uid: 65534, gid: 65534 })).toMatchObject({ level: 'full' });
  });

  it('leaves nothing beside the workspace: not at the end, and not after the next where it was killed', () => {
    const [work, temp] = [join(folder, 'work'), join(folder, 'temp')];
    for (const path of [work, temp]) mkdirSync(path);
    const module = JSON.stringify(new URL('sandbox-for-test.ts', import.meta.url).href);
    const prove = `const { level } = await (await import(${module})).sandboxForTest(${JSON.stringify(work)}).prove(); if (level !== 'full') throw level;`;
    const run = (script: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TMPDIR: temp } });
    expect(run(`${prove} process.kill(process.pid, 'SIGKILL')`).signal).toBe('SIGKILL');
    expect(readdirSync(temp)).toHaveLength(1);
    expect(run(prove).status).toBe(0);
    expect(readdirSync(temp)).toEqual([]);
  });
});
