import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runInWorker } from './run-in-worker.ts';

/** A module whose task is the given function body over `input`. */
function moduleOf(body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'task.mjs');
  writeFileSync(file, `globalThis[Symbol.for('gatehouse.worker-task')]?.(async (input) => { ${body} });`);
  return pathToFileURL(file).href;
}

const limits = { timeoutMs: 10_000, maxMemoryMb: 64, signal: new AbortController().signal };
const run = (body: string, more: object = {}): Promise<unknown> =>
  runInWorker({ module: moduleOf(body), input: { n: 20 }, ...limits, ...more });

it('answers what the function returned', async () => {
  expect(await run('return { doubled: input.n * 2 };')).toEqual({ doubled: 40 });
});

it('gives the thread no environment', async () => {
  vi.stubEnv('GATEHOUSE_TEST_SECRET', 'x');
  expect(await run('return Object.keys(process.env);')).toEqual([]);
});

it('keeps what the thread prints off our streams', async () => {
  const written = vi.spyOn(process.stdout, 'write');
  expect(await run('console.log("polluted"); return 1;')).toBe(1);
  expect(written.mock.calls.flat().join('')).not.toContain('polluted');
});

it.each([
  ['throws', 'throw new Error("broken");', {}, 'broken'],
  ['never ends', 'for (;;);', { timeoutMs: 300 }, 'longer than 300 ms'],
  ['ends its thread', 'process.exit(0);', {}, 'without an answer'],
  ['takes too much memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(input));', {}, 'memory'],
  ['answers what cannot be copied', 'return () => 1;', {}, 'could not be cloned'],
])('reports a function that %s', async (...[, body, more, why]) => {
  await expect(run(body, more)).rejects.toMatchObject({
    code: 'process_failed',
    message: expect.stringContaining(why),
  });
});

it('reports a module that cannot be loaded', async () => {
  const asking = runInWorker({ module: 'file:///nonexistent.mjs', input: null, ...limits });
  await expect(asking).rejects.toMatchObject({
    code: 'process_failed',
    message: expect.stringContaining('nonexistent'),
  });
});

it('rejects with the reason of the signal and stops the thread', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 200);
  await expect(run('for (;;);', { signal: controller.signal })).rejects.toThrow('enough');
  await expect(run('return 1;', { signal: controller.signal })).rejects.toThrow('enough');
});
