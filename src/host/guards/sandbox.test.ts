import { expect, it } from 'vitest';
import { openSandbox } from '../sandbox/sandbox.ts';
import { requestForTest } from './request-for-test.ts';
import { createSandboxGuard } from './sandbox.ts';

it.each([
  ['prefer', 'none', /No sandbox is built in/],
  ['required', 'none', /No sandbox is built in/],
  ['off', 'off', /unconfined/],
] as const)('says under the setting %s that the level is %s, and why', async (setting, level, reason) => {
  const guard = createSandboxGuard({ sandbox: await openSandbox(setting) });
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
