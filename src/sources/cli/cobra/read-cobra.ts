// The commands of a program made with cobra, asked of the program: it completes its own commands and flags, and its help shows types.
import { CapabilityError } from '../../../contract/index.ts';
import type { CommandTree, TreeCommand, TreeFlag } from '../command-tree.ts';
import { createNotes, type Notes } from '../foreign/notes.ts';
import { bareCommand } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { createWalk, type Walk, type WalkSettings } from '../foreign/walk.ts';
import { isCommandWord, isFlagWord } from '../foreign/words.ts';
import { readHelpPage, type HelpPage, type ListedFlag } from '../help/help-page.ts';
import { readPositionals } from '../help/read-help.ts';
import { readCompletions, type Completion } from './completions.ts';
import { flagOf } from './flag-of.ts';

const deepest = 6;
const emptyPage: HelpPage = { summary: '', usages: [], commands: [], flags: [] };
/** Of cobra's own making, or of no use to a model. */
const notTools = new Set(['help', 'completion', '__complete', '__completeNoDesc']);

interface Reading {
  readonly program: string;
  readonly walk: Walk;
  readonly notes: Notes;
  /** What the program itself completes behind `--`: these hold for every command. */
  readonly everywhere: ReadonlyMap<string, string>;
  /** Rows of flags that only a page of their own shows. */
  readonly rows: readonly ListedFlag[];
  readonly untyped: Set<string>;
}

/**
 * Two calls for each command, three for each group. A command's arguments are never completed: that could ask a server. Throws
 * CapabilityError invalid_tool where the program does not complete itself.
 */
export async function readCobra(program: string, settings: WalkSettings): Promise<CommandTree> {
  const notes = createNotes();
  const walk = createWalk(settings, notes);
  const first = await complete(walk, [], '');
  if (first === null) {
    throw new CapabilityError(
      'invalid_tool',
      `${program} does not answer __complete as programs made with cobra do. Describe its commands in another way.`,
    );
  }
  const answer = await walk.ask(['--help']);
  const page = answer === null ? emptyPage : readHelpPage(answer.stdout);
  const everywhere = new Map((await complete(walk, [], '--'))?.map(({ word, text }) => [word, text]));
  const rows = [...page.flags, ...(await optionsPage(answer?.stdout ?? '', program, walk)).flags];
  const reading: Reading = { program, walk, notes, everywhere, rows, untyped: new Set() };
  const listed = page.commands.length > 0 ? commandsIn(first, page) : first;
  const commands = await readBelow(listed, [], reading);
  const globals = typedFlags(
    [...everywhere].map(([word, text]) => ({ word, text })),
    rows,
    reading,
  );
  tellUntyped(reading);
  return {
    name: program,
    help: textOf(page.summary, 500),
    version: '',
    kind: 'cobra',
    confidence: rows.length > 0 ? 'likely' : 'guessed',
    globals: commands.length > 0 ? globals : [],
    commands,
    root: commands.length > 0 ? null : { ...leafOf(page, [], reading), name: program, flags: globals },
    // pflag takes `--`, and some commands (`kubectl exec`) give it a meaning.
    separates: false,
    doubts: [
      ...notes.all(),
      'what is required, hidden commands and the order of arguments are not told by the program',
    ],
  };
}

async function complete(walk: Walk, path: readonly string[], word: string): Promise<readonly Completion[] | null> {
  const answer = await walk.ask(['__complete', ...path, word]);
  return answer === null ? null : readCompletions(answer.stdout);
}

/** Words that are commands and no arguments: those that the help lists too. */
function commandsIn(completions: readonly Completion[], page: HelpPage): readonly Completion[] {
  const listed = new Set(page.commands.flatMap(({ name, aliases }) => [name, ...aliases]));
  return completions.filter(({ word }) => listed.has(word));
}

/** kubectl shows what holds everywhere on a page of its own, and says so. */
async function optionsPage(help: string, program: string, walk: Walk): Promise<HelpPage> {
  if (!help.includes(`"${program} options"`)) return emptyPage;
  const answer = await walk.ask(['options']);
  return answer === null ? emptyPage : readHelpPage(answer.stdout);
}

async function readBelow(
  listed: readonly Completion[],
  path: readonly string[],
  reading: Reading,
): Promise<readonly TreeCommand[]> {
  const commands: TreeCommand[] = [];
  const names = new Set<string>();
  for (const { word, text } of listed) {
    if (!isCommandWord(word) || notTools.has(word) || names.has(word)) continue;
    names.add(word);
    if (path.length >= deepest) {
      reading.notes.add(`commands more than ${deepest} deep are left out`);
      break;
    }
    const read = await readCommand(word, [...path, word], reading);
    // What nobody could ask about any more is left out, not offered without flags.
    if (reading.walk.isCut()) break;
    commands.push(...read.map((command) => ({ ...command, help: textOf(text, 500) || command.help })));
  }
  return commands;
}

async function readCommand(name: string, path: readonly string[], reading: Reading): Promise<readonly TreeCommand[]> {
  const answer = await reading.walk.ask([...path, '--help']);
  const page = answer === null ? emptyPage : readHelpPage(answer.stdout);
  const below = page.commands.length === 0 ? [] : commandsIn((await complete(reading.walk, path, '')) ?? [], page);
  const inner = below.length === 0 ? [] : await readBelow(below, path, reading);
  const group: TreeCommand = { ...bareCommand, name, help: page.summary, commands: inner };
  if (inner.length > 0 && !page.usages.some((usage) => !isGroupUsage(usage))) return [group];
  const said = (await complete(reading.walk, path, '--')) ?? [];
  const own = said.filter(({ word, text }) => reading.everywhere.get(word) !== text);
  const flags = typedFlags(own, [...page.flags, ...reading.rows], reading);
  const leaf = { ...leafOf(page, path, reading), name, flags };
  // A group that does nothing by itself has no flags of its own either.
  if (inner.length > 0) return flags.length > 0 ? [leaf, group] : [group];
  return [leaf];
}

const isGroupUsage = (usage: string): boolean => /\[?<?\b(?:sub)?command\b>?\]?/i.test(usage);

function leafOf(page: HelpPage, path: readonly string[], { program }: Reading): TreeCommand {
  const notes = createNotes(20);
  const usages = page.usages.filter((usage) => path.length === 0 || page.usages.length === 1 || !isGroupUsage(usage));
  const args = readPositionals(usages, { path: [program, ...path], notes });
  return { ...bareCommand, name: '', help: textOf(page.summary, 500), args, doubts: notes.all() };
}

function typedFlags(
  found: readonly Completion[],
  rows: readonly ListedFlag[],
  { untyped }: Reading,
): readonly TreeFlag[] {
  return found.flatMap((completion) => {
    const { word } = completion;
    if (!word.startsWith('--') || !isFlagWord(word) || word === '--help') return [];
    const flag = flagOf(
      completion,
      rows.find(({ names }) => names.includes(word)),
    );
    if (flag === null) untyped.add(word);
    return flag === null ? [] : [flag];
  });
}

function tellUntyped({ untyped, notes }: Reading): void {
  if (untyped.size === 0) return;
  const some = [...untyped].slice(0, 5).join(', ');
  notes.add(`${untyped.size} flags are in no help, so that nothing says whether they take a value: left out (${some})`);
}
