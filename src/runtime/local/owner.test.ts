// What the owner may not do by mistake.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRuntime } from '../open-runtime.ts';

it('refuses a rule about an invented name, whose calls become those of another tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gh-owner-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  const runtime = await openRuntime({
    workspace,
    env: { GATEHOUSE_HOME: join(folder, 'home'), HOME: folder },
    report: () => undefined,
  });
  const rule = {
    effect: 'DENY',
    agent: null,
    tool: 'mkdir',
    target: null,
    action: null,
    window: null,
    note: null,
  } as const;

  const adding = runtime.owner?.addRule(rule, { broad: false, by: 'test' });

  await expect(adding).rejects.toThrow('calls of it become calls of shell');
  await runtime.close();
  rmSync(folder, { recursive: true });
});
