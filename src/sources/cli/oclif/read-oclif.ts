// The commands of an oclif program, read from its manifest and its package.json: data in the package, so none of its code runs.
import { CapabilityError } from '../../../contract/index.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import { growTree, type PlacedCommand } from '../foreign/grow-tree.ts';
import { createNotes, quoted, type Notes } from '../foreign/notes.ts';
import { bareCommand } from '../foreign/parts.ts';
import { isRecord, recordOf, textOf, textsOf } from '../foreign/values.ts';
import { isCommandWord } from '../foreign/words.ts';
import { readArguments } from './read-arguments.ts';
import { readFlags } from './read-flags.ts';
import { createTemplates, type Templates } from './templates.ts';

const mostCommands = 5_000;
const deepest = 12;

interface Program {
  readonly separator: ':' | ' ';
  readonly templates: Templates;
  readonly notes: Notes;
}

/** `manifest` is `oclif.manifest.json`. Throws CapabilityError invalid_tool where it has no commands at all. */
export function readOclif(manifest: unknown, packageJson: unknown): CommandTree {
  const listed = recordOf(manifest)['commands'];
  if (!isRecord(listed)) {
    throw new CapabilityError(
      'invalid_tool',
      'oclif.manifest.json has no member "commands" that is an object. Reinstall the program, or describe it in another way.',
    );
  }
  const about = recordOf(packageJson);
  const settings = recordOf(about['oclif']);
  const name = textOf(settings['bin'], 100) || textOf(about['name'], 100) || 'program';
  const version = textOf(about['version'], 100) || textOf(recordOf(manifest)['version'], 100);
  const notes = createNotes();
  const program: Program = {
    separator: settings['topicSeparator'] === ' ' ? ' ' : ':',
    templates: createTemplates({ bin: name, name: textOf(about['name'], 100), version }),
    notes,
  };
  const entries = Object.entries(listed);
  if (entries.length > mostCommands) {
    notes.add(`only the first ${mostCommands} of ${entries.length} commands are read`);
  }
  const placed = entries.slice(0, mostCommands).flatMap(([key, command]) => readCommand(key, command, program));
  const plugins = Object.keys(recordOf(settings['jitPlugins'])).length;
  if (plugins > 0)
    notes.add(`commands of ${plugins} plugins that are installed when first used are not in the manifest`);
  return {
    name,
    help: textOf(about['description']),
    version,
    kind: 'oclif',
    confidence: 'certain',
    globals: [],
    commands: growTree(placed),
    root: null,
    separates: true,
    doubts: notes.all(),
  };
}

function readCommand(key: string, value: unknown, program: Program): readonly PlacedCommand[] {
  if (!isRecord(value)) {
    program.notes.add(`the command ${quoted(key)} is no object: left out`);
    return [];
  }
  const id = typeof value['id'] === 'string' && value['id'] !== '' ? value['id'] : key;
  const path = pathOf(id, program.separator);
  if (path === null) {
    program.notes.add(`the command ${quoted(id)} has a name that cannot stand on a command line: left out`);
    return [];
  }
  if (value['--'] === false) {
    program.notes.add(
      `the command ${quoted(id)} takes "--" as an argument, so nothing parts flags from arguments: left out`,
    );
    return [];
  }
  return [{ path, command: describe(id, value, program) }];
}

/** With a space between topics each is a word of its own; with a colon the id is one word. */
function pathOf(id: string, separator: ':' | ' '): readonly string[] | null {
  const words = id.split(':');
  if (words.length > deepest || !words.every(isCommandWord)) return null;
  return separator === ' ' ? words : [id];
}

function describe(id: string, value: Readonly<Record<string, unknown>>, program: Program): TreeCommand {
  const notes = createNotes(20);
  const say = (text: unknown): string => textOf(program.templates(text, id));
  const summary = say(value['summary']);
  const description = say(value['description']);
  const flags = readFlags(value['flags'], { say, notes });
  const args = readArguments(value, { say, notes });
  return {
    ...bareCommand,
    name: id,
    aliases: siblingAliases(id, value['aliases'], program.separator),
    help: [deprecation(value, say), summary || (description.split('\n', 1)[0] ?? '')].filter(Boolean).join(' '),
    helpLong: description,
    hidden: value['hidden'] === true,
    flags,
    args,
    doubts: notes.all(),
  };
}

/** An alias is a whole id; here it is a word in the place of the command's own. */
function siblingAliases(id: string, said: unknown, separator: ':' | ' '): readonly string[] {
  const parent = id.split(':').slice(0, -1).join(':');
  return textsOf(said, 50).flatMap((alias) => {
    const path = pathOf(alias, separator);
    if (path === null || alias === id) return [];
    if (separator === ':') return [alias];
    return path.slice(0, -1).join(':') === parent ? path.slice(-1) : [];
  });
}

function deprecation(value: Readonly<Record<string, unknown>>, say: (text: unknown) => string): string {
  if (value['state'] !== 'deprecated' && value['deprecationOptions'] === undefined) {
    return typeof value['state'] === 'string' ? `(${say(value['state'])})` : '';
  }
  const { to } = recordOf(value['deprecationOptions']);
  return typeof to === 'string' ? `Deprecated: use ${say(to)} instead.` : 'Deprecated.';
}
