// The process port: starts programs in a proven directory, with a clean environment, in their sandbox and a group of their own.
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { constants } from 'node:os';
import {
  CapabilityError,
  type ProcessAccess,
  type ProgramEnd,
  type ProgramReach,
  type ProgramRun,
} from '../../contract/index.ts';
import { randomHex } from '../../text/index.ts';
import { handlePath, openProven } from '../files/open-proven.ts';
import { systemCode } from '../files/path/system-code.ts';
import { startEnclosed, type Enclosed, type WallStatus } from '../sandbox/enclosed.ts';
import type { Program } from '../sandbox/program.ts';
import { unconfined } from '../sandbox/proof/unconfined.ts';
import { refuseRequired, requireFull, type Sandbox } from '../sandbox/sandbox.ts';
import { shellArguments } from '../programs/find-shell.ts';
import { checkProgram } from './check-program.ts';
import { ripgrepPath } from './ripgrep.ts';
import { redactionFor, type NewStreamRedactor } from './redacted-output.ts';
import { supervise, watch, type Running, type WatchedRun } from './supervise.ts';
import { createLiveGroups, markName, type RunMark } from './survivors.ts';

export interface ProcessNeeds {
  /** Absolute path of the shell that runs command lines: see `findShell`. */
  readonly shell: string;
  /** What programs get as their environment: see `cleanEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  /** Takes secrets out of what programs print, before it is cut to its bounds. */
  readonly redact?: NewStreamRedactor;
}

const usualReach: ProgramReach = { workspace: 'write', hosts: [] };

/** Throws `drift` when the directory is not what was checked. Standard input is empty unless given. */
export function createProcessAccess(needs: ProcessNeeds): ProcessAccess {
  const groups = createLiveGroups();
  return {
    async run(run) {
      run.signal.throwIfAborted();
      if (run.place === 'outside') refuseRequired(needs.sandbox);
      else if (run.place !== 'host') await requireFull(needs.sandbox);
      const directory = await openWorkingDirectory(run);
      const mark = randomHex(16);
      let enclosed: Enclosed;
      let running: Running;
      try {
        enclosed = await enclose(run, mark, needs);
        const watched = { ...run, redact: redactionFor(run, needs.redact) };
        running = await start(enclosed, watched, directory).catch(async (cause: unknown) => {
          await enclosed.settle();
          throw cause;
        });
      } finally {
        await directory.close();
      }
      const group = running.child.pid ?? Number.NaN;
      groups.add(group);
      let notes: readonly string[] = [];
      let end: ProgramEnd;
      try {
        // Programs of ours leave nothing outside their group.
        const word = run.place === 'host' ? null : `${markName}=${mark}`;
        end = await collect(running, run, {
          enclosed,
          mark: { group, mark: word, firstInside: running.status.firstProcess },
        });
      } finally {
        groups.remove(group);
        // After an abort as well: what it made under a protected name is not left there.
        notes = await enclosed.settle();
      }
      const all = [...(end.notes ?? []), ...notes];
      return all.length === 0 ? end : { ...end, notes: all };
    },
  };
}

async function enclose(run: ProgramRun, mark: string, needs: ProcessNeeds): Promise<Enclosed> {
  const environment = { ...needs.environment, ...run.environment, [markName]: mark };
  const program = { ...(await programOf(run, needs)), environment };
  if (run.place === 'host') return unconfined(program, 'none');
  const directory = run.directory.real;
  await checkProgram(program, directory);
  if (run.place === 'outside') return unconfined(program, 'off');
  return needs.sandbox.enclose(program, { directory, reach: run.reach ?? usualReach, timeoutMs: run.timeoutMs });
}

async function programOf({ command }: ProgramRun, { shell }: ProcessNeeds): Promise<Omit<Program, 'environment'>> {
  if ('shell' in command) return { file: shell, args: shellArguments(shell, command.shell) };
  const [file, ...args] = command.argv;
  if (file === undefined) throw new CapabilityError('process_failed', 'No program is named.');
  return { file: file === 'rg' ? await ripgrepPath() : file, args };
}

async function openWorkingDirectory({ directory }: ProgramRun): Promise<FileHandle> {
  const { handle, entry } = await openProven(directory);
  if (entry.isDirectory()) return handle;
  await handle.close();
  throw new CapabilityError('path_refused', `${directory.shown} is not a directory.`);
}

async function start(enclosed: Enclosed, run: ProgramRun & WatchedRun, directory: FileHandle): Promise<Running> {
  try {
    const { child, status } = startEnclosed(enclosed, {
      // The child changes into the open directory, whatever its name leads to by now.
      cwd: handlePath(directory, run.directory.real),
      stdin: run.stdin === undefined ? 'ignore' : 'pipe',
    });
    if (child.pid === undefined) await once(child, 'spawn');
    return watch(child, run, status);
  } catch (cause) {
    throw notStarted(enclosed.file, systemCode(cause) ?? 'unknown error', cause);
  }
}

function notStarted(file: string, why: string, cause?: unknown): CapabilityError {
  return new CapabilityError('process_failed', `${file} could not be started (${why}).`, { cause });
}

interface Collecting {
  readonly enclosed: Enclosed;
  readonly mark: RunMark;
}

async function collect(running: Running, run: ProgramRun, { enclosed, mark }: Collecting): Promise<ProgramEnd> {
  const ending = await supervise(running, mark, run);
  const [kept, keptError] = [running.stdout.end(), running.stderr.end()];
  const end: ProgramEnd = {
    ...ending,
    stdout: kept.bytes,
    stderr: keptError.bytes,
    stdoutOmitted: kept.omitted,
    stderrOmitted: keptError.omitted,
    sandbox: enclosed.level,
  };
  return enclosed.reports === null ? end : withReport(end, running.status);
}

/** What is known of the program itself: the process that was started is the walls. */
function withReport(end: ProgramEnd, status: WallStatus): ProgramEnd {
  const { foundLeftovers, wasSignalled } = status.report();
  const code = status.exitCode();
  if (code !== null) {
    const signal = wasSignalled || end.timedOut ? signalOf(code) : null;
    return { ...end, exitCode: signal === null ? code : null, signal, endedLeftovers: foundLeftovers };
  }
  if (end.timedOut) return end;
  // Without a word of how the program ended the walls were never whole, or fell before it did.
  if (end.signal === null) {
    throw notStarted('The sandbox', Buffer.from(end.stderr).toString().trim().slice(0, 500));
  }
  const note = `The sandbox was ended from outside (${end.signal}), and the program with it. What it did until then stands.`;
  return { ...end, notes: [note] };
}

/** A shell says of a program that a signal ended, 128 and its number. */
function signalOf(code: number): string | null {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0] ?? null;
}
