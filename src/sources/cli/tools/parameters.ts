// The arguments of a command's tool: their names, their schema, and where each stands among the words. A name of a flag that an argument
// has already becomes another one.
import type { CommandArgument, CommandFlag, JsonObject } from '../../../contract/index.ts';
import type { TreeArgument, TreeFlag } from '../command-tree.ts';
import { mustBeGiven } from './global-flags.ts';
import { offeredFlags } from './offered-flags.ts';
import { shown } from './shown-text.ts';
import { argumentSchema, flagSchema, type ArgumentSchema, type SchemaNeeds } from './value-schema.ts';
import { flagsAbove, type FoundCommand } from './walk-tree.ts';
import type { PatternCheck } from './own-schema.ts';

export interface Parameters {
  readonly schema: JsonObject;
  readonly flags: readonly CommandFlag[];
  readonly args: readonly CommandArgument[];
  /** What is not as the description has it. */
  readonly doubts: readonly string[];
}

export interface ParameterNeeds {
  /** Those of the program that are offered. */
  readonly globals: readonly TreeFlag[];
  /** How all of the program are written. */
  readonly ofProgram: ReadonlySet<string>;
  readonly isPattern: PatternCheck;
}

/** More is a mistake or meant to fill the memory: what a group has, every command below it has. */
const mostParameters = 500;

/** Text: why the command cannot be a tool. */
export function parametersOf(
  found: FoundCommand,
  { globals, ofProgram, isPattern }: ParameterNeeds,
): Parameters | string {
  const { command, above } = found;
  if (command.flags.length + above.flagCount + globals.length + command.args.length > mostParameters) {
    return `has more than ${mostParameters} flags and arguments`;
  }
  const making: Making = {
    needs: { whole: command.schema, isPattern },
    properties: {},
    required: [],
    argumentNames: command.args.map(({ name }) => name),
    doubts: [],
  };
  const args = command.args.map((argument, at) =>
    madeArgument(making, argument, { at, isLast: at === command.args.length - 1 }),
  );
  const offered = offeredFlags(found, globals);
  if (typeof offered === 'string') return offered;
  // Written like another flag it would be that one, also where that one is hidden.
  const outer = flagsAbove(above);
  const isOther = (negation: string): boolean =>
    ofProgram.has(negation) || [command.flags, outer].some((flags) => flags.some(({ flag }) => flag === negation));
  const flags = offered.flags.map((flag) => madeFlag(making, flag, isOther));
  return {
    schema: schemaOf(making),
    flags,
    args,
    doubts: [...making.doubts, ...offered.doubts],
  };
}

interface Making {
  readonly needs: SchemaNeeds;
  readonly properties: Record<string, JsonObject>;
  readonly required: string[];
  readonly argumentNames: readonly string[];
  readonly doubts: string[];
}

function madeArgument(
  making: Making,
  argument: TreeArgument,
  { at, isLast }: { readonly at: number; readonly isLast: boolean },
): CommandArgument {
  const { name, many, fallback } = argument;
  if (many && !isLast) {
    making.doubts.push(`the argument ${shown(name)} takes many values and is not the last: it is given one`);
  }
  const isNamed =
    name !== '' && !/\p{Cc}/u.test(name) && name.isWellFormed() && !Object.hasOwn(making.properties, name);
  const property = isNamed ? name : freeName(`argument_${at + 1}`, making);
  if (!isNamed) making.doubts.push(`the name ${shown(name)} cannot be that of an argument: it is ${property}`);
  const isMany = many && isLast;
  const schema = argumentSchema(isMany === many ? argument : { ...argument, many: isMany }, making.needs);
  place(making, { property, of: argument }, schema);
  const isSaid = fallback.every((text) => !text.includes('\0') && text.isWellFormed());
  if (!isSaid) making.doubts.push(`the default of ${shown(name)} cannot be given to a program: it counts as none`);
  return { property, fallback: isSaid ? fallback : [], many: isMany };
}

function madeFlag(making: Making, flag: TreeFlag, isOther: (negation: string) => boolean): CommandFlag {
  const { name, kind, fallback, join, dangerous } = flag;
  const isDouble = making.argumentNames.includes(name);
  const property = freeName(isDouble ? `${name}_flag` : name, making);
  place(making, { property, of: flag }, flagSchema(flag, isDouble, making.needs));
  const negation = flag.negation === null || isOther(flag.negation) ? null : flag.negation;
  const isOn = kind === 'switch' && negation === null && isTrue(fallback.at(0));
  return { property, flag: flag.flag, kind, negation, isOn, join, dangerous };
}

interface Placed {
  readonly property: string;
  readonly of: TreeArgument | TreeFlag;
}

function place(making: Making, { property, of }: Placed, { schema, isReplaced }: ArgumentSchema): void {
  const { properties, required, doubts } = making;
  // Assigned it would set the prototype.
  if (property === '__proto__') Object.defineProperty(properties, property, { value: schema, enumerable: true });
  else properties[property] = schema;
  if (mustBeGiven(of)) required.push(property);
  if (isReplaced) doubts.push(`the schema of ${shown(of.name)} is none that can be checked: one is made from its type`);
}

function schemaOf({ properties, required }: Making): JsonObject {
  return required.length === 0
    ? { type: 'object', properties, additionalProperties: false }
    : { type: 'object', properties, required, additionalProperties: false };
}

function freeName(name: string, { properties, argumentNames }: Making): string {
  let free = name;
  while (Object.hasOwn(properties, free) || argumentNames.includes(free)) free = `${free}_`;
  return free;
}

/** As Go reads a truth value. */
function isTrue(text: string | undefined): boolean {
  return text !== undefined && ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text);
}
