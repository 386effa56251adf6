// The process port: starts programs in a proven directory, with a clean environment, in a group of their own.
import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import { CapabilityError, type ProcessAccess, type ProgramEnd, type ProgramRun } from '../../contract/index.ts';
import { randomHex } from '../../text/index.ts';
import { handlePath, openProven } from '../files/open-proven.ts';
import { systemCode } from '../files/path/system-code.ts';
import type { Program, Sandbox } from '../sandbox/sandbox.ts';
import { shellArguments } from './find-shell.ts';
import { ripgrepPath } from './ripgrep.ts';
import { redactionFor, type NewStreamRedactor } from './redacted-output.ts';
import { supervise, watch, type Running, type WatchedRun } from './supervise.ts';
import { signalGroup, type RunMark } from './survivors.ts';

export interface ProcessNeeds {
  /** Absolute path of the shell that runs command lines: see `findShell`. */
  readonly shell: string;
  /** What programs get as their environment: see `cleanEnvironment`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox;
  /** Takes secrets out of what programs print, before it is cut to its bounds. */
  readonly redact?: NewStreamRedactor;
}

/** The variable by which a program is found again that left its group. */
const markName = 'GATEHOUSE_RUN';

/** Throws `drift` when the directory is not what was checked. Standard input is empty unless given. */
export function createProcessAccess(needs: ProcessNeeds): ProcessAccess {
  const groups = createGroups();
  return {
    async run(run) {
      run.signal.throwIfAborted();
      const isForeign = run.place !== 'host';
      if (isForeign) requireSandbox(needs.sandbox);
      const mark = randomHex(16);
      const program = needs.sandbox.enclose({
        ...(await programOf(run, needs)),
        environment: { ...needs.environment, ...run.environment, [markName]: mark },
      });
      const directory = await openWorkingDirectory(run);
      let running: Running;
      try {
        running = await start(program, { ...run, redact: redactionFor(run, needs.redact) }, directory);
      } finally {
        await directory.close();
      }
      const group = running.child.pid ?? Number.NaN;
      groups.add(group);
      try {
        const ending = await collect(running, run, { group, mark: isForeign ? `${markName}=${mark}` : null });
        return { ...ending, sandbox: needs.sandbox.level };
      } finally {
        groups.remove(group);
      }
    },
  };
}

/** The gate refuses such a call before; this holds where somebody composed a runtime without that guard. */
function requireSandbox({ setting, level, reason }: Sandbox): void {
  if (setting !== 'required' || level === 'full') return;
  throw new CapabilityError(
    'process_failed',
    `The setting sandbox: required wants level full, which is ${level}. ${reason}`,
  );
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

async function start(program: Program, run: ProgramRun & WatchedRun, directory: FileHandle): Promise<Running> {
  const { file, args, environment } = program;
  try {
    const child = spawn(file, args, {
      // The child changes into the open directory, whatever its name leads to by now.
      cwd: handlePath(directory, run.directory.real),
      env: environment,
      // A group of its own, so that all of it can be ended.
      detached: true,
      stdio: [run.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    if (child.pid === undefined) await once(child, 'spawn');
    return watch(child, run);
  } catch (cause) {
    const message = `${file} could not be started (${systemCode(cause) ?? 'unknown error'}).`;
    throw new CapabilityError('process_failed', message, { cause });
  }
}

async function collect(running: Running, run: ProgramRun, mark: RunMark): Promise<Omit<ProgramEnd, 'sandbox'>> {
  const ending = await supervise(running, mark, run);
  const [kept, keptError] = [running.stdout.end(), running.stderr.end()];
  return {
    ...ending,
    stdout: kept.bytes,
    stderr: keptError.bytes,
    stdoutOmitted: kept.omitted,
    stderrOmitted: keptError.omitted,
  };
}

/** Ends what runs when this process exits: nobody would watch it any more. */
function createGroups() {
  const live = new Set<number>();
  const endAll = (): void => {
    for (const group of live) signalGroup(group, 'SIGKILL');
  };
  return {
    add(group: number) {
      if (live.size === 0) process.once('exit', endAll);
      live.add(group);
    },
    remove(group: number) {
      live.delete(group);
      if (live.size === 0) process.off('exit', endAll);
    },
  };
}
