import { expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';

type Sandbox = Parameters<typeof diagnose>[0]['sandbox'];

async function sandboxFinding(setting: Sandbox['setting'], level: 'full' | 'landlock' | 'none' | 'off') {
  const findings = await diagnose({
    home: '/home/a/.gatehouse',
    nodeVersion: 'v24.0.0',
    sandbox: { setting, prove: () => Promise.resolve({ level, reason: 'How it is known.' }) },
    configFiles: [],
    warnings: [],
    ruleProblems: [],
    untrusted: null,
    missingVariables: () => Promise.resolve([]),
    probeStore: () => Promise.resolve(),
    countTools: () => 1,
    lint: () => Promise.resolve([]),
    daemonRuns: () => Promise.resolve(false),
  });
  return findings.find(({ name }) => name === 'sandbox');
}

it.each([
  ['prefer', 'full', 'ok', /^$/],
  ['prefer', 'landlock', 'warning', /asked about/],
  ['prefer', 'none', 'warning', /asked about/],
  ['required', 'none', 'warning', /refused until the level is full/],
  ['off', 'off', 'warning', /Remove sandbox: off/],
] as const)('shows under the setting %s the level %s with its proof: %s', async (setting, level, state, advice) => {
  expect(await sandboxFinding(setting, level)).toEqual({
    name: 'sandbox',
    state,
    text: `Level ${level} (setting ${setting}). How it is known.`,
    advice: expect.stringMatching(advice),
  });
});
