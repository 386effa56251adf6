import { expect, it } from 'vitest';
import { runForTest } from '../../../test/harness/run-tool.ts';
import { deleteDatabase } from './delete-database.ts';
import { sudoShell } from './sudo-shell.ts';

it('has nothing behind its locked tools, even for a caller past the gate', async () => {
  await expect(runForTest(sudoShell, { command: 'id' }, { ports: {} })).rejects.toMatchObject({ code: 'denied' });
  await expect(runForTest(deleteDatabase, { name: 'x' }, { ports: {} })).rejects.toMatchObject({ code: 'denied' });
});

it.each([sudoShell, deleteDatabase])('declares $name locked and denied', (tool) => {
  expect(tool).toMatchObject({ locked: true, defaultEffect: 'DENY', risk: 'critical' });
});
