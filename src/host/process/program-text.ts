// What a program did, for a model to read: the verdict first, then what it printed, with marks where bytes are missing.
import { keptHeadBytes, type JsonObject, type ProgramEnd, type ToolResult } from '../../contract/index.ts';

export interface ProgramTextOptions {
  /** The time limit that the caller knows of. */
  readonly timeoutMs: number;
  /** Of each stream, as it was asked for. */
  readonly maxBytes: number;
  /** What confined it. Default: what the process port says. */
  readonly sandbox?: string;
  /** Both streams came as one, on standard output. */
  readonly areTogether?: boolean;
  /** What else is worth saying, a line each. */
  readonly notes?: readonly string[];
}

export function programResult(end: ProgramEnd, options: ProgramTextOptions): ToolResult {
  const { exitCode, signal, timedOut, stdoutOmitted, stderrOmitted, endedLeftovers = false } = end;
  const { timeoutMs, maxBytes, sandbox = end.sandbox } = options;
  const notes = [...(options.notes ?? []), ...(end.notes ?? []), ...notFoundNotes(exitCode)];
  const verdict = [
    timedOut ? `timed out after ${timeoutMs} ms and was ended` : null,
    exitCode === null ? null : `exit code ${exitCode}`,
    signal === null ? null : `ended by signal ${signal}`,
    `sandbox: ${sandbox}`,
  ].filter((part) => part !== null);
  const stdout = stream(stdoutName(options), end.stdout, { omitted: stdoutOmitted, maxBytes });
  const stderr = stream('stderr', end.stderr, { omitted: stderrOmitted, maxBytes });
  const parts = [
    `[${verdict.join(' · ')}]`,
    ...notes.map((note) => `[${note}]`),
    ...(endedLeftovers && !timedOut ? ['[Programs it left in the background were ended.]'] : []),
    ...(stdout === null && stderr === null ? ['[No output.]'] : [stdout, stderr].filter((part) => part !== null)),
  ];
  const structured: JsonObject = {
    exit_code: exitCode,
    signal,
    timed_out: timedOut,
    sandbox,
    ended_leftovers: endedLeftovers,
    notes,
    stdout_omitted_bytes: stdoutOmitted,
    stderr_omitted_bytes: stderrOmitted,
  };
  return { blocks: [{ type: 'text', text: parts.join('\n') }], structured, keep: 'ends' };
}

/** Shells and `env` end so. */
function notFoundNotes(exitCode: number | null): readonly string[] {
  return exitCode === 127 ? ['No program of that name was found: check its spelling, or use another.'] : [];
}

function stdoutName({ areTogether }: ProgramTextOptions): string {
  return areTogether === true ? 'output' : 'stdout';
}

interface Kept {
  readonly omitted: number;
  readonly maxBytes: number;
}

/** Under its name, with a mark where bytes are missing; null for a stream that is empty. */
function stream(name: string, bytes: Uint8Array, { omitted, maxBytes }: Kept): string | null {
  if (bytes.length === 0 && omitted === 0) return null;
  const decode = (part: Uint8Array) => new TextDecoder().decode(part);
  if (omitted === 0) return `--- ${name} ---\n${decode(bytes).trimEnd()}`;
  const at = keptHeadBytes(maxBytes);
  const mark = `\n[… ${omitted.toLocaleString('en-US')} bytes omitted …]\n`;
  return `--- ${name} ---\n${decode(bytes.subarray(0, at))}${mark}${decode(bytes.subarray(at)).trimEnd()}`;
}
