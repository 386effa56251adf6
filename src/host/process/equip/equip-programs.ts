// Gives programs what the owner's configuration says they get: variables with a source, and the hosts they may reach. Programs of ours get none.
import type { ProcessAccess } from '../../../contract/index.ts';
import type { NamedVariables } from './named-variables.ts';

export interface Equipment {
  readonly variables: NamedVariables;
  /** What a program may reach that says nothing of it. */
  readonly hosts: readonly string[];
}

/** A program that names an environment or a reach of its own has just that; a reach means nothing outside the sandbox. */
export function equipPrograms(access: ProcessAccess, { variables, hosts }: Equipment): ProcessAccess {
  return {
    async run(program) {
      if (program.place === 'host') return access.run(program);
      const environment = program.environment ?? (await variables.resolve()).values;
      return access.run({ ...program, environment, reach: program.reach ?? { workspace: 'write', hosts } });
    },
  };
}
