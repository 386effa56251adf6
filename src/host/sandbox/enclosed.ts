// A program with its walls around it, and how it is started: whoever runs one, be it a tool or the proof of a level, starts it here.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { Duplex, Writable } from 'node:stream';
import type { ProgramEnd } from '../../contract/index.ts';
import { readReport, type Report } from './first-program.ts';
import type { Identity } from './identity.ts';
import type { Program } from './program.ts';
import { openStatusFile, type StatusFile } from './status-file.ts';

export type SandboxLevel = ProgramEnd['sandbox'];

export interface Enclosed extends Program {
  readonly level: SandboxLevel;
  /** The user it is started as; null for the one who runs this. */
  readonly identity: Identity['outside'];
  /** Where it is started; null for the directory that was asked for. */
  readonly cwd: string | null;
  /** What the walls read, each on a descriptor of its own from 3 on. */
  readonly inputs: readonly Uint8Array[];
  /** A folder for what the walls report, on the descriptor after the inputs; the shell in them does on the next. Null where neither does. */
  readonly reports: string | null;
  /** Takes the other end of the program's channel to the network, on the second descriptor after those; null for none. */
  readonly serve: ((channel: Duplex) => void) | null;
  /** To be called once, when nothing of it runs any more. Answers what the person should know. */
  settle(): Promise<readonly string[]>;
}

export interface StartPlace {
  readonly cwd: string;
  readonly stdin: 'ignore' | 'pipe';
}

export interface Started {
  readonly child: ChildProcess;
  readonly status: WallStatus;
}

/** In a group of its own, so that all of it can be ended. Throws, or the child emits `error`, where it cannot be started. */
export function startEnclosed(enclosed: Enclosed, place: StartPlace): Started {
  const { inputs, reports, serve } = enclosed;
  const record = reports === null ? null : openStatusFile(reports);
  const own: StdioKind[] = inputs.map(() => 'pipe');
  if (record !== null) own.push(record.descriptor, 'pipe');
  if (serve !== null) own.push('pipe');
  try {
    const child = spawnWith(enclosed, place, own);
    record?.closeAfter(child);
    for (const [index, bytes] of inputs.entries()) hand(bytes, child.stdio[3 + index]);
    const channel = child.stdio[2 + own.length];
    if (serve !== null && channel instanceof Duplex) serve(channel);
    return { child, status: statusOf(child, { record, report: 4 + inputs.length }) };
  } catch (cause) {
    record?.close();
    throw cause;
  }
}

function spawnWith(enclosed: Enclosed, { cwd, stdin }: StartPlace, own: readonly StdioKind[]): ChildProcess {
  const stray = strayDescriptors();
  const nothing = stray.length === 0 ? null : openSync('/dev/null', 'r+');
  try {
    return spawn(enclosed.file, enclosed.args, {
      cwd: enclosed.cwd ?? cwd,
      env: enclosed.environment,
      detached: true,
      stdio: [stdin, 'pipe', 'pipe', ...descriptors(own, stray, nothing)],
      ...enclosed.identity,
    });
  } finally {
    if (nothing !== null) closeSync(nothing);
  }
}

function hand(bytes: Uint8Array, pipe: ChildProcess['stdio'][number] | undefined): void {
  if (!(pipe instanceof Writable)) return;
  // The walls end where they cannot be built, without reading on.
  pipe.on('error', () => undefined);
  // What was written can be read all the same; waiting for the other end would wake us in the middle of its work.
  pipe.end(bytes, () => pipe.destroy());
}

type StdioKind = 'pipe' | 'ignore' | number;

/** From descriptor 3 on: our own, and nothing in the place of what we were started with ourselves. */
function descriptors(own: readonly StdioKind[], stray: readonly number[], nothing: number | null): StdioKind[] {
  const last = Math.max(2 + own.length, ...stray);
  return Array.from({ length: last - 2 }, (_, index) => {
    return own[index] ?? (nothing !== null && stray.includes(index + 3) ? nothing : 'ignore');
  });
}

let strayOnce: readonly number[] | undefined;
const closeOnExec = 0o2000000;

/** What whoever started us left open for its children: Node opens nothing that way, and closes only the first few. */
function strayDescriptors(): readonly number[] {
  strayOnce ??= readNumbers().filter((number) => {
    const flags = /^flags:\s*(\d+)/m.exec(readInfo(number))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0;
  });
  return strayOnce;
}

function readNumbers(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((number) => number > 2);
  } catch {
    return [];
  }
}

function readInfo(number: number): string {
  try {
    return readFileSync(`/proc/self/fdinfo/${number}`, 'latin1');
  } catch {
    return '';
  }
}

export interface WallStatus {
  /** The first process inside, as numbered outside; null until it is known. */
  firstProcess(): number | null;
  /** What the program ended with; null while it runs, and for ever where the walls could not be built or fell. */
  exitCode(): number | null;
  report(): Report;
}

/** Of programs without walls that report nothing is known. */
function statusOf(
  child: ChildProcess,
  { record, report }: { readonly record: StatusFile | null; readonly report: number },
): WallStatus {
  const shell = record === null ? () => '' : listen(child, report);
  const numberAfter = (name: string): number | null => {
    const found = new RegExp(`"${name}": (\\d+)`).exec(record?.read() ?? '')?.[1];
    return found === undefined ? null : Number(found);
  };
  return {
    firstProcess: () => numberAfter('child-pid'),
    exitCode: () => numberAfter('exit-code'),
    report: () => readReport(shell()),
  };
}

const mostCharacters = 10_000;

function listen(child: ChildProcess, descriptor: number): () => string {
  let text = '';
  const pipe = child.stdio[descriptor];
  if (pipe !== null && pipe !== undefined && 'setEncoding' in pipe) {
    pipe.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length < mostCharacters) text += chunk;
    });
  }
  return () => text;
}
