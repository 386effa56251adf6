// Which process is meant by a process id: ids are used again, and each container counts its own.
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Where process ids mean something: the host and, on Linux, the namespace of process ids. */
export interface ProcessPlace {
  readonly host: string;
  readonly pidSpace: string;
}

export function ownPlace(): ProcessPlace {
  return { host: hostname(), pidSpace: orEmpty(() => readlinkSync('/proc/self/ns/pid')) };
}

/** When a process started, in a form that no other process with its id has; null where the system does not tell. */
export function processStart(pid: number): string | null {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  // The name in parentheses may hold anything, parentheses too (proc_pid_stat(5)): fields are counted from behind it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields[18];
  if (ticks === undefined || boot === '' || state === undefined || isOver(state)) return null;
  return `${boot}/${ticks}`;
}

/** True when the process is there and is still the one that started then. */
export function isRunning(pid: number, start: string | null): boolean {
  if (start !== null) return processStart(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // EPERM: it is there, and belongs to somebody else.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/** A dead process stays listed until its parent asks for its end. */
function isOver(state: string): boolean {
  return state === 'Z' || state === 'X';
}

/** '' where there is no such file: another system than Linux, or no such process. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
