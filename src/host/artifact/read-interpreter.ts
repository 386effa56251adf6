// The program that the first line of a script names, as the system and `env` read that line.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readCommand } from './read-command.ts';

export interface InterpreterLine {
  /** What the system starts: a path. */
  readonly direct: string;
  /** What `env` looks for in PATH, where it is what is started; else null. */
  readonly named: string | null;
  /** What the line runs or loads besides, or why it cannot be told. */
  readonly open: readonly string[];
}

/** What Linux reads of the line. */
const mostBytes = 256;

/** Null for what is no script. Rejects for a file that cannot be read. */
export async function readInterpreter(file: string): Promise<InterpreterLine | null> {
  const start = await startOf(file);
  if (start.subarray(0, 2).toString('latin1') !== '#!') return null;
  const end = start.indexOf('\n');
  const line = start.toString('utf8', 2, end < 0 ? start.length : end).replace(/^[ \t]+|[ \t]+$/g, '');
  const [, direct = '', rest = ''] = /^([^ \t]*)[ \t]*(.*)$/s.exec(line) ?? [];
  const isCut = end < 0 && start.length === mostBytes;
  if (isCut || line.includes('\0') || direct === '')
    return { direct, named: null, open: [`what the first line of ${file} starts: it cannot be read`] };
  if (basename(direct) === 'env') return readEnv(file, direct, rest);
  return { direct, named: null, open: loadedBy(file, direct, rest === '' ? [] : [rest]) };
}

function readEnv(file: string, direct: string, rest: string): InterpreterLine {
  // Without -S the whole rest is one name, blanks and all.
  const split = /^-S[ \t]*(.*)$/s.exec(rest)?.[1];
  const [name = '', ...args] = split === undefined ? [rest] : split.split(/[ \t]+/);
  // Options, variables and quotes: what env makes of them depends on the env.
  if (name === '' || name.startsWith('-') || name.includes('=') || /["'\\$#]/.test(split ?? ''))
    return { direct, named: null, open: [`what ${direct} ${rest} starts for ${file}`] };
  return { direct, named: name, open: loadedBy(file, name, args) };
}

function loadedBy(file: string, program: string, args: readonly string[]): readonly string[] {
  const reading = readCommand([program, ...args, file]);
  if (reading.kind === 'script' && reading.file === file) return reading.loads;
  if (reading.kind === 'open') return [reading.why];
  return args.length === 0 && reading.kind === 'program' ? [] : [`what ${[program, ...args].join(' ')} runs or loads`];
}

async function startOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
