// Which flags a command's tool has: its own, those of its groups and those of the program, each where nothing nearer has its name.
import type { TreeFlag } from '../command-tree.ts';
import { mustBeGiven } from './global-flags.ts';
import { shown } from './shown-text.ts';
import { flagsAbove, type FoundCommand } from './walk-tree.ts';

interface Offered {
  /** Those of the program first and its own last: in that order they are written. */
  readonly flags: readonly TreeFlag[];
  readonly doubts: readonly string[];
}

/** Text: why the command cannot be called at all. The lists are short, and scanning them takes less than a set for each command. */
export function offeredFlags(found: FoundCommand, globals: readonly TreeFlag[]): Offered | string {
  const doubts: string[] = [];
  const flags: TreeFlag[] = [];
  for (const flag of nearestFlags(found, globals, doubts)) {
    const problem = flagProblem(flag);
    if (problem !== null && mustBeGiven(flag)) return `needs the flag ${shown(flag.name)}, which ${problem}`;
    if (problem !== null) doubts.push(`the flag ${shown(flag.name)} ${problem}: it is left out`);
    else if (!flag.hidden || mustBeGiven(flag)) flags.push(flag);
  }
  return { flags, doubts };
}

function nearestFlags(
  { command, above }: FoundCommand,
  globals: readonly TreeFlag[],
  doubts: string[],
): readonly TreeFlag[] {
  const nearest: TreeFlag[] = [];
  for (const flag of command.flags) {
    if (isTaken(flag, nearest)) doubts.push(`the flag ${shown(flag.name)} stands there twice: the first counts`);
    else nearest.push(flag);
  }
  const own = nearest.length;
  for (const flag of flagsAbove(above).toReversed()) if (!isTaken(flag, nearest)) nearest.push(flag);
  for (const flag of globals) {
    const isArgument = command.args.some(({ name }) => name === flag.name);
    if (!isTaken(flag, nearest) && (!isArgument || mustBeGiven(flag))) nearest.push(flag);
  }
  return inOrder(nearest, own, { above: above.flagCount, globals });
}

/** The nearest of a name counts: a name and what is written are two things that must differ. */
function isTaken({ name, flag }: TreeFlag, nearer: readonly TreeFlag[]): boolean {
  return nearer.some((other) => other.name === name || other.flag === flag);
}

/** Those of the program, then the outermost group first, then its own. */
function inOrder(
  nearest: readonly TreeFlag[],
  own: number,
  { above, globals }: { readonly above: number; readonly globals: readonly TreeFlag[] },
): readonly TreeFlag[] {
  if (above === 0 && globals.length === 0) return nearest;
  const ofProgram = nearest.slice(own).filter((flag) => globals.includes(flag));
  const ofGroups = nearest.slice(own, nearest.length - ofProgram.length).toReversed();
  return [...ofProgram, ...ofGroups, ...nearest.slice(0, own)];
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
