// The process port for one caller: whoever may not write files may not have a program write them.
import type { Caller, ProcessAccess } from '../../contract/index.ts';

export interface ProgramParts {
  readonly process: ProcessAccess;
  /** What a program may reach that says nothing of it. */
  readonly programHosts: readonly string[];
}

/** Without `read_write` the workspace is read-only in the sandbox. */
export function programsFor(
  { policyClasses }: Pick<Caller, 'policyClasses'>,
  { process, programHosts }: ProgramParts,
): ProcessAccess {
  if (policyClasses === null || policyClasses.includes('read_write')) return process;
  return {
    run(program) {
      const { workspace, hosts } = program.reach ?? { workspace: 'write', hosts: programHosts };
      return process.run({ ...program, reach: { workspace: workspace === 'none' ? 'none' : 'read', hosts } });
    },
  };
}
