// Which commands of a program run, and what holds for them from above: flags and tags of groups reach all that is below.
import type { CommandTree, TreeCommand, TreeFlag } from '../command-tree.ts';
import { hasPattern } from './own-schema.ts';
import { reservedTags } from './tags.ts';
import { shownPath } from './shown-text.ts';

export interface FoundCommand {
  /** Empty for the program itself. */
  readonly path: readonly string[];
  readonly command: TreeCommand;
  readonly above: Above;
}

/** What groups say of all that is below them. Linked and not copied: there may be as many groups as flags. */
export interface Above {
  readonly parent: Above | null;
  /** Of the nearest group. */
  readonly flags: readonly TreeFlag[];
  /** Of all groups. */
  readonly flagCount: number;
  /** Of all groups, those that hold for what is below. */
  readonly tags: readonly string[];
  readonly dangerous: boolean;
  /** Of the nearest group that says anything. */
  readonly help: string;
}

export interface Walked {
  readonly found: readonly FoundCommand[];
  readonly denied: readonly string[];
  readonly hidden: readonly string[];
  readonly left: readonly string[];
  /** All that there are. */
  readonly tags: ReadonlySet<string>;
  /** Whether a schema of any of them holds a pattern. */
  readonly hasPatterns: boolean;
}

/** Deeper ones are a mistake or meant to fill the stack. */
const deepest = 32;
const top: Above = { parent: null, flags: [], flagCount: 0, tags: [], dangerous: false, help: '' };

/** `lasting` are the tags that hold for what is below a group too. */
export function walkTree({ root, commands }: CommandTree, lasting: ReadonlySet<string>): Walked {
  const walking: Walking = {
    lasting,
    found: [],
    denied: [],
    hidden: [],
    left: [],
    tags: new Set(),
    hasPatterns: false,
  };
  if (root !== null) visit(root, { path: [], above: top }, walking);
  for (const command of commands) visit(command, { path: [command.name], above: top }, walking);
  return walking;
}

/** The outermost first. */
export function flagsAbove(above: Above): readonly TreeFlag[] {
  if (above.flagCount === 0) return above.flags;
  const groups: (readonly TreeFlag[])[] = [];
  for (let at: Above | null = above; at !== null; at = at.parent) groups.push(at.flags);
  return groups.toReversed().flat();
}

interface Place {
  readonly path: readonly string[];
  readonly above: Above;
}

interface Walking {
  readonly lasting: ReadonlySet<string>;
  readonly found: FoundCommand[];
  readonly denied: string[];
  readonly hidden: string[];
  readonly left: string[];
  readonly tags: Set<string>;
  hasPatterns: boolean;
}

function visit(command: TreeCommand, { path, above }: Place, walking: Walking): void {
  const skipped = skippedTo(command, walking);
  if (skipped !== null) {
    skipped.push(path.join(' '));
    return;
  }
  const problem = path.length > deepest ? `lies more than ${deepest} levels deep` : wordProblem(path.at(-1));
  if (problem !== null) {
    walking.left.push(`The command ${shownPath(path)} ${problem}: it is left out with all below it.`);
    return;
  }
  for (const tag of command.tags) walking.tags.add(tag);
  walking.hasPatterns ||= bringsPattern(command);
  if (command.commands.length === 0 || command.runs) walking.found.push({ path, command, above });
  if (command.commands.length === 0) return;
  const below = belowOf(command, above, walking.lasting);
  for (const child of command.commands) visit(child, { path: [...path, child.name], above: below }, walking);
}

/** Where it is noted that a command is no tool, by its own word and whatever the settings say. */
function skippedTo({ hidden, tags }: TreeCommand, walking: Walking): string[] | null {
  if (tags.includes(reservedTags.deny)) return walking.denied;
  return hidden ? walking.hidden : null;
}

function belowOf(command: TreeCommand, above: Above, lasting: ReadonlySet<string>): Above {
  const { flags, tags, help } = command;
  const held = tags.filter((tag) => lasting.has(tag));
  return {
    parent: above,
    flags,
    flagCount: above.flagCount + flags.length,
    tags: held.length === 0 ? above.tags : [...new Set([...above.tags, ...held])],
    dangerous: above.dangerous || isDangerous(command),
    help: help === '' ? above.help : help,
  };
}

function bringsPattern({ schema, flags, args }: TreeCommand): boolean {
  return hasPattern(schema) || [...flags, ...args].some(({ value }) => hasPattern(value.schema));
}

export function isDangerous({ dangerous, effect }: TreeCommand): boolean {
  return dangerous || effect === 'destructive';
}

/** Why a word cannot name a command, or null: it would be read as a flag or a file of words, or could not be given at all. */
function wordProblem(word: string | undefined): string | null {
  if (word === undefined) return null;
  if (word === '') return 'has no name';
  if (/^[-@]/.test(word)) return 'has a name that the program would not read as one';
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(word) || !word.isWellFormed() ? 'has control characters in its name' : null;
}
