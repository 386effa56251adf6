import { describe, expect, it } from 'vitest';
import type { PolicyClass, ProcessAccess, ProgramReach, ProgramRun } from '../../contract/index.ts';
import { programsFor } from './programs-for.ts';

/** What the port below is asked for, for a caller of these classes and a program of this reach. */
async function reachOf(
  policyClasses: readonly PolicyClass[] | null,
  reach?: ProgramReach,
): Promise<ProgramRun['reach']> {
  const asked: ProgramRun[] = [];
  const process: ProcessAccess = {
    run(program) {
      asked.push(program);
      return Promise.reject(new Error('Nothing is run here.'));
    },
  };
  const programs = programsFor({ policyClasses }, { process, programHosts: ['example.com'] });
  // The other fields are handed on as they are.
  const program = { command: { shell: 'true' }, ...(reach === undefined ? {} : { reach }) } as ProgramRun;
  await expect(programs.run(program)).rejects.toThrow('Nothing is run here.');
  return asked[0]?.reach;
}

describe('programs of a caller', () => {
  it.each([null, ['exec', 'read_write']] as const)('who may write (%j) get what they ask for', async (classes) => {
    expect(await reachOf(classes)).toBe(undefined);
    expect(await reachOf(classes, { workspace: 'write', hosts: [] })).toEqual({ workspace: 'write', hosts: [] });
  });

  it('who may not write files read the workspace at most, and reach the same hosts', async () => {
    const classes = ['read_only', 'exec'] as const;
    expect(await reachOf(classes)).toEqual({ workspace: 'read', hosts: ['example.com'] });
    expect(await reachOf(classes, { workspace: 'write', hosts: [] })).toEqual({ workspace: 'read', hosts: [] });
    expect(await reachOf(classes, { workspace: 'none', hosts: [] })).toEqual({ workspace: 'none', hosts: [] });
  });
});
