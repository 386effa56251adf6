// Runs a foreign program alone for what it says of itself: without a shell, in an empty folder, for a while, and nothing of it stays.
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomHex } from '../../../text/index.ts';
import { systemCode } from '../../files/path/system-code.ts';
import { findProgram } from '../../programs/find-program.ts';
import { startEnclosed, type Enclosed } from '../../sandbox/enclosed.ts';
import { supervise, watch, type Ending, type Running } from '../supervise.ts';
import { createLiveGroups, markName } from '../survivors.ts';
import { noWalls, openWalls, type AskWalls, type OpenWalls } from './ask-walls.ts';

export interface ProgramQuestion {
  /** The program by its name, or by an absolute path. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of standard output. More of it is no answer. */
  readonly maxBytes: number;
  /** Default: whoever asks waits. */
  readonly signal?: AbortSignal;
  /** How sentences call it. Default: its command line. */
  readonly called?: string;
  /** Where they cannot be had it runs without, and the answer says so. Default: it runs as its owner does. */
  readonly walls?: AskWalls;
}

/** `why` is a sentence that names the program. `exit` also where an answer came before. */
export type ProgramAnswer =
  | {
      readonly ok: true;
      readonly stdout: string;
      readonly stderr: string;
      /** Why it ran without the walls that were asked for. */
      readonly unwalled?: string;
    }
  | {
      readonly ok: false;
      readonly problem: 'exit';
      readonly why: string;
      /** Null where a signal ended it. */
      readonly exitCode: number | null;
      /** As far as it is text. */
      readonly stdout: string;
    }
  | {
      readonly ok: false;
      readonly problem: 'missing' | 'not_executable' | 'not_started' | 'timeout' | 'too_long' | 'not_text';
      readonly why: string;
    };

const shownErrorChars = 500;

export interface ProgramAsking {
  ask(question: ProgramQuestion): Promise<ProgramAnswer>;
}

/** Rejects only where the signal aborts. */
export function createProgramAsking(): ProgramAsking {
  const groups = createLiveGroups();
  return {
    async ask(question) {
      const { argv, environment } = question;
      const [name = ''] = argv;
      const file = await findProgram(name, { path: environment['PATH'] ?? '', directory: '/' });
      if (file === null) return notThere(name);
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-ask-'));
      try {
        return await answerOf(file, question, { folder, groups });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function notThere(name: string): Promise<ProgramAnswer> {
  const isThere = name.includes('/') && (await stat(name).catch(() => null)) !== null;
  if (isThere) return failed('not_executable', `${name} is there, but it is no file that may be executed.`);
  const where = name.includes('/') ? 'there is no file of that path' : 'no folder of PATH has a program of that name';
  return failed('missing', `${name} is missing: ${where}.`);
}

type Failed = Exclude<ProgramAnswer, { readonly ok: true } | { readonly problem: 'exit' }>;

function failed(problem: Failed['problem'], why: string): ProgramAnswer {
  return { ok: false, problem, why };
}

interface Asking {
  readonly folder: string;
  readonly groups: ReturnType<typeof createLiveGroups>;
}

class TooLong extends Error {}

async function answerOf(file: string, question: ProgramQuestion, asking: Asking): Promise<ProgramAnswer> {
  const walls = question.walls === undefined ? noWalls : await openWalls(question.walls);
  try {
    const answer = await runIn({ walls, file, ...asking }, question);
    return answer.ok && walls.missing !== null ? { ...answer, unwalled: walls.missing } : answer;
  } finally {
    walls.close();
  }
}

interface Placed extends Asking {
  readonly walls: OpenWalls;
  readonly file: string;
}

async function runIn({ walls, file, ...asking }: Placed, question: ProgramQuestion): Promise<ProgramAnswer> {
  const { argv, timeoutMs, called = argv.join(' ') } = question;
  const mark = randomHex(16);
  const environment = { ...question.environment, [markName]: mark };
  const program = { file, args: argv.slice(1), environment };
  let enclosed: Enclosed;
  try {
    enclosed = await walls.enclose(program, timeoutMs);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return failed('not_started', `${called} could not be started in the sandbox: ${why}`);
  }
  try {
    return await answerIn(enclosed, { ...question, called, mark: `${markName}=${mark}` }, asking);
  } finally {
    await enclosed.settle();
  }
}

async function answerIn(
  enclosed: Enclosed,
  question: ProgramQuestion & { readonly called: string; readonly mark: string },
  { folder, groups }: Asking,
): Promise<ProgramAnswer> {
  const { timeoutMs, maxBytes, mark, called: line } = question;
  let running: Running;
  try {
    running = await start(enclosed, maxBytes, folder);
  } catch (cause) {
    return failed('not_started', `${line} could not be started (${systemCode(cause) ?? 'unknown error'}).`);
  }
  const tooLong = abortWhenLonger(running, maxBytes);
  const signal = question.signal === undefined ? tooLong : AbortSignal.any([tooLong, question.signal]);
  const group = running.child.pid ?? Number.NaN;
  groups.add(group);
  try {
    const run = { group, mark, firstInside: running.status.firstProcess };
    return read(await supervise(running, run, { timeoutMs, signal }), { running, line, timeoutMs });
  } catch (cause) {
    if (!(cause instanceof TooLong)) throw cause;
    return failed('too_long', `${line} printed more than ${maxBytes} bytes, and was ended.`);
  } finally {
    groups.remove(group);
  }
}

async function start(enclosed: Enclosed, maxBytes: number, folder: string): Promise<Running> {
  const { child, status } = startEnclosed(enclosed, { cwd: folder, stdin: 'ignore' });
  if (child.pid === undefined) await once(child, 'spawn');
  // Room for all of it: with less the middle would be missing.
  return watch(child, { maxBytes: maxBytes * 2 }, status);
}

function abortWhenLonger({ child }: Running, maxBytes: number): AbortSignal {
  const controller = new AbortController();
  let bytes = 0;
  child.stdout?.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxBytes) controller.abort(new TooLong());
  });
  return controller.signal;
}

interface Read {
  readonly running: Running;
  readonly line: string;
  readonly timeoutMs: number;
}

function read({ exitCode, signal, timedOut }: Ending, { running, line, timeoutMs }: Read): ProgramAnswer {
  const error = Buffer.from(running.stderr.end().bytes).toString().trim();
  const said = error === '' ? '' : ` Its error output: ${error.slice(-shownErrorChars)}`;
  if (timedOut)
    return failed('timeout', `${line} did not end within ${timeoutMs / 1000} seconds, and was ended.${said}`);
  if (exitCode !== 0) {
    const why = `${line} ended with ${signal ?? `exit code ${exitCode}`}.${said}`;
    const stdout = Buffer.from(running.stdout.end().bytes).toString();
    return { ok: false, problem: 'exit', why, exitCode, stdout };
  }
  try {
    const stdout = new TextDecoder('utf-8', { fatal: true }).decode(running.stdout.end().bytes);
    return { ok: true, stdout, stderr: error };
  } catch {
    return failed('not_text', `${line} printed what is no UTF-8 text.`);
  }
}
