// Entry of the command line: hands the process over to surfaces/cli. bin/gatehouse.mjs has checked the runtime before.
import { runCommandLine } from './surfaces/index.ts';

/** Runs one command; answers its exit code. */
export function main(argv: readonly string[]): Promise<number> {
  return runCommandLine(argv);
}
