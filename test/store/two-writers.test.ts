import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifySqliteStore } from '../../src/host/index.ts';
import { newHome, type SampleHome } from './sample-home.ts';

const eventsEach = 3_000;

async function append(home: SampleHome): Promise<{ readonly writer: string; readonly tookMs: number }> {
  const script = fileURLToPath(new URL('./store-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, home.path, 'append', String(eventsEach)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  await once(child, 'close');
  return JSON.parse(Buffer.concat(output).toString());
}

describe('two processes that start and write at the same time', () => {
  it('share a store that neither had, and leave two whole chains', { timeout: 60_000 }, async () => {
    const home = newHome();
    const ends = await Promise.all([append(home), append(home)]);
    const report = await verifySqliteStore(home);
    expect(report.problems).toEqual([]);
    expect(report.writers.map(({ writer }) => writer).toSorted()).toEqual(ends.map(({ writer }) => writer).toSorted());
    expect(report.writers.map(({ events, unsigned }) => [events, unsigned])).toEqual([
      [eventsEach, 0],
      [eventsEach, 0],
    ]);
    home.remove();
  });
});
