// A program that lives on and is talked to line by line: clean environment, a group of its own, and nothing of it left when it is stopped.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CapabilityError } from '../../../contract/index.ts';
import { randomHex } from '../../../text/index.ts';
import { systemCode } from '../../files/path/system-code.ts';
import { checkProgram } from '../check-program.ts';
import type { NewStreamRedactor } from '../redacted-output.ts';
import { createLiveGroups, endSurvivors, markName, signalGroup, type LiveGroups } from '../survivors.ts';
import { createLeftPrograms, type LeftPrograms } from './left-programs.ts';
import { createLineReader } from './line-reader.ts';

export interface LastingRun {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[];
  /** Absolute path of the folder it runs in. */
  readonly directory: string;
  /** All of its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** A longer line of its output is not kept. */
  readonly maxLineBytes: number;
  readonly onLine: (line: string) => void;
  readonly onLongLine: (bytes: number) => void;
  /** Takes secrets out of what it prints on its error output. */
  readonly redact: NewStreamRedactor;
}

export interface LastingProgram {
  /** Rejects when its input is closed. */
  writeLine(line: string): Promise<void>;
  /** The end of its error output, redacted and bounded. */
  errorTail(): string;
  /** In words; resolves when it and all that it started are gone. */
  readonly ended: Promise<string>;
  /** Closes its input, then TERM, then KILL. Resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** For a program that ends by itself once nobody talks to it. */
const closeMs = 400;
/** From TERM to KILL. */
const graceMs = 1_000;
const tailChars = 4_096;

export interface LastingPrograms {
  /** Rejects with `process_failed` where it cannot be started. */
  start(run: LastingRun): Promise<LastingProgram>;
  /** Ends what an earlier process of this home left running when it was killed. Each start waits for that. */
  sweep(): Promise<void>;
}

export interface LastingPlace {
  /** The folder of the home where it is remembered what runs. */
  readonly folder: string;
  readonly report: (message: string) => void;
}

export function createLastingPrograms({ folder, report }: LastingPlace): LastingPrograms {
  const groups = createLiveGroups();
  const left = createLeftPrograms(folder);
  const tell = (cause: unknown): void =>
    report(
      `Programs that were left running are not looked after: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  let sweeping: Promise<void> | null = null;
  const sweep = async (): Promise<void> => {
    const ended = await left.sweep();
    if (ended.length > 0) report(`Ended what an earlier process left running when it was killed: ${ended.join(', ')}`);
  };
  const programs: LastingPrograms = {
    sweep: () => (sweeping ??= sweep().catch(tell)),
    async start(run) {
      await programs.sweep();
      return start(run, { groups, left: withFaultsTold(left, tell) });
    },
  };
  return programs;
}

/** A full disk keeps no program from being started: only its end after a kill is not seen to. */
function withFaultsTold(left: LeftPrograms, tell: (cause: unknown) => void): Remembering {
  const attempt = (act: () => void): void => {
    try {
      act();
    } catch (cause) {
      tell(cause);
    }
  };
  return {
    note: (mark, command) => attempt(() => left.note(mark, command)),
    started: (mark, pid) => attempt(() => left.started(mark, pid)),
    ended: (mark) => attempt(() => left.ended(mark)),
  };
}

type Remembering = Pick<LeftPrograms, 'note' | 'started' | 'ended'>;

interface StartParts {
  readonly groups: LiveGroups;
  readonly left: Remembering;
}

async function start(run: LastingRun, { groups, left }: StartParts): Promise<LastingProgram> {
  const [file = '', ...args] = run.argv;
  const mark = randomHex(16);
  const environment = { ...run.environment, [markName]: mark };
  await checkProgram({ file, args, environment }, run.directory);
  left.note(mark, basename(file));
  const child = await spawned(file, args, { cwd: run.directory, env: environment }).catch((cause: unknown) => {
    left.ended(mark);
    throw cause;
  });
  const group = child.pid ?? Number.NaN;
  groups.add(group);
  left.started(mark, group);
  const lines = createLineReader({ ...run, maxBytes: run.maxLineBytes });
  child.stdout?.on('data', (chunk: Uint8Array) => lines.push(chunk));
  // It may end without reading all of its input: its end says all there is to say.
  child.stdin?.on('error', () => undefined);
  const errors = watchErrors(child, run.redact);
  const ended = endOf(child, { group, mark }).finally(() => {
    groups.remove(group);
    left.ended(mark);
  });
  let stopping: Promise<void> | null = null;
  return {
    writeLine: (line) => writeLine(child, line),
    errorTail: errors,
    ended,
    stop: () => (stopping ??= stop(child, group, ended)),
  };
}

interface SpawnPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

async function spawned(file: string, args: readonly string[], place: SpawnPlace): Promise<ChildProcess> {
  try {
    const child = spawn(file, args, { ...place, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
    if (child.pid === undefined) await once(child, 'spawn');
    child.on('error', () => undefined);
    return child;
  } catch (cause) {
    const why = systemCode(cause) ?? 'unknown error';
    throw new CapabilityError('process_failed', `${file} could not be started (${why}).`, { cause });
  }
}

function watchErrors(child: ChildProcess, redact: NewStreamRedactor): () => string {
  const redactor = redact();
  let tail = '';
  const keep = (text: string): void => {
    tail = (tail + text).slice(-tailChars);
  };
  const decoder = new TextDecoder();
  child.stderr?.on('data', (chunk: Uint8Array) => keep(redactor.push(decoder.decode(chunk, { stream: true }))));
  child.stderr?.once('end', () => keep(redactor.end()));
  // A cut may have split a pair.
  return () => tail.toWellFormed();
}

interface LastingMark {
  readonly group: number;
  readonly mark: string;
}

async function endOf(child: ChildProcess, { group, mark }: LastingMark): Promise<string> {
  const words = await new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  try {
    // What it printed last is in the pipe.
    await pause(20);
    await endSurvivors({ group, mark: `${markName}=${mark}`, firstInside: () => null });
  } finally {
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
  return words;
}

function writeLine(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdin === null || child.stdin.destroyed) return reject(new Error('The program takes no input any more.'));
    child.stdin.write(`${line}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

async function stop(child: ChildProcess, group: number, ended: Promise<string>): Promise<void> {
  child.stdin?.end();
  if (await isOver(ended, closeMs)) return;
  signalGroup(group, 'SIGTERM');
  if (await isOver(ended, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  await ended;
}

async function isOver(ended: Promise<string>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([ended.then(() => true), pause(ms, false, { signal: timer.signal }).catch(() => false)]);
  } finally {
    timer.abort();
  }
}
