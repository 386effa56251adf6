// Which flags a command's tool has: its own, those of its groups and those of the program, each where nothing nearer has its name.
import type { TreeFlag } from '../command-tree.ts';
import { mustBeGiven } from './global-flags.ts';
import { shown } from './shown-text.ts';
import { flagsAbove, type FoundCommand } from './walk-tree.ts';

interface Offered {
  /** Those of the program first and its own last: in that order they are written. */
  readonly flags: readonly TreeFlag[];
  /** Names, and `writtenAs` where that is another, of all that the command takes, also of those that are not offered. */
  readonly written: ReadonlySet<string>;
  readonly doubts: readonly string[];
}

/** Text: why the command cannot be called at all. */
export function offeredFlags({ command, above }: FoundCommand, globals: readonly TreeFlag[]): Offered | string {
  const taken = new Set<string>();
  const doubts: string[] = [];
  const own: TreeFlag[] = [];
  for (const flag of command.flags) {
    if (isTaken(flag, taken)) doubts.push(`the flag ${shown(flag.name)} stands there twice: the first counts`);
    else own.push(flag);
    take(flag, taken);
  }
  const inherited = untaken(flagsAbove(above), taken);
  const ofProgram = untaken(globals, taken).filter(
    (flag) => mustBeGiven(flag) || !command.args.some(({ name }) => name === flag.name),
  );
  const flags: TreeFlag[] = [];
  for (const flag of [...ofProgram, ...inherited, ...own]) {
    const problem = flagProblem(flag);
    if (problem !== null && mustBeGiven(flag)) return `needs the flag ${shown(flag.name)}, which ${problem}`;
    if (problem !== null) doubts.push(`the flag ${shown(flag.name)} ${problem}: it is left out`);
    else if (!flag.hidden || mustBeGiven(flag)) flags.push(flag);
  }
  return { flags, written: taken, doubts };
}

/** The nearest of a name counts, which is the last in the list. */
function untaken(flags: readonly TreeFlag[], taken: Set<string>): readonly TreeFlag[] {
  if (flags.length === 0) return flags;
  const free: TreeFlag[] = [];
  for (const flag of flags.toReversed()) {
    if (!isTaken(flag, taken)) free.push(flag);
    take(flag, taken);
  }
  return free.toReversed();
}

/** A name and what is written are two things that must differ. Most are written `--NAME`, where one tells the other. */
function isTaken({ name, flag }: TreeFlag, taken: ReadonlySet<string>): boolean {
  return taken.has(name) || (!isUsual(name, flag) && taken.has(writtenAs(flag)));
}

function take({ name, flag }: TreeFlag, taken: Set<string>): void {
  taken.add(name);
  if (!isUsual(name, flag)) taken.add(writtenAs(flag));
}

function isUsual(name: string, flag: string): boolean {
  return flag.length === name.length + 2 && flag.endsWith(name) && flag.startsWith('--');
}

/** What is written behind `--`, or the whole of what is written in another way. */
export function writtenAs(flag: string): string {
  return flag.startsWith('--') ? flag.slice(2) : flag;
}

const plain = /^--?[\w-]*\w$/;

function flagProblem({ name, flag, negation }: TreeFlag): string | null {
  if (negation === null && plain.test(flag) && flag.endsWith(name) && name !== '') return null;
  const written = `${flag}${negation ?? ''}`;
  if (name === '') return 'has no name';
  if (/\p{Cc}/u.test(name) || /[\p{Cc}\s=]/u.test(written) || !`${name}${written}`.isWellFormed()) {
    return 'cannot be written on a command line';
  }
  return /^-*$/.test(flag) ? 'is nothing but dashes' : null;
}
