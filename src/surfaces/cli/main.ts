// The entry of the command line: parses, runs one command, turns whatever happens into an exit code and a sentence.
import { CommanderError } from 'commander';
import { isCapabilityError, type JsonObject } from '../../contract/index.ts';
import { createPatternRedactor } from '../../text/index.ts';
import { exitCodeOfFault, exitCodes } from './exit-code.ts';
import { commandName, createInvocation, type Environment } from './invocation.ts';
import { createOutput, type Output, type Streams } from './output.ts';
import { overview } from './overview.ts';
import type { Action } from './command-spec.ts';
import { createProgram, type CommandRun } from './program.ts';

export interface Main {
  readonly argv: readonly string[];
  readonly streams: Streams;
  readonly environment: Environment;
}

/** Never throws. Answers the exit code. */
export async function runMain(main: Main): Promise<number> {
  const { argv, streams, environment } = main;
  const name = commandName(environment.env);
  // What of the line means what is not known before it is read; whoever writes --json wants JSON of what is wrong with it, too.
  const output = createOutput(argv.includes('--json'), streams);
  if (argv.length === 0) {
    output.say(overview(name, output.width));
    return exitCodes.completed;
  }
  let exitCode = exitCodes.completed;
  const program = createProgram({
    name,
    words: argv,
    help: (text) => (output.json ? output.document({ text: text.trimEnd() }) : void streams.stdout.write(text)),
    async run(given) {
      exitCode = await runCommand(given, main);
    },
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (fault) {
    // Help was asked for, and is written.
    if (fault instanceof CommanderError) return exitCodes.completed;
    return tellFault(fault, output);
  }
}

async function runCommand({ spec, args, options }: CommandRun, { streams, environment }: Main): Promise<number> {
  const invocation = createInvocation({ options, streams, environment });
  const { output } = invocation;
  try {
    // Each command declares its own options beside its action; commander has parsed exactly those.
    const action = (await spec.load()) as Action;
    return await action(invocation, args, options);
  } catch (fault) {
    return environment.signal.aborted ? tellStop(output) : tellFault(fault, output);
  } finally {
    await invocation.close().catch((fault: unknown) => output.note(describe(fault)));
  }
}

/** Whatever a command was waiting for broke because it was told to stop. */
function tellStop(output: Output): number {
  const message = 'Stopped before the end.';
  output.note(`gatehouse: ${message}`);
  output.fault(errorDocument('aborted', message));
  return exitCodes.aborted;
}

function tellFault(fault: unknown, output: Output): number {
  output.note(describe(fault));
  output.fault(
    isCapabilityError(fault)
      ? errorDocument(fault.code, fault.message, fault.details)
      : errorDocument('internal', describe(fault)),
  );
  return exitCodeOfFault(fault);
}

/** The shape that the HTTP API answers faults with, too. */
function errorDocument(code: string, message: string, details: JsonObject = {}): object {
  return { error: { code, message: createPatternRedactor()(message), details } };
}

function describe(fault: unknown): string {
  if (isCapabilityError(fault)) return `gatehouse: ${fault.message}`;
  return `gatehouse: a fault of ours: ${fault instanceof Error ? fault.message : String(fault)}`;
}
