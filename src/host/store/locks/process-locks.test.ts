import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createProcessLocks, type ProcessLocks } from './process-locks.ts';

let path: string;
let locks: ProcessLocks;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'gatehouse-locks-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  mkdirSync(join(path, 'run'));
  locks = createProcessLocks({ path });
});

it('lets one work at a time, also of those that know nothing of each other', async () => {
  let [inside, most, done] = [0, 0, 0];
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside -= 1;
    done += 1;
  };
  const others = createProcessLocks({ path });
  await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? locks : others).alone('a', 10_000, work)));
  expect([most, done]).toEqual([1, 20]);
});

it('is given back by work that fails, and by a process that is killed', async () => {
  await expect(locks.alone('a', 100, () => Promise.reject(new Error('enough')))).rejects.toThrow('enough');
  const script = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1]).exec('begin exclusive'); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script, join(path, 'run', 'a.lock')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await expect(locks.alone('a', 50, () => Promise.resolve())).rejects.toMatchObject({ code: 'store_locked' });
  child.kill('SIGKILL');
  expect(await locks.alone('a', 5_000, () => Promise.resolve('mine'))).toBe('mine');
});

it('keeps one name from no other, and takes no name that leads elsewhere', async () => {
  expect(await locks.alone('a', 100, () => locks.alone('b', 100, () => Promise.resolve('both')))).toBe('both');
  await expect(locks.alone('../a', 100, () => Promise.resolve())).rejects.toThrow(TypeError);
});
