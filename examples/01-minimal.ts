// The smallest use: one call that runs, one that asks, in a folder and a home of their own. Checks itself.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGatehouse } from 'gatehouse';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-example-'));
const gatehouse = await openGatehouse({ workspace: folder, env: { GATEHOUSE_HOME: join(folder, 'home') } });
try {
  const sum = await gatehouse.call('calculate', { expression: '2**64' });
  assert.equal(sum.kind, 'completed');
  assert.equal(sum.observation.text, '18446744073709551616');

  const write = await gatehouse.call('file_write', { filename: 'hello.txt', content: 'Hello' });
  assert.equal(write.kind, 'pending');
  console.log(write.approval.reason);
} finally {
  await gatehouse.close();
  rmSync(folder, { recursive: true });
}
