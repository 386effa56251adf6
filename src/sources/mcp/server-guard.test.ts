// The guard of foreign servers: a call counts as a read only where nothing that the tool declares is an act.
import { expect, it } from 'vitest';
import { toolEffects, type ToolEffect } from '../../contract/index.ts';
import { plainTool } from '../../testing/index.ts';
import { createServerGuard } from './server-guard.ts';

async function hintOf(effects: readonly ToolEffect[], kind: 'mcp' | 'builtin' = 'mcp'): Promise<unknown> {
  const tool = plainTool({ kind, mode: 'mcp', effects });
  const request = { tool } as Parameters<ReturnType<typeof createServerGuard>['inspect']>[0];
  const { facts } = await createServerGuard().inspect(request);
  return facts.map(({ name, value }) => [name, value]);
}

it.each(
  toolEffects.map((effect) => [effect, ['egress', 'reads_private'].includes(effect) ? 'trusted' : 'none'] as const),
)('of a tool that declares %s alone is %s', async (effect, hint) => {
  expect(await hintOf([effect])).toEqual([['read_hint', hint]]);
});

it('is none for a tool of another kind, whatever it declares', async () => {
  expect(await hintOf([], 'builtin')).toEqual([['read_hint', 'none']]);
});
