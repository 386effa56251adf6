import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { requestForTest } from '../../testing/index.ts';
import { sandboxForTest, whyNoBubblewrap } from '../sandbox/sandbox-for-test.ts';
import { createSandboxGuard } from './sandbox.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-guard-')));
afterAll(() => rmSync(folder, { recursive: true }));
const nowhere = '/nonexistent';

const cases = [
  { setting: 'prefer', searchPath: nowhere, level: 'none', reason: /bubblewrap is missing.*Landlock/ },
  { setting: 'required', searchPath: nowhere, level: 'none', reason: /Install the package bubblewrap/ },
  { setting: 'off', searchPath: '/usr/bin', level: 'off', reason: /unconfined/ },
  ...(whyNoBubblewrap() === null
    ? [
        {
          setting: 'required',
          searchPath: '/usr/bin',
          level: 'full',
          reason: /^Proven with \/usr\/bin\/bwrap/,
        } as const,
      ]
    : []),
] as const;

it.each(cases)('says under the setting $setting with $searchPath: $level, and why', async (each) => {
  const { setting, searchPath, level, reason } = each;
  const guard = createSandboxGuard({ sandbox: sandboxForTest(folder, { setting, searchPath }) });
  const { facts } = await guard.inspect(requestForTest([]));
  expect(facts).toEqual([
    expect.objectContaining({
      name: 'sandbox',
      value: level,
      verdict: 'clear',
      binding: level,
      text: expect.stringMatching(reason),
    }),
    expect.objectContaining({ name: 'sandbox_setting', value: setting, verdict: 'clear', binding: setting }),
  ]);
});

it.each(['prefer', 'required'] as const)(
  'says under %s of a program that its owner runs outside: off',
  async (setting) => {
    const guard = createSandboxGuard({ sandbox: sandboxForTest(folder, { setting }) });
    const command = { words: ['nats'], flags: [], args: [], separates: true } as const;
    const request = requestForTest([]);
    const target = {
      pointer: '',
      kind: 'command',
      action: 'run',
      line: { command, directory: '.', place: 'host' },
    } as const;
    const { facts } = await guard.inspect({ ...request, tool: { ...request.tool, targets: [target] } });
    expect(facts.map(({ name, value }) => [name, value])).toEqual([
      ['sandbox', 'off'],
      ['sandbox_setting', setting],
    ]);
  },
);
