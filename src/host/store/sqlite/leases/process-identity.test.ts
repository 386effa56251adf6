import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRunning, processStart } from './process-identity.ts';

const hasProc = existsSync('/proc/self/stat');

async function started() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  if (child.pid === undefined) throw new Error('no process');
  return { child, pid: child.pid };
}

describe('a process', () => {
  it('runs while it runs, and no longer when it was killed', async () => {
    const { child, pid } = await started();
    const start = processStart(pid);
    expect(isRunning(pid, start)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning(pid, start)).toBe(false);
    expect(isRunning(pid, null)).toBe(false);
  });

  it('is there without its start time where the system tells none', () => {
    expect(isRunning(process.pid, null)).toBe(true);
    expect(isRunning(1, null)).toBe(true);
  });

  it.skipIf(!hasProc)('is another one when its id was used again', () => {
    const start = processStart(process.pid);
    expect(start).toMatch(/^[0-9a-f-]{36}\/\d+$/);
    expect(processStart(process.pid)).toBe(start);
    expect(isRunning(process.pid, `${start}1`)).toBe(false);
  });

  it.skipIf(!hasProc)('has its start time read from behind its name, whatever that holds', async () => {
    const child = spawn('bash', ['-c', 'exec -a "x) R 1 2 3" sleep 5'], { stdio: 'ignore' });
    await once(child, 'spawn');
    expect(processStart(child.pid ?? 0)).toMatch(/\/\d+$/);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it.skipIf(!hasProc)('is over when it waits for its parent to notice', async () => {
    const parent = spawn('bash', ['-c', 'sleep 0.01 & echo $!; exec sleep 5'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output));
    const deadline = performance.now() + 5_000;
    while (processStart(pid) !== null && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    expect(processStart(pid)).toBeNull();
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});
