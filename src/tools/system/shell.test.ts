import { mkdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';
import { shell } from './shell.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
});
afterEach(() => world.close());

async function run(command: string, more: { folder?: string; timeoutMs?: number; callMs?: number } = {}) {
  const args = { command, ...(more.timeoutMs === undefined ? {} : { timeout_ms: more.timeoutMs }) };
  const result = await runForTest(shell, args, {
    paths: { '/working_dir': await world.confine(more.folder ?? '.') },
    ports: { process: world.process },
    ...(more.callMs === undefined ? {} : { timeoutMs: more.callMs }),
  });
  return { ...result, text: textOf(result) };
}

describe('shell', () => {
  it('says how it ended first, then what it printed, each stream under its name', async () => {
    const { text, isError } = await run('echo out; echo err >&2; exit 3');
    expect(text).toBe('[exit code 3 · sandbox: full]\n--- stdout ---\nout\n--- stderr ---\nerr');
    expect(isError).toBeUndefined();
  });

  it('says that there was no output', async () => {
    expect((await run('true')).text).toBe('[exit code 0 · sandbox: full]\n[No output.]');
  });

  it('understands the language of the shell', async () => {
    expect((await run('for i in 1 2; do echo "n $i"; done | tail -1 > out.txt; cat out.txt')).text).toMatch(/\nn 2$/);
    expect(readFileSync(world.at('out.txt'), 'utf8')).toBe('n 2\n');
  });

  it('runs a line that uses nothing of the shell without one, with its words as they were judged', async () => {
    expect((await run("/bin/sh -c 'ps -o args= -p $PPID' 'a  b' '*'")).text).not.toContain('bash');
    expect((await run(String.raw`/usr/bin/printf '%s|' 'a  b' '*' '$HOME' "it's" a\ b`)).text).toContain(
      "a  b|*|$HOME|it's|a b|",
    );
  });

  it('ends with 127 and says so where there is no such program, with and without a shell', async () => {
    for (const command of ['no_such_program -x', 'no_such_program -x || exit $?', './missing']) {
      const { text, structured } = await run(command);
      expect(structured).toMatchObject({ exit_code: 127 });
      expect(text).toContain('[No program of that name was found');
    }
  });

  it('runs in a folder of the workspace', async () => {
    mkdirSync(world.at('sub'));
    expect((await run('pwd', { folder: 'sub' })).text).toContain(`\n${world.at('sub')}`);
  });

  it('names the signal that ended it', async () => {
    expect((await run('kill -KILL $$')).text).toMatch(/^\[ended by signal SIGKILL · sandbox: full\]/);
  });

  it('tells what was printed before the time was over', async () => {
    const { text, structured } = await run('echo begun; sleep 30', { timeoutMs: 300 });
    expect(text).toMatch(
      /^\[timed out after 300 ms and was ended · ended by signal SIGTERM · sandbox: full\]\n--- stdout ---\nbegun$/,
    );
    expect(structured).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGTERM' });
  });

  it('ends before the call does', async () => {
    const start = performance.now();
    expect((await run('sleep 30', { timeoutMs: 20_000, callMs: 2_400 })).text).toMatch(/^\[timed out/);
    expect(performance.now() - start).toBeLessThan(2_400);
  });

  it('shows start and end of long output, and how much is missing', async () => {
    const { text, structured } = await run('seq 1 400000');
    expect(text).toMatch(/^\[exit code 0[^\n]*\n--- stdout ---\n1\n2\n/);
    expect(text).toMatch(/\n\[… 1,640,319 bytes omitted …\]\n/);
    expect(text.endsWith('\n399999\n400000')).toBe(true);
    expect(structured).toMatchObject({ stdout_omitted_bytes: 1_640_319 });
  });

  it('ends what is left in the background and says so', async () => {
    const { text } = await run('sleep 60 & echo started');
    expect(text).toMatch(/\[Programs it left in the background were ended\.\]\n--- stdout ---\nstarted$/);
  });

  it('prints bytes that are no text without failing', async () => {
    expect((await run("printf 'a\\377b'")).text).toMatch(/\na\uFFFDb$/);
  });

  it('stops when the call is given up', async () => {
    const stop = new AbortController();
    const running = runForTest(
      shell,
      { command: 'sleep 30' },
      {
        paths: { '/working_dir': await world.confine('.') },
        ports: { process: world.process },
        signal: stop.signal,
      },
    );
    setTimeout(() => stop.abort(new Error('given up')), 100);
    await expect(running).rejects.toThrow('given up');
  });

  it('does not run without the proof of its folder', async () => {
    await expect(runForTest(shell, { command: 'true' }, { ports: { process: world.process } })).rejects.toThrow(
      /without a proof/,
    );
  });
});
