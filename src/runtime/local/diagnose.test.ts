import { expect, it } from 'vitest';
import { diagnose } from './diagnose.ts';

type Sandbox = Parameters<typeof diagnose>[0]['sandbox'];

interface Found {
  readonly setting?: Sandbox['setting'];
  readonly level?: 'full' | 'landlock' | 'none' | 'off';
  readonly secrets?: { readonly count: number; readonly problems: readonly string[] };
}

async function findingOf(
  found: string,
  { setting = 'prefer', level = 'full', secrets = { count: 0, problems: [] } }: Found,
) {
  const findings = await diagnose({
    home: '/home/a/.gatehouse',
    nodeVersion: 'v24.0.0',
    sandbox: { setting, prove: () => Promise.resolve({ level, reason: 'How it is known.' }) },
    configFiles: [],
    warnings: [],
    sources: () => [],
    ruleProblems: [],
    untrusted: null,
    missingVariables: () => Promise.resolve([]),
    secrets: () => Promise.resolve(secrets),
    probeStore: () => Promise.resolve(),
    countTools: () => 1,
    lint: () => Promise.resolve([]),
    daemonRuns: () => Promise.resolve(false),
  });
  return findings.find(({ name }) => name === found);
}

it.each([
  ['prefer', 'full', 'ok', /^$/],
  ['prefer', 'landlock', 'warning', /asked about/],
  ['prefer', 'none', 'warning', /asked about/],
  ['required', 'none', 'warning', /refused until the level is full/],
  ['off', 'off', 'warning', /Remove sandbox: off/],
] as const)('shows under the setting %s the level %s with its proof: %s', async (setting, level, state, advice) => {
  expect(await findingOf('sandbox', { setting, level })).toEqual({
    name: 'sandbox',
    state,
    text: `Level ${level} (setting ${setting}). How it is known.`,
    advice: expect.stringMatching(advice),
  });
});

it.each([
  [0, [], 'ok', 'None are set.'],
  [2, [], 'ok', 'Set and readable, so taken out of results: 2.'],
  [2, ['The secret A cannot be read.'], 'problem', 'The secret A cannot be read.'],
] as const)('of %i secrets with the problems %j says %s', async (count, problems, state, text) => {
  expect(await findingOf('secrets', { secrets: { count, problems } })).toMatchObject({ state, text });
});
