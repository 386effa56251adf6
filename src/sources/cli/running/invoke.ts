// Runs a command of a program: the very words that were judged, the very file that was proven, in the folder that was proven.
import {
  CapabilityError,
  type Handler,
  type JsonObject,
  type ProgramEnd,
  type TargetLine,
  type Tool,
  type ToolResult,
} from '../../../contract/index.ts';
import { programResult } from '../../../host/index.ts';
import { commandWords, quoteWord } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import { boundOutput, keptBytes } from './bound-output.ts';

export interface CliRun {
  readonly settings: Pick<CliSettings, 'hosts'>;
  readonly tool: Pick<Tool, 'name' | 'targets'>;
  readonly timeoutMs: number;
  /** What the program is given besides the clean environment. Rejects with a sentence where a value cannot be found. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>;
}

/** Says to programs that know it that a model reads what they print. */
const forModels = { LLMFORMAT: '1' };

/** Both streams into one, in the order of their arrival. The words follow as they are: the shell reads this line and nothing else. */
const together = ['/bin/sh', '-c', 'exec "$0" "$@" 2>&1'] as const;

export function invokeCli({ settings, tool, timeoutMs, variables }: CliRun): Handler {
  const line = lineOf(tool);
  return async (args, context) => {
    const directory = context.paths['/working_dir'];
    const program = context.facts['program'];
    if (directory === undefined || typeof program !== 'string')
      throw new Error('The folder or the program of the command came without a proof that it was checked.');
    const made = commandWords(line.command, args);
    if (!made.ok) throw new CapabilityError('invalid_arguments', made.problem.message);
    const [, ...words] = made.words;
    let given: Readonly<Record<string, string>>;
    try {
      given = await variables();
    } catch (cause) {
      return notRun(tool.name, cause instanceof Error ? cause.message : String(cause));
    }
    const startedAt = performance.now();
    const end = await context.ports.process.run({
      command: { argv: [...together, program, ...words] },
      directory,
      place: line.place === 'host' ? 'outside' : 'sandbox',
      reach: { workspace: 'write', hosts: settings.hosts },
      environment: { ...given, ...forModels, PWD: directory.real },
      maxBytes: keptBytes,
      timeoutMs,
      signal: context.signal,
    });
    const durationMs = Math.round(performance.now() - startedAt);
    const result = resultOf(end, { command: shownWords(words), durationMs, timeoutMs });
    return { ...result, ran: { argv: [program, ...words], directory: directory.real, exitCode: end.exitCode } };
  };
}

type ShapeLine = Extract<TargetLine, { readonly command: unknown }>;

function lineOf({ name, targets }: CliRun['tool']): ShapeLine {
  const line = targets[0]?.line;
  if (line === undefined || !('command' in line)) throw new Error(`The tool ${name} has no command.`);
  return line;
}

/** As the program knows them; what has more than the letters of plain words is quoted. */
function shownWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word))).join(' ');
}

interface Ran {
  readonly command: string;
  readonly durationMs: number;
  readonly timeoutMs: number;
}

function resultOf(end: ProgramEnd, { command, durationMs, timeoutMs }: Ran): ToolResult {
  const { output, isCut } = boundOutput(end);
  const bytes = Buffer.from(output);
  const shown = programResult(
    { ...end, stdout: bytes, stdoutOmitted: 0 },
    { timeoutMs, maxBytes: Math.max(keptBytes, bytes.length), areTogether: true },
  );
  const structured: JsonObject = {
    command,
    exit_code: end.exitCode,
    output,
    ...(isCut ? { truncated: true } : {}),
    duration_ms: durationMs,
    signal: end.signal,
    timed_out: end.timedOut,
    sandbox: end.sandbox,
    ended_leftovers: end.endedLeftovers ?? false,
    notes: [...(end.notes ?? [])],
  };
  return { ...shown, structured };
}

function notRun(name: string, why: string): ToolResult {
  const text = `${name} was not run: ${why}. The owner mends env or passEnv of its source.`;
  return { blocks: [{ type: 'text', text }], isError: true };
}
