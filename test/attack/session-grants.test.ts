// What a yes for the session lets through, tried by a caller who wants more than the approver saw.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Gatehouse } from '../../src/index.ts';
import { openGatehouse } from '../../src/index.ts';
import type { JsonObject } from '../../src/contract/index.ts';

let folder = '';
let open: Gatehouse[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-attack-')));
  for (const path of ['one/elsewhere', 'two']) mkdirSync(join(folder, path), { recursive: true });
});

afterEach(async () => {
  for (const gatehouse of open) await gatehouse.close();
  open = [];
  rmSync(folder, { recursive: true, force: true });
});

/** One session over several workspaces, as a name of the user's own for it makes possible. */
async function inWorkspace(name: string): Promise<Gatehouse> {
  const env = { GATEHOUSE_HOME: join(folder, 'home'), HOME: join(folder, 'user'), PATH: process.env['PATH'] };
  const gatehouse = await openGatehouse({ workspace: join(folder, name), session: 'shared', env });
  open.push(gatehouse);
  return gatehouse;
}

async function requestOf({ call }: Gatehouse, tool: string, args: JsonObject): Promise<string> {
  const outcome = await call(tool, args);
  if (outcome.kind !== 'pending') throw new Error(`${tool} came back ${outcome.kind}`);
  return outcome.approval.id;
}

async function allowForSession(gatehouse: Gatehouse, tool: string, args: JsonObject): Promise<void> {
  const { owner } = gatehouse.runtime;
  if (owner === null) throw new Error('no owner here');
  const { outcome } = await owner.answer(await requestOf(gatehouse, tool, args), { act: 'session' }, { by: 'user:0' });
  expect(outcome?.kind).toBe('completed');
  await gatehouse.call(tool, args);
}

it('a command that was allowed for the session asks again in another folder', async () => {
  const one = await inWorkspace('one');
  await allowForSession(one, 'shell', { command: 'touch seen' });
  expect((await one.call('shell', { command: 'touch seen' })).kind).toBe('completed');
  expect((await one.call('shell', { command: 'touch seen', working_dir: 'elsewhere' })).kind).toBe('pending');
});

it('what was allowed for the session asks again in another workspace of that session', async () => {
  const [one, two] = [await inWorkspace('one'), await inWorkspace('two')];
  await allowForSession(one, 'file_write', { filename: 'a.txt', content: 'seen' });
  await allowForSession(one, 'shell', { command: 'touch seen' });
  expect((await one.call('file_write', { filename: 'a.txt', content: 'other' })).kind).toBe('completed');
  expect((await two.call('file_write', { filename: 'a.txt', content: 'seen' })).kind).toBe('pending');
  expect((await two.call('shell', { command: 'touch seen' })).kind).toBe('pending');
});

it('an equal call in another workspace of the session is a request of its own', async () => {
  const [one, two] = [await inWorkspace('one'), await inWorkspace('two')];
  const args = { filename: 'a.txt', content: 'x' };
  expect(await requestOf(two, 'file_write', args)).not.toBe(await requestOf(one, 'file_write', args));
});
