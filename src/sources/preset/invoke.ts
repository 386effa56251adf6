// Runs a command: the very words that were judged, without a shell, in the folder that was proven, and only with the variables it needs.
import type { Handler, Tool, ToolResult } from '../../contract/index.ts';
import { programResult, type NamedVariables } from '../../host/index.ts';
import { lineWords } from '../../text/index.ts';
import type { Command } from './command.ts';

/** Of standard output and of error output each. */
const maxBytes = 1024 * 1024;

export interface InvokeNeeds {
  readonly variables: NamedVariables;
  /** What every program is given. */
  readonly environment: Readonly<Record<string, string>>;
}

export function invokeCommand({ passEnv, timeoutMs }: Command, tool: Tool, needs: InvokeNeeds): Handler {
  const run = invokeLine(tool, timeoutMs);
  return async (args, context) => {
    const problems = await missing(passEnv, needs);
    return problems.length > 0 ? notRun(tool.name, problems) : run(args, context);
  };
}

/** Of a tool whose target is a line of words. */
export function invokeLine({ targets }: Tool, timeoutMs: number): Handler {
  const line = targets[0]?.line;
  const words = line !== undefined && 'words' in line ? line.words : [];
  return async (args, context) => {
    const directory = context.paths['/working_dir'];
    if (directory === undefined) throw new Error('The folder of the command came without a proof that it was checked.');
    const argv = lineWords(words, args);
    if (argv === null) throw new Error('An argument that was admitted is no text.');
    const end = await context.ports.process.run({
      command: { argv },
      directory,
      maxBytes,
      timeoutMs,
      signal: context.signal,
    });
    return programResult(end, { timeoutMs, maxBytes });
  };
}

async function missing(
  passEnv: readonly string[],
  { variables, environment }: InvokeNeeds,
): Promise<readonly string[]> {
  const open = passEnv.filter((name) => !Object.hasOwn(environment, name));
  if (open.length === 0) return [];
  const { values, misses } = await variables.resolve();
  return open
    .filter((name) => !Object.hasOwn(values, name))
    .map((name) => `${name}: ${misses.find((miss) => miss.name === name)?.why ?? 'it has no source.'}`);
}

function notRun(name: string, problems: readonly string[]): ToolResult {
  const text =
    `${name} was not run: a variable that it needs has no value.\n${problems.join('\n')}\n` +
    'The owner gives it a source in the own configuration file: sandbox.env.from: { NAME: { env: OTHER } } or { NAME: { command: [program, …] } }.';
  return { blocks: [{ type: 'text', text }], isError: true };
}
