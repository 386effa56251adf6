// The commands of a program that says of itself only what it prints for people: read off its help, so each call asks.
import { CapabilityError } from '../../../contract/index.ts';
import type { CommandTree, TreeArgument, TreeCommand, TreeFlag } from '../command-tree.ts';
import { createNotes, quoted, type Notes } from '../foreign/notes.ts';
import { bareArgument, bareCommand, bareFlag } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { createWalk, type Walk, type WalkSettings } from '../foreign/walk.ts';
import { argumentName, flagName, isCommandWord, isFlagWord } from '../foreign/words.ts';
import { readHelpPage, type HelpPage, type ListedCommand, type ListedFlag } from './help-page.ts';
import { usagePositionals } from './usage-line.ts';

const deepest = 4;

interface Reading {
  readonly walk: Walk;
  readonly notes: Notes;
  readonly program: string;
}

/**
 * Asks for `--help`, or `-h` where that prints nothing, of the program and of each command that it lists. A program that takes no notice
 * of `--help` does what it does without it: so it is asked only where the owner wants it. Throws CapabilityError invalid_tool where no
 * help is printed.
 */
export async function readHelp(program: string, settings: WalkSettings): Promise<CommandTree> {
  const notes = createNotes();
  const reading: Reading = { walk: createWalk(settings, notes), notes, program };
  const page = await askPage([], reading);
  if (page === null) {
    throw new CapabilityError(
      'invalid_tool',
      `${program} prints no help for --help or -h on its standard output. Describe its commands in another way.`,
    );
  }
  const commands = await readCommands(page, [], reading);
  const flags = readFlags(page, notes);
  return {
    name: program,
    help: textOf(page.summary, 500),
    version: '',
    kind: 'help',
    confidence: 'guessed',
    // Where a flag of the program stands on the line, before or behind its subcommand, no help says.
    globals: commands.length > 0 ? flags.map((flag) => ({ ...flag, required: false })) : [],
    commands,
    root: commands.length > 0 ? null : leafOf(page, { name: program, path: [], reading }),
    separates: false,
    doubts: [...notes.all(), 'all of it is read off texts for people: each call asks'],
  };
}

async function askPage(path: readonly string[], { walk }: Reading): Promise<HelpPage | null> {
  for (const word of ['--help', '-h']) {
    const answer = await walk.ask([...path, word]);
    const page = answer === null ? null : readHelpPage(answer.stdout);
    if (page !== null && (page.flags.length > 0 || page.commands.length > 0 || page.usages.length > 0)) return page;
  }
  return null;
}

async function readCommands(
  page: HelpPage,
  path: readonly string[],
  reading: Reading,
): Promise<readonly TreeCommand[]> {
  const listed = page.commands.filter(({ name }) => isCommandWord(name) && name !== 'help' && name !== path.at(-1));
  if (listed.length > 0 && path.length >= deepest) {
    reading.notes.add(`commands more than ${deepest} deep are left out`);
    return [];
  }
  const commands: TreeCommand[] = [];
  for (const command of listed) {
    const read = await readCommand(command, { page, path: [...path, command.name], reading });
    // What nobody could ask about any more is left out, not offered without flags.
    if (reading.walk.isCut()) break;
    commands.push(read);
  }
  return commands;
}

interface Place {
  /** The one that lists the command. */
  readonly page: HelpPage;
  readonly path: readonly string[];
  readonly reading: Reading;
}

async function readCommand(listed: ListedCommand, { page, path, reading }: Place): Promise<TreeCommand> {
  const { name, text } = listed;
  const asked = await askPage(path, reading);
  // The same page again: the program does not tell its commands apart.
  const own = asked !== null && asked.commands.length > 0 && sameCommands(asked, page) ? null : asked;
  const commands = own === null ? [] : await readCommands(own, path, reading);
  const leaf = leafOf(own, { name, path, reading });
  const common = { aliases: listed.aliases.filter(isCommandWord), help: textOf(text, 500) || leaf.help };
  return commands.length > 0 ? { ...bareCommand, name, ...common, commands } : { ...leaf, ...common };
}

function sameCommands(left: HelpPage, right: HelpPage): boolean {
  return left.commands.map(({ name }) => name).join(' ') === right.commands.map(({ name }) => name).join(' ');
}

interface Leaf {
  readonly name: string;
  readonly path: readonly string[];
  readonly reading: Reading;
}

function leafOf(page: HelpPage | null, { name, path, reading }: Leaf): TreeCommand {
  const notes = createNotes(20);
  if (page === null) notes.add('it printed no help of its own: its flags are not known');
  const flags = page === null ? [] : readFlags(page, notes);
  const args = readPositionals(page?.usages ?? [], { path: [reading.program, ...path], notes });
  return { ...bareCommand, name, help: textOf(page?.summary, 500), flags, args, doubts: notes.all() };
}

function readFlags(page: HelpPage, notes: Notes): readonly TreeFlag[] {
  const names = new Set<string>();
  return page.flags.flatMap((row) => {
    const flag = treeFlag(row);
    if (flag === null || names.has(flag.name)) {
      if (flag === null) notes.add(`the line ${quoted(row.line)} cannot be read: left out`);
      return [];
    }
    names.add(flag.name);
    return flag.name === 'help' || flag.flag === '-h' ? [] : [flag];
  });
}

function treeFlag(row: ListedFlag): TreeFlag | null {
  // `-NUM` is any number behind a dash.
  const usable = row.names.filter((name) => isFlagWord(name) && !/^-[A-Z]{2,}$/.test(name));
  const word = usable.find((name) => name.startsWith('--')) ?? usable[0];
  if (word === undefined) return null;
  const takesValue = row.value !== 'none' && !(row.isDefault && /^(?:true|false)$/.test(row.placeholder));
  const isLong = word.startsWith('--');
  return {
    ...bareFlag,
    name: flagName(word),
    flag: word,
    kind: takesValue ? 'value' : 'switch',
    negation: !takesValue && row.negatable ? `--no-${flagName(word)}` : null,
    join: isLong ? '=' : row.value === 'optional' ? '' : ' ',
    fallback: !takesValue && row.isDefault ? [row.placeholder] : [],
    description: textOf(`${row.text} (from its help: ${row.line})`.trim(), 1_000),
  };
}

interface PositionalContext {
  readonly path: readonly string[];
  readonly notes: Notes;
}

/** Where the usage is not one plain line, what follows the flags is one list of arguments. */
export function readPositionals(
  usages: readonly string[],
  { path, notes }: PositionalContext,
): readonly TreeArgument[] {
  const [only] = usages;
  const found = usages.length === 1 && only !== undefined ? usagePositionals(only, path) : null;
  if (found === null) {
    notes.add('its arguments are not known one by one: they are one list');
    const description = usages.length === 0 ? '' : `As in: ${usages.join(' or: ')}`;
    return [{ ...bareArgument, name: 'args', many: true, description: textOf(description, 500) }];
  }
  const names = new Set<string>();
  return found.slice(0, 20).map(({ name: said, required, many }, place) => {
    const first = argumentName(said, place);
    const name = names.has(first) ? `${first}_${place + 1}` : first;
    names.add(name);
    return { ...bareArgument, name, required, many, description: textOf(only, 500) };
  });
}
