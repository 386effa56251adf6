// A program without walls.
import type { Enclosed, SandboxLevel } from '../enclosed.ts';
import type { Program } from '../program.ts';

/** A program as it is, under the rights of the user who runs this. */
export function unconfined(program: Program, level: SandboxLevel): Enclosed {
  return {
    ...program,
    level,
    identity: null,
    cwd: null,
    inputs: [],
    reports: null,
    serve: null,
    settle: async () => [],
  };
}
