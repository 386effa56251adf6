// The shell that runs before a program: it sets what the program may use of the machine, for which Node has no call.
import { availableParallelism } from 'node:os';
import type { Program } from './program.ts';

interface Limits {
  readonly timeoutMs: number;
}

/** In blocks of 512 bytes, as shells count. */
const fileBlocks = (8 * 2 ** 30) / 512;
const openFiles = 4096;
/** Counted in the sandbox's own world of users since Linux 5.14, and does not bind a program that is root outside. */
const processes = 8192;
/** Beyond its time a program is ended anyway: this is for one that nobody ends. */
const spareSeconds = 30;

/** No limit on memory: what Node and Java reserve without using it would be counted. */
function setLimits({ timeoutMs }: Limits): string {
  const seconds = Math.ceil((timeoutMs / 1_000) * availableParallelism()) + spareSeconds;
  // A hard limit of the machine may be lower already, which is as good.
  const limits = ['-c 0', `-f ${fileBlocks}`, `-n ${openFiles}`, `-t ${seconds}`];
  // The letter for processes is another one in each shell.
  return [
    ...limits.map((limit) => `ulimit ${limit} 2>/dev/null`),
    `ulimit -p ${processes} 2>/dev/null || ulimit -u ${processes} 2>/dev/null`,
  ].join('; ');
}

/** The shell becomes the program. */
export function limited({ file, args, environment }: Program, limits: Limits): Program {
  return { file: '/bin/sh', args: ['-c', `${setLimits(limits)}; exec "$@"`, 'sh', file, ...args], environment };
}

/** The word for processes that are there when the program has ended. */
const left = 'left';

export interface Reporting {
  readonly limits: Limits;
  /** The descriptor, below 9, that the shell reports on. */
  readonly report: number;
  /** A program beside it, as words for a shell: it alone keeps the descriptor, and closes its output when it is ready. */
  readonly companion: { readonly command: string; readonly descriptor: number } | null;
}

/**
 * For a table of processes of its own, in which the shell is left with the first one at the end. On the descriptor it says what else is
 * there, and in its own words which signal ended the program; the program gets its standard streams and nothing else.
 */
export function reported({ file, args, environment }: Program, { limits, report, companion }: Reporting): Program {
  const errors = 9;
  const kept = companion === null ? [report] : [report, companion.descriptor];
  const others = companion === null ? '' : '|/proc/$companion';
  const script = [
    setLimits(limits),
    // It outlives what is sent to all in the sandbox; the program itself is not shielded by that.
    'trap : TERM INT HUP',
    `exec ${errors}>&2 2>&${report}`,
    // Ends when the companion closes its output: then it is ready.
    ...(companion === null ? [] : [`companion=$(${companion.command} ${report}>&- ${errors}>&- & echo $!)`]),
    `(exec "$@") 2>&${errors} ${[errors, ...kept].map((each) => `${each}>&-`).join(' ')}`,
    'code=$?',
    `for each in /proc/[0-9]*; do case $each in "/proc/[0-9]*"|/proc/1|/proc/$$${others}) ;; *) echo ${left} >&${report}; break;; esac; done`,
    'exit $code',
  ].join('\n');
  return { file: '/bin/sh', args: ['-c', script, 'sh', file, ...args], environment };
}

export interface Report {
  readonly foundLeftovers: boolean;
  /** The shell speaks of a program that a signal ended, and not of one that ends by itself. */
  readonly wasSignalled: boolean;
}

export function readReport(text: string): Report {
  const lines = text.split('\n').filter((line) => line !== '');
  return { foundLeftovers: lines.includes(left), wasSignalled: lines.some((line) => line !== left) };
}
