// The document that a fisk application prints for --fisk-introspect, of any generation: with schemas of its arguments, or without.
import { CapabilityError, type JsonObject, type JsonValue } from '../../../contract/index.ts';
import { isObject } from '../../../text/index.ts';
import type { CommandTree, TreeArgument, TreeCommand, TreeFlag } from '../command-tree.ts';
import { isFrameworkFlag } from '../tools/global-flags.ts';
import { shown, shownPath } from '../tools/shown-text.ts';
import { member, readList, readText, readTexts, type Note } from './read-members.ts';
import { isHidden, readFiskArgument, readFiskFlag } from './read-values.ts';

/** Deeper ones are a mistake or meant to fill the stack. */
const deepest = 32;
/** Commands that the framework brings, for people. */
const frameworkCommands: readonly string[] = ['help', 'help_long', 'cheat'];

/** Throws CapabilityError invalid_tool where the whole is no such document. What is wrong in parts is a doubt, and the rest is read. */
export function readFisk(document: JsonValue): CommandTree {
  if (!isObject(document)) refuse(`it is ${typeOf(document)} and no object`);
  const name = member(document, 'name');
  if (typeof name !== 'string' || name === '') refuse('it has no name');
  if (!['commands', 'flags', 'args'].some((key) => Array.isArray(document[key]))) {
    refuse('it has neither commands nor flags nor arguments');
  }
  const reading: Reading = { doubts: [], schemas: { restricted_schema: 0, schema: 0, none: 0 } };
  const note: Note = (sentence) => reading.doubts.push(`${shown(name)}: ${sentence}.`);
  const flags = readFlags(document, null, note).filter((flag) => !isFrameworkFlag(flag.name));
  const args = readArguments(document, note);
  const commands = readCommands(document, [], reading).filter((command) => !frameworkCommands.includes(command.name));
  const hasCommands = Array.isArray(document['commands']) && document['commands'].length > 0;
  const isAlone = !hasCommands && args !== null;
  if (hasCommands && args?.length !== 0) note('arguments of the program itself are not offered, as it has commands');
  return {
    name,
    help: readText(document, 'help', note),
    version: readText(document, 'version', note),
    kind: 'fisk',
    confidence: 'certain',
    globals: isAlone ? [] : flags,
    commands,
    root: isAlone ? rootOf(document, { flags, args }, note) : null,
    separates: true,
    doubts: [...schemaDoubts(reading.schemas), ...reading.doubts],
  };
}

interface Reading {
  readonly doubts: string[];
  /** How many commands have which. */
  readonly schemas: Record<'restricted_schema' | 'schema' | 'none', number>;
}

function readCommands(of: JsonObject, path: readonly string[], reading: Reading): readonly TreeCommand[] {
  const note: Note = (sentence) => reading.doubts.push(`The command ${shownPath(path)}: ${sentence}.`);
  const list = readList(of, 'commands', note);
  if (list.length > 0 && path.length >= deepest) {
    note(`what lies more than ${deepest} levels deep is left out`);
    return [];
  }
  return list.flatMap((value, at) => {
    const name = isObject(value) ? member(value, 'name') : null;
    if (isObject(value) && typeof name === 'string') return readCommand(value, [...path, name], reading) ?? [];
    note(`its command ${at + 1} has no name: it is left out with all below it`);
    return [];
  });
}

function readCommand(value: JsonObject, path: readonly string[], reading: Reading): TreeCommand | null {
  const note: Note = (sentence) => reading.doubts.push(`The command ${shownPath(path)}: ${sentence}.`);
  const args = readArguments(value, note);
  if (args === null) return null;
  const commands = readCommands(value, path, reading);
  const hasCommands = member(value, 'commands') !== null;
  // A group whose commands cannot be read is still no command.
  if (hasCommands && commands.length === 0 && !isEmptyList(value['commands'])) return null;
  const schema = commands.length > 0 ? null : schemaOf(value, reading, note);
  return {
    name: path.at(-1) ?? '',
    aliases: readTexts(value, 'aliases', note),
    help: readText(value, 'help', note),
    helpLong: readText(value, 'help_long', note),
    hidden: isHidden(value, note),
    tags: readTexts(value, 'tags', note).filter((tag) => tag !== ''),
    flags: readFlags(value, schema, note),
    args,
    commands,
    runs: false,
    effect: null,
    dangerous: false,
    schema,
    doubts: [],
  };
}

function readFlags(of: JsonObject, schema: JsonObject | null, note: Note): readonly TreeFlag[] {
  return readList(of, 'flags', note)
    .map((flag) => readFiskFlag(flag, schema, note))
    .filter((flag) => flag !== null);
}

/** Null where one is none: which value would stand where could not be told. */
function readArguments(of: JsonObject, note: Note): readonly TreeArgument[] | null {
  const list = withoutHidden(readList(of, 'args', note));
  const args = list.map((argument) => readFiskArgument(argument, note)).filter((argument) => argument !== null);
  if (args.length === list.length) return args;
  note('an argument has no name, so nobody knows what stands where: it is left out');
  return null;
}

/** One before others stays, as its place counts. */
function withoutHidden(list: readonly JsonValue[]): readonly JsonValue[] {
  const last = list.findLastIndex((value) => {
    if (!isObject(value)) return true;
    const hidden = member(value, 'hidden');
    return hidden === null || hidden === false || member(value, 'required') === true;
  });
  return list.slice(0, last + 1);
}

/** The one that is made for models, else the whole one. */
function schemaOf(command: JsonObject, { schemas }: Reading, note: Note): JsonObject | null {
  for (const key of ['restricted_schema', 'schema'] as const) {
    const schema = member(command, key);
    if (isObject(schema)) {
      schemas[key] += 1;
      return schema;
    }
    if (schema !== null) note(`${key} is no object`);
  }
  schemas.none += 1;
  return null;
}

function schemaDoubts(schemas: Reading['schemas']): readonly string[] {
  const { restricted_schema: restricted, schema: whole, none } = schemas;
  return [
    ...(restricted === 0 ? [] : [`The arguments of ${restricted} commands are as their restricted_schema says.`]),
    ...(whole === 0 ? [] : [`The arguments of ${whole} commands are as their schema says.`]),
    ...(none === 0
      ? []
      : [
          `${none} commands come without a schema, as an older fisk prints them: what their arguments take is read off the flags, so numbers and maps are texts.`,
        ]),
  ];
}

function rootOf(
  document: JsonObject,
  { flags, args }: { readonly flags: readonly TreeFlag[]; readonly args: readonly TreeArgument[] },
  note: Note,
): TreeCommand {
  const schema = member(document, 'restricted_schema') ?? member(document, 'schema');
  return {
    name: '',
    aliases: [],
    help: readText(document, 'help', note),
    helpLong: readText(document, 'help_long', note),
    hidden: false,
    tags: readTexts(document, 'tags', note).filter((tag) => tag !== ''),
    flags,
    args,
    commands: [],
    runs: false,
    effect: null,
    dangerous: false,
    schema: isObject(schema) ? schema : null,
    doubts: [],
  };
}

function refuse(why: string): never {
  throw new CapabilityError(
    'invalid_tool',
    `This is no document of a fisk application: ${why}. The program prints one for --fisk-introspect.`,
  );
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}
