// The store is taken from under a runtime that uses it: no call may claim a record that nobody will ever read.
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openGatehouse } from '../../src/index.ts';

it.each<[string, (database: string) => void]>([
  ['removed', (database) => rmSync(database)],
  ['moved', (database) => renameSync(database, `${database}.old`)],
])('a store that was %s refuses further calls', async (_how, takeAway) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-attack-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'one');
  const gatehouse = await openGatehouse({
    workspace,
    env: { GATEHOUSE_HOME: join(folder, 'home'), HOME: join(folder, 'user') },
  });
  onTestFinished(() => gatehouse.close().catch(() => undefined));
  expect(await gatehouse.call('file_read', { filename: 'a.txt' })).toMatchObject({
    kind: 'completed',
    unrecorded: false,
  });

  takeAway(join(folder, 'home/gatehouse.db'));
  await setTimeout(300);
  const outcome = await gatehouse.call('file_read', { filename: 'a.txt' });
  expect(outcome).toMatchObject({ kind: 'refused', code: 'store_unavailable', unrecorded: true });
});
