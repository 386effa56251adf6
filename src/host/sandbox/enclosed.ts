// A program with its walls around it, and how it is started: whoever runs one, be it a tool or the proof of a level, starts it here.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { Duplex } from 'node:stream';
import type { ProgramEnd } from '../../contract/index.ts';
import { readReport, type Report } from './first-program.ts';
import type { Identity } from './identity.ts';
import type { Program } from './program.ts';

export type SandboxLevel = ProgramEnd['sandbox'];

export interface Enclosed extends Program {
  readonly level: SandboxLevel;
  /** The user it is started as; null for the one who runs this. */
  readonly identity: Identity['outside'];
  /** Where it is started; null for the directory that was asked for. */
  readonly cwd: string | null;
  /** What the walls read, each on a descriptor of its own from 3 on. */
  readonly inputs: readonly Uint8Array[];
  /** Whether walls and the shell in them report, on the two descriptors after the inputs: see `readStatus`. */
  readonly reports: boolean;
  /** Takes the other end of the program's channel to the network, on the second descriptor after those; null for none. */
  readonly serve: ((channel: Duplex) => void) | null;
  /** To be called once, when nothing of it runs any more. Answers what the person should know. */
  settle(): Promise<readonly string[]>;
}

export interface StartPlace {
  readonly cwd: string;
  readonly stdin: 'ignore' | 'pipe';
}

/** In a group of its own, so that all of it can be ended. Throws, or the child emits `error`, where it cannot be started. */
export function startEnclosed(enclosed: Enclosed, { cwd, stdin }: StartPlace): ChildProcess {
  const { file, args, environment, identity, inputs, reports, serve } = enclosed;
  const pipes = inputs.length + (reports ? 2 : 0) + (serve === null ? 0 : 1);
  const stray = strayDescriptors();
  const nothing = stray.length === 0 ? null : openSync('/dev/null', 'r+');
  try {
    const child = spawn(file, args, {
      cwd: enclosed.cwd ?? cwd,
      env: environment,
      detached: true,
      stdio: [stdin, 'pipe', 'pipe', ...descriptors(pipes, stray, nothing)],
      ...identity,
    });
    for (const [index, bytes] of inputs.entries()) {
      const pipe = child.stdio[3 + index];
      if (pipe === null || pipe === undefined || !('write' in pipe)) continue;
      // The walls end where they cannot be built, without reading on.
      pipe.on('error', () => undefined);
      pipe.end(bytes);
    }
    const channel = child.stdio[2 + pipes];
    if (serve !== null && channel instanceof Duplex) serve(channel);
    return child;
  } finally {
    if (nothing !== null) closeSync(nothing);
  }
}

/** From descriptor 3 on: our pipes, and nothing in the place of what we were started with ourselves. */
function descriptors(pipes: number, stray: readonly number[], nothing: number | null): ('pipe' | 'ignore' | number)[] {
  const last = Math.max(2 + pipes, ...stray);
  return Array.from({ length: last - 2 }, (_, index) => {
    if (index < pipes) return 'pipe';
    return nothing !== null && stray.includes(index + 3) ? nothing : 'ignore';
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

/** Listens to what walls report; of others nothing is known. To be called in the tick of the start. */
export function readStatus({ inputs, reports }: Enclosed, child: ChildProcess): WallStatus {
  const at = 3 + inputs.length;
  const [walls, shell] = reports ? [listen(child, at), listen(child, at + 1)] : [() => '', () => ''];
  const numberAfter = (name: string): number | null => {
    const found = new RegExp(`"${name}": (\\d+)`).exec(walls())?.[1];
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
