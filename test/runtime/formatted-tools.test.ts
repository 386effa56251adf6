import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { modelFormats } from '../../src/contract/index.ts';
import { formatTools, openGatehouse, readToolCall } from '../../src/index.ts';

test.each(modelFormats)('a model is sent the tools in the format %s, and what it calls runs', async (format) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'formats-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'hello.txt'), 'well met');
  const gatehouse = await openGatehouse({ workspace, env: { GATEHOUSE_HOME: join(root, 'home') } });
  onTestFinished(() => gatehouse.close());

  const formatted = formatTools(await gatehouse.present(), { format, model: '' });
  expect(formatted.quarantined).toEqual([]);
  const [wire = ''] = [...formatted.names].find(([, { tool }]) => tool === 'file_read') ?? [];
  const call = readToolCall(formatted, wire, { filename: 'hello.txt' });
  expect(await gatehouse.call(call.tool, call.arguments)).toMatchObject({
    kind: 'completed',
    observation: { text: expect.stringContaining('well met') },
  });
});
