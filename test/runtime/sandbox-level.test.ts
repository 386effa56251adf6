// The report of what can be done here starts no process: it tells the level that a start or a first command has proven.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openHome } from '../../src/host/index.ts';
import { libraryCaller } from '../../src/runtime/callers.ts';
import { composeLocal } from '../../src/runtime/compose.ts';

async function openHouse(livesOn: boolean) {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-level-'));
  const workspace = join(place, 'workspace');
  mkdirSync(workspace);
  const runtime = await composeLocal({
    home: openHome({ path: join(place, 'home'), create: true }),
    workspace,
    env: process.env,
    report: () => undefined,
    daemonRuns: async () => false,
    livesOn,
  });
  onTestFinished(async () => {
    await runtime.close();
    rmSync(place, { recursive: true });
  });
  const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 's1', workspace });
  const sandbox = async () => (await runtime.capabilities(caller)).sandbox;
  return { runtime, caller, sandbox, level: async () => (await sandbox()).level };
}

it('is not proven by being asked for, and known once a command was judged', async () => {
  const { runtime, caller, sandbox, level } = await openHouse(false);
  expect(await sandbox()).toMatchObject({ level: 'unproven', note: expect.stringContaining('gatehouse doctor') });
  await runtime.call({ tool: 'shell', arguments: { value: { command: 'touch x' } }, caller });
  expect(await level()).toMatch(/^(?:full|landlock|none)$/);
  expect(await sandbox()).toMatchObject({ note: null });
});

it('is known from the start where a process lives on', async () => {
  const { level } = await openHouse(true);
  expect(await level()).toMatch(/^(?:full|landlock|none)$/);
});
