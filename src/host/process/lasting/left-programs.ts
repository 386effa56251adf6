// Remembers in the home which programs run, so that the next start ends what a process of ours left behind that was killed.
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readTextFile } from '../../home/read-text-file.ts';
import { markName, signalGroup } from '../survivors.ts';

/** A process: its number alone is given to others later, number and time of start are not. */
interface ProcessMark {
  readonly pid: number;
  /** In ticks since this machine started. */
  readonly startedAt: string;
}

interface ProgramRecord {
  readonly boot: string;
  /** The table that its numbers are of: a container that shares the home has another one, and the machine sees the container's processes. */
  readonly table: string;
  /** Value of the variable that it and all that it starts carry. */
  readonly mark: string;
  /** What it is called, for people. */
  readonly command: string;
  /** Who started it. */
  readonly owner: ProcessMark;
  /** Null for the moment before it is started. */
  readonly program: ProcessMark | null;
}

export interface LeftPrograms {
  /** Before it is started. */
  note(mark: string, command: string): void;
  /** It leads a group of its number. */
  started(mark: string, pid: number): void;
  ended(mark: string): void;
  /** Ends what others left that are gone: TERM, then KILL. Once; answers what it ended. */
  sweep(): Promise<readonly string[]>;
}

const termMs = 1_000;
const stepMs = 25;
const maxRecordBytes = 16 * 1024;

/** On systems without /proc nothing is remembered: there a number cannot be told from the same one given anew. */
export function createLeftPrograms(folder: string): LeftPrograms {
  const place = placeOf();
  const self = markOf(process.pid);
  const noted = new Map<string, ProgramRecord>();
  let sweeping: Promise<readonly string[]> | null = null;

  function write(record: ProgramRecord): void {
    noted.set(record.mark, record);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${record.mark}.json`);
    writeFileSync(`${path}.draft`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  }

  return {
    note(mark, command) {
      if (place !== null && self !== null) write({ ...place, mark, command, owner: self, program: null });
    },
    started(mark, pid) {
      const record = noted.get(mark);
      if (record !== undefined) write({ ...record, program: markOf(pid) });
    },
    ended(mark) {
      if (noted.delete(mark)) rmSync(join(folder, `${mark}.json`), { force: true });
    },
    sweep: () => (sweeping ??= place === null ? Promise.resolve([]) : sweep(folder, place)),
  };
}

async function sweep(folder: string, { boot, table }: Place): Promise<readonly string[]> {
  const ended: string[] = [];
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const record = readRecord(path);
    if (record !== null && record.boot === boot) {
      // Whether an owner of another table is gone cannot be told from here.
      if (record.table !== table || isThere(record.owner)) continue;
      if (await endLeft(record)) ended.push(record.command);
    }
    remove(path);
  }
  return ended;
}

/** What cannot be removed, such as a folder, keeps nothing else from being seen to. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is no record of ours, or the next sweep finds it again.
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was ever started.
    return [];
  }
}

/** True where there was something to end. */
async function endLeft(record: ProgramRecord): Promise<boolean> {
  if (alive(record).length === 0) return false;
  signal(record, 'SIGTERM');
  for (let waited = 0; waited < termMs && alive(record).length > 0; waited += stepMs) await pause(stepMs);
  // What is started meanwhile carries the mark too.
  for (let waited = 0; waited < termMs && alive(record).length > 0; waited += stepMs) {
    signal(record, 'SIGKILL');
    await pause(stepMs);
  }
  return true;
}

/** The group only while the process is there that leads it; others by the mark, which nothing else in the world has. */
function signal(record: ProgramRecord, name: 'SIGTERM' | 'SIGKILL'): void {
  const { program } = record;
  const marked = alive(record);
  if (program !== null && isThere(program)) signalGroup(program.pid, name);
  for (const pid of marked) {
    try {
      process.kill(pid, name);
    } catch {
      // Gone by itself since it was seen, or of another user.
    }
  }
}

function alive({ program, mark }: ProgramRecord): readonly number[] {
  const wanted = `${markName}=${mark}`;
  const marked = namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && statOf(pid) !== null && environmentOf(pid).includes(wanted));
  return program !== null && isThere(program) && !marked.includes(program.pid) ? [...marked, program.pid] : marked;
}

function isThere({ pid, startedAt }: ProcessMark): boolean {
  return markOf(pid)?.startedAt === startedAt;
}

/** Null for a process that is not there, or has ended and waits to be collected. */
function markOf(pid: number): ProcessMark | null {
  const startedAt = statOf(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** The time of its start. */
function statOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // pid (name) state parent …; the name may hold anything, a parenthesis too.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // Of another user, or gone.
    return [];
  }
}

type Place = Pick<ProgramRecord, 'boot' | 'table'>;

function placeOf(): Place | null {
  const boot = readTextFile('/proc/sys/kernel/random/boot_id', 100);
  try {
    return boot.kind === 'text' ? { boot: boot.text.trim(), table: readlinkSync('/proc/self/ns/pid') } : null;
  } catch {
    return null;
  }
}

/** Null for what is no record of ours: nothing is ended for it. */
function readRecord(path: string): ProgramRecord | null {
  const file = readTextFile(path, maxRecordBytes);
  if (file.kind !== 'text' || file.exposure !== null) return null;
  try {
    const value: unknown = JSON.parse(file.text);
    if (!isMap(value)) return null;
    const { boot, table, mark, command, owner, program } = value;
    const by = readMark(owner);
    if (!isText(boot) || !isText(table) || !isText(mark) || !isText(command) || by === null) return null;
    // A mark that something else could have is none.
    return /^[0-9a-f]{32}$/.test(mark) ? { boot, table, mark, command, owner: by, program: readMark(program) } : null;
  } catch {
    return null;
  }
}

function readMark(value: unknown): ProcessMark | null {
  if (!isMap(value)) return null;
  const { pid, startedAt } = value;
  // Numbers below are the system's own, and 0 and negative ones are groups.
  const isOne = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1 && typeof startedAt === 'string';
  return isOne ? { pid, startedAt } : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
