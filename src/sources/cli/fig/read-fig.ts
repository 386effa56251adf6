// The commands of a program as a Fig spec describes them: written by others than its authors, and for people who are typing.
import { CapabilityError } from '../../../contract/index.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import { createNotes, quoted, type Notes } from '../foreign/notes.ts';
import { bareCommand } from '../foreign/parts.ts';
import { isRecord, listOf, recordOf, recordsOf, textOf } from '../foreign/values.ts';
import { isCommandWord } from '../foreign/words.ts';
import { readArguments } from './read-arguments.ts';
import { createFlagReader, type FlagReader } from './read-options.ts';

type Said = Readonly<Record<string, unknown>>;

const mostCommands = 20_000;
const deepest = 12;

interface Reading {
  readonly notes: Notes;
  /** How many commands may still be read. */
  room: number;
  readonly flags: FlagReader;
}

/** `document` is what the spec program printed. Throws CapabilityError invalid_tool where there is no spec in it. */
export function readFig(document: unknown, program: string): CommandTree {
  const { spec, left } = recordOf(document);
  if (!isRecord(spec)) throw new CapabilityError('invalid_tool', `${program}: ${problemOf(recordOf(document))}`);
  const notes = createNotes();
  tellLeft(recordOf(left), notes);
  const reading: Reading = { notes, room: mostCommands, flags: createFlagReader(spec['parserDirectives']) };
  const { persistent, own } = reading.flags.read(spec['options'], notes);
  const below = readSubcommands(spec, { reading, path: [] });
  if (below.length > 0 && own.length > 0) {
    const which = `${own.length} options of the program itself, such as ${own[0]?.flag},`;
    notes.add(`${which} may have to stand before a subcommand, and here they stand behind it: name them with care`);
  }
  const root = below.length > 0 ? [] : describe(spec, { name: program, reading, path: [] });
  return {
    name: program,
    help: textOf(spec['description']),
    version: '',
    kind: 'fig',
    confidence: 'likely',
    globals: below.length > 0 ? [...persistent, ...own.map((flag) => ({ ...flag, required: false }))] : [],
    commands: below,
    root: root[0] ?? null,
    // Of many programs `--` before the arguments means something else, and no spec says so.
    separates: false,
    doubts: notes.all(),
  };
}

function problemOf({ problem, message }: Said): string {
  if (problem === 'versions') {
    return 'this spec is one for each version of the program. Name the file of your version in its folder instead.';
  }
  if (problem === 'throws') {
    return `the file of the spec cannot be imported: ${textOf(message, 300)}. Its code may only read its own package.`;
  }
  return 'the file has no Fig spec as its default export. Name another file.';
}

function tellLeft(left: Said, notes: Notes): void {
  const sentences: Readonly<Record<string, string>> = {
    loadSpec: 'commands are described in other specs that were not read: left out',
    generateSpec: 'parts of the spec are made when it is used: what they would add is not there',
    cut: 'parts of the spec are too deep, too many or within themselves: left out',
  };
  for (const [what, sentence] of Object.entries(sentences)) {
    const times = left[what];
    if (typeof times === 'number') notes.add(`${times} ${sentence}`);
  }
}

interface Place {
  readonly reading: Reading;
  readonly path: readonly string[];
}

function readSubcommands(said: Said, { reading, path }: Place): readonly TreeCommand[] {
  const names = new Set<string>();
  const count = listOf(said['subcommands'], Number.POSITIVE_INFINITY).length;
  if (count > mostCommands) reading.notes.add(`only the first ${mostCommands} of ${count} commands are read`);
  return recordsOf(said['subcommands'], mostCommands).flatMap((command) => {
    const name = listOf(command['name']).find(isCommandWord);
    const shown = [...path, textOf(listOf(command['name'])[0], 60)].join(' ');
    if (name === undefined) reading.notes.add(`the command ${quoted(shown)} has no name that can be typed: left out`);
    if (name === undefined || names.has(name) || command['unread'] === true) return [];
    reading.room -= 1;
    if (path.length >= deepest || reading.room < 0) {
      reading.notes.add(
        `there are more commands than are read (${mostCommands}, ${deepest} deep): the rest is left out`,
      );
      return [];
    }
    names.add(name);
    return describe(command, { name, reading, path: [...path, name] });
  });
}

/** A group, a command that runs, or both under one word: then the own options of the command hold for nothing below it. */
function describe(said: Said, { name, reading, path }: Place & { readonly name: string }): readonly TreeCommand[] {
  const notes = createNotes(20);
  const { persistent, own } = reading.flags.read(said['options'], notes);
  const { args, dangerous } = readArguments(said['args'], notes);
  const below = readSubcommands(said, { reading, path });
  const common: TreeCommand = {
    ...bareCommand,
    name,
    aliases: listOf(said['name'], 50).filter((alias): alias is string => isCommandWord(alias) && alias !== name),
    help: [said['deprecated'] ? 'Deprecated.' : '', textOf(said['description'])].filter(Boolean).join(' '),
    hidden: said['hidden'] === true,
    dangerous: said['isDangerous'] === true,
    doubts: notes.all(),
  };
  const leaf = { ...common, flags: [...persistent, ...own], args, dangerous: common.dangerous || dangerous };
  if (below.length === 0) return [leaf];
  const group = { ...common, flags: persistent, commands: below };
  const runs = said['requiresSubcommand'] !== true && (args.length > 0 || own.length > 0);
  return runs ? [leaf, group] : [group];
}
