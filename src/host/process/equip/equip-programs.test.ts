import { describe, expect, it } from 'vitest';
import type { ConfinedPath, ProgramEnd, ProgramRun } from '../../../contract/index.ts';
import { equipPrograms } from './equip-programs.ts';

const ended: ProgramEnd = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  stdoutOmitted: 0,
  stderrOmitted: 0,
  sandbox: 'full',
};

async function equipped(more: Partial<ProgramRun>): Promise<ProgramRun | undefined> {
  const runs: ProgramRun[] = [];
  let resolved = 0;
  const access = equipPrograms(
    {
      run(program) {
        runs.push(program);
        return Promise.resolve(ended);
      },
    },
    {
      variables: {
        resolve: () => {
          resolved += 1;
          return Promise.resolve({ values: { KEY: 'value' }, misses: [] });
        },
      },
      hosts: ['api.example.com'],
    },
  );
  await access.run({
    command: { argv: ['true'] },
    // Nothing here opens it.
    directory: { real: '/' } as ConfinedPath,
    maxBytes: 1,
    timeoutMs: 1,
    signal: new AbortController().signal,
    ...more,
  });
  expect(resolved).toBe(more.place === 'host' || more.environment !== undefined ? 0 : 1);
  return runs[0];
}

describe('a program', () => {
  it('is given the variables with a source, and may reach the hosts that the owner lists', async () => {
    expect(await equipped({})).toMatchObject({
      environment: { KEY: 'value' },
      reach: { workspace: 'write', hosts: ['api.example.com'] },
    });
  });

  it('has just the environment and the reach that it names', async () => {
    const own = { environment: {}, reach: { workspace: 'none', hosts: [] } } as const;
    expect(await equipped(own)).toMatchObject(own);
    expect((await equipped(own))?.environment).toEqual({});
  });

  it('of ours is given nothing, and no value is looked up for it', async () => {
    const program = await equipped({ place: 'host' });
    expect(program).not.toHaveProperty('environment');
    expect(program).not.toHaveProperty('reach');
  });
});
