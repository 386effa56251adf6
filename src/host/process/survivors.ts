// Finds and ends what a program left running: its process group, and what left the group but carries the mark of the run.
import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface RunMark {
  /** The process that was started leads a group of this number. */
  readonly group: number;
  /** A variable with a value that only this run has, as `NAME=value`; null where leaving the group is not looked for. */
  readonly mark: string | null;
  /** The first process of a table of its own, which it leads as a group and which ends with it; null where there is none. */
  readonly firstInside: () => number | null;
}

/** The variable by which a program is found again that left its group. */
export const markName = 'GATEHOUSE_RUN';

const rounds = 50;
const roundMs = 20;

/** Signals the whole group; false when it has no members. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (cause) {
    // EPERM: there are members, of another user.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/**
 * Kills all that is left of a run and waits until it is gone; true when there was something. What cleared its environment and left the
 * group is not found: holding that is the sandbox's part. Systems without /proc: the group only.
 */
export async function endSurvivors(run: RunMark): Promise<boolean> {
  const { group, mark } = run;
  const first = run.firstInside();
  if (first !== null) return awaitGone(first);
  if (mark === null && !signalGroup(group, 0)) return false;
  for (let round = 0; round < rounds; round++) {
    const alive = await survivors(run);
    if (alive === null) return signalGroup(group, 'SIGKILL');
    if (alive.length === 0) return round > 0;
    signalGroup(group, 'SIGKILL');
    for (const pid of alive) kill(pid);
    await pause(roundMs);
  }
  return true;
}

/** The kernel ends all others before the first one is gone. It ends with the walls, so that it is only waited for. */
async function awaitGone(first: number): Promise<boolean> {
  const start = performance.now();
  while (performance.now() - start < rounds * roundMs) {
    if (hasEnded(first)) return false;
    // It is a matter of a few milliseconds, which every program waits for.
    await (performance.now() - start < roundMs ? nextTurn() : pause(roundMs / 10));
  }
  return true;
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself since it was seen.
  }
}

/** Null where the system does not tell. A zombie is no survivor: it waits for whoever started it. */
async function survivors(run: RunMark): Promise<readonly number[] | null> {
  const names = await readdir('/proc').catch(() => null);
  if (names === null) return null;
  const last = await lastPid();
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  // Whatever the run started has a later number than itself, unless the numbers began again in between.
  const candidates = last >= run.group ? pids.filter((pid) => pid > run.group) : pids;
  const found = await Promise.all(candidates.map(async (pid) => ((await belongs(pid, run)) ? [pid] : [])));
  return found.flat();
}

/** The number of the newest process; 0 where the system does not tell. */
async function lastPid(): Promise<number> {
  const load = await readFile('/proc/loadavg', 'latin1').catch(() => '');
  return Number(load.trim().split(' ').at(-1)) || 0;
}

async function belongs(pid: number, { group, mark }: RunMark): Promise<boolean> {
  if (pid === process.pid) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // pid (name) state parent group …; the name may hold anything, a parenthesis too.
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return false;
  if (Number(processGroup) === group) return true;
  if (mark === null) return false;
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return environment.split('\0').includes(mark);
}

export interface LiveGroups {
  add(group: number): void;
  remove(group: number): void;
}

/** Ends what runs when this process exits: nobody would watch it any more. */
export function createLiveGroups(): LiveGroups {
  const live = new Set<number>();
  const endAll = (): void => {
    for (const group of live) signalGroup(group, 'SIGKILL');
  };
  return {
    add(group) {
      if (live.size === 0) process.once('exit', endAll);
      live.add(group);
    },
    remove(group) {
      live.delete(group);
      if (live.size === 0) process.off('exit', endAll);
    },
  };
}
