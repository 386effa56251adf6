// The commands of a program that prints a usage specification (usage.jdx.dev): its own words, with what each command does to the world.
import { CapabilityError } from '../../../contract/index.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import { createNotes, quoted, type Notes } from '../foreign/notes.ts';
import { bareCommand } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { isCommandWord } from '../foreign/words.ts';
import { allOf, kdlNodes, saidOf, type KdlNode } from './kdl-nodes.ts';
import { readArguments } from './read-arguments.ts';
import { readFlags, type UsageFlag } from './read-flags.ts';
import { describeValue, effectOf, worstEffect } from './read-values.ts';

const mostCommands = 5_000;
const deepest = 12;

interface Reading {
  readonly notes: Notes;
  room: number;
}

/** Throws CapabilityError invalid_tool where the text is no KDL, or says nothing of flags, arguments or commands. */
export function readUsage(text: string): CommandTree {
  const root: KdlNode = { name: 'cmd', args: [], props: new Map(), children: kdlNodes(text) };
  if (!root.children.some(({ name }) => ['flag', 'arg', 'cmd'].includes(name))) {
    throw new CapabilityError(
      'invalid_tool',
      'The usage specification has no flag, no arg and no cmd, so there is nothing to call. Describe the program in another way.',
    );
  }
  const notes = createNotes();
  const reading: Reading = { notes, room: mostCommands };
  const name = textOf(saidOf(root, 'bin', 'name'), 100) || 'program';
  tellUnread(root, name, notes);
  const commands = readCommands(root, reading, []);
  const flags = readFlags(root, notes);
  const before = flags.filter(({ global }) => !global);
  if (commands.length > 0 && before.length > 0) {
    notes.add(`${before.length} flags hold only before a subcommand, such as ${before[0]?.flag.flag}: left out`);
  }
  return {
    name,
    help: textOf(saidOf(root, 'about', 'long_about')),
    version: textOf(saidOf(root, 'version'), 100),
    kind: 'usage',
    confidence: 'certain',
    globals: commands.length > 0 ? flags.filter(({ global }) => global).map(({ flag }) => flag) : [],
    commands,
    root: commands.length > 0 ? null : leafOf(root, { name, flags, notes }),
    separates: true,
    doubts: notes.all(),
  };
}

/** Parts that other programs or files would add. */
function tellUnread(node: KdlNode, where: string, notes: Notes): void {
  for (const { name } of node.children) {
    if (name === 'mount')
      notes.add(`${where}: further commands come from a program that is not run here (mount): left out`);
    if (name === 'include') notes.add(`${where}: a part stands in another file (include): left out`);
  }
}

function readCommands(node: KdlNode, reading: Reading, path: readonly string[]): readonly TreeCommand[] {
  const names = new Set<string>();
  return node.children.flatMap((child) => {
    if (child.name !== 'cmd') return [];
    const [name] = child.args;
    if (!isCommandWord(name) || names.has(name)) {
      reading.notes.add(`the command ${quoted(name)} cannot be typed or is there twice: left out`);
      return [];
    }
    reading.room -= 1;
    if (reading.room < 0 || path.length >= deepest) {
      reading.notes.add(
        `there are more commands than are read (${mostCommands}, ${deepest} deep): the rest is left out`,
      );
      return [];
    }
    names.add(name);
    return readCommand(child, reading, [...path, name]);
  });
}

/** A group, a command that runs, or both: then flags that are not global hold for nothing below it. */
function readCommand(node: KdlNode, reading: Reading, path: readonly string[]): readonly TreeCommand[] {
  const name = path.at(-1) ?? '';
  const notes = createNotes(20);
  tellUnread(node, path.join(' '), notes);
  const flags = readFlags(node, notes);
  const commands = readCommands(node, reading, path);
  const leaf = leafOf(node, { name, flags, notes });
  if (commands.length === 0) return [leaf];
  const group: TreeCommand = {
    ...bareCommand,
    name,
    aliases: leaf.aliases,
    help: leaf.help,
    hidden: leaf.hidden,
    flags: flags.filter(({ global }) => global).map(({ flag }) => flag),
    commands,
  };
  const runs =
    saidOf(node, 'subcommand_required') !== true && (leaf.args.length > 0 || flags.some((flag) => !flag.global));
  return runs ? [leaf, group] : [group];
}

interface Leaf {
  readonly name: string;
  readonly flags: readonly UsageFlag[];
  readonly notes: Notes;
}

function leafOf(node: KdlNode, { name, flags, notes }: Leaf): TreeCommand {
  const { args, effects } = readArguments(node, notes);
  const restart = saidOf(node, 'restart_token');
  // What stands behind it is read anew, flags and all, even after `--`.
  if (restart !== undefined) notes.add(`a value ${quoted(restart)} begins another run of the command: each call asks`);
  const written = flags.map(({ writes }) => (writes ? 'write' : null));
  return {
    ...bareCommand,
    name,
    aliases: allOf(node, 'alias').filter(isCommandWord),
    help: describeValue(node),
    helpLong: textOf(saidOf(node, 'long_help', 'help_long')),
    hidden: saidOf(node, 'hide') === true,
    flags: flags.map(({ flag }) => flag),
    args,
    effect: worstEffect(effectOf(node), [...effects, ...written]),
    dangerous: restart !== undefined,
    doubts: notes.all(),
  };
}
