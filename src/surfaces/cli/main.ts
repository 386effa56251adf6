// The entry of the command line: parses, runs one command, turns whatever happens into an exit code and a sentence.
import { isCapabilityError } from '../../contract/index.ts';
import { exitCodeOfFault, usageExit } from './exit-code.ts';
import { createInvocation, type CommonOptions, type Environment } from './invocation.ts';
import { createOutput, type Output, type Streams } from './output.ts';
import type { Action, CommandSpec } from './command-spec.ts';
import { createProgram, isHelp, isUsageFault } from './program.ts';

export interface Main {
  readonly argv: readonly string[];
  readonly streams: Streams;
  readonly environment: Environment;
}

/** Never throws. Answers the exit code. */
export async function runMain({ argv, streams, environment }: Main): Promise<number> {
  let exitCode = 0;
  const program = createProgram(
    async (spec, args, options) => {
      exitCode = await runCommand(spec, { args, options, streams, environment });
    },
    { out: (text) => void streams.stdout.write(text), err: (text) => void streams.stderr.write(text) },
  );
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return exitCode;
  } catch (fault) {
    if (isHelp(fault)) return 0;
    if (isUsageFault(fault)) return usageExit;
    streams.stderr.write(`${describeFault(fault)}\n`);
    return exitCodeOfFault(fault);
  }
}

interface CommandRun {
  readonly args: readonly string[];
  readonly options: CommonOptions;
  readonly streams: Streams;
  readonly environment: Environment;
}

async function runCommand(spec: CommandSpec, { args, options, streams, environment }: CommandRun): Promise<number> {
  const output = createOutput(options.json === true, streams);
  const invocation = createInvocation(options, output, environment);
  try {
    // Each command declares its own options beside its action; commander has parsed exactly those.
    const action = (await spec.load()) as Action;
    return await action(invocation, args, options);
  } catch (fault) {
    return tellFault(fault, output);
  } finally {
    await invocation.close();
  }
}

function tellFault(fault: unknown, output: Output): number {
  output.note(describeFault(fault));
  if (isCapabilityError(fault)) output.document({ error: { code: fault.code, message: fault.message, details: fault.details } });
  else output.document({ error: { code: 'internal', message: describeFault(fault), details: {} } });
  return exitCodeOfFault(fault);
}

function describeFault(fault: unknown): string {
  if (isCapabilityError(fault)) return `gatehouse: ${fault.message}`;
  return `gatehouse: a fault of ours: ${fault instanceof Error ? fault.message : String(fault)}`;
}
