// Command lines for every command of real oclif programs, read back by oclif's own parser over the definitions of that program.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ArgInput, type FlagInput } from '@oclif/core/parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { root } from '../repository.ts';
import type { CommandShape, JsonObject, JsonValue, Tool } from '../../src/contract/index.ts';
import { commandWords } from '../../src/text/index.ts';
import { cliTools } from '../../src/sources/cli/tools/cli-tools.ts';
import { cliSettings } from '../fixtures/cli-program.ts';
import { readOclif } from '../../src/sources/cli/oclif/read-oclif.ts';

interface Definition {
  readonly type: 'boolean' | 'option';
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly options?: readonly string[];
  readonly exclusive?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly relationships?: readonly {
    readonly type: string;
    readonly flags: readonly (string | { readonly name: string })[];
  }[];
}

interface Command {
  readonly flags: Readonly<Record<string, Definition>>;
  readonly args: Readonly<Record<string, { readonly options?: readonly string[] }>>;
  readonly strict?: boolean;
}

interface Program {
  readonly name: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly packageJson: unknown;
}

// scripts/program-manifests.mjs puts them there.
const cache = join(root, 'node_modules', '.cache', 'gatehouse', 'oclif');
const json = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(cache, ...path), 'utf8'));
const programs = (existsSync(cache) ? readdirSync(cache).filter((name) => !name.startsWith('.')) : []).map(
  (name): Program => {
    // As oclif writes it.
    const manifest = json(name, 'oclif.manifest.json') as Pick<Program, 'commands'>;
    return { name, commands: manifest.commands, packageJson: json(name, 'package.json') };
  },
);

function shapeOf(tool: Tool): CommandShape {
  const line = tool.targets[0]?.line;
  if (line === undefined || !('command' in line)) throw new Error(`${tool.name} has no shape`);
  return line.command;
}

/** Words that a parser could take for something else. */
const odd = ['a', '', ' ', '-', '--', '-1', '@file', 'k=v', '--no-such-flag', '*', '$(x)', 'ä\n', '"', '<%= x %>'];
/** As the value of a flag oclif refuses what is itself a flag of the command; as an argument it does not. */
const oddArguments = [...odd, '-a', '--app', '--app=x', '--json', '--help', '-h'];

const related = ({ relationships = [] }: Definition, ...types: readonly string[]): readonly string[] =>
  relationships
    .filter(({ type }) => types.includes(type))
    .flatMap(({ flags }) => flags.map((flag) => (typeof flag === 'string' ? flag : flag.name)));

/** The wanted flags with those that they need, without those that exclude each other. Null where what is required excludes itself. */
function compatible({ flags }: Command, wanted: readonly string[]): readonly string[] {
  const chosen = new Set<string>();
  const excludes = (name: string): readonly string[] => [
    ...(flags[name]?.exclusive ?? []),
    ...(flags[name] === undefined ? [] : related(flags[name], 'none')),
  ];
  const closure = (name: string, found: Set<string>): Set<string> => {
    const flag = flags[name];
    if (flag === undefined || found.has(name)) return found;
    found.add(name);
    for (const other of [...(flag.dependsOn ?? []), ...related(flag, 'all', 'some')]) closure(other, found);
    return found;
  };
  const required = Object.keys(flags).filter((name) => flags[name]?.required === true);
  for (const name of [...required, ...wanted]) {
    const group = closure(name, new Set());
    const together = [...chosen, ...group];
    if (!together.some((left) => excludes(left).some((right) => together.includes(right))))
      group.forEach((each) => chosen.add(each));
  }
  return [...chosen];
}

interface Case {
  readonly args: JsonObject;
  readonly expected: { readonly flags: JsonObject; readonly positionals: readonly string[] };
}

/** Arguments for a tool, and what a program that is given them has to read. */
function makeCase(tool: Tool, command: Command, pick: (most: number) => number): Case {
  const { flags, args } = shapeOf(tool);
  const text = (options: readonly string[] = odd): string => options[pick(options.length)] ?? '';
  const given: Record<string, JsonValue> = {};
  const read: Record<string, JsonValue> = {};
  const chosen = compatible(
    command,
    Object.keys(command.flags).filter(() => pick(3) === 0),
  );
  for (const { property, flag, negation } of flags) {
    const name = flag.slice(2);
    const definition = command.flags[name];
    if (definition === undefined || !chosen.includes(name)) continue;
    const isOff = negation !== null && pick(2) === 0;
    const value =
      definition.type === 'boolean'
        ? !isOff
        : definition.multiple
          ? [text(definition.options), text(definition.options)]
          : text(definition.options);
    given[property] = value;
    read[name] = value;
  }
  const required = new Set(tool.parameters['required'] as readonly string[] | undefined);
  const count = Math.max(pick(args.length + 1), args.findLastIndex(({ property }) => required.has(property)) + 1);
  const positionals: string[] = [];
  for (const { property, many } of args.slice(0, count)) {
    const values = Array.from({ length: many ? 2 : 1 }, () => text(command.args[property]?.options ?? oddArguments));
    given[property] = many ? values : (values[0] ?? '');
    positionals.push(...values);
  }
  return { args: given, expected: { flags: read, positionals } };
}

/** The conditions of a relationship are functions, which no manifest has: they hold. */
function withConditions(flags: Command['flags']): FlagInput {
  const hold = (flag: string | { readonly name: string }) =>
    typeof flag === 'string' ? flag : { ...flag, when: () => Promise.resolve(true) };
  const copied = Object.entries(flags).map(([name, { relationships = [], ...flag }]) => [
    name,
    { ...flag, relationships: relationships.map((each) => ({ ...each, flags: each.flags.map(hold) })) },
  ]);
  // What oclif wrote there from definitions of that type.
  return Object.fromEntries(copied) as FlagInput;
}

async function expectReadBack(tool: Tool, command: Command, { args, expected }: Case): Promise<void> {
  const shape = shapeOf(tool);
  const made = commandWords(shape, args);
  if (!made.ok) throw new Error(`${tool.name} ${JSON.stringify(args)}: ${made.problem.message}`);
  const definitions = Object.entries(command.args).map(([name, arg]) => [
    name,
    { ...arg, ignoreStdin: true, parse: (input: string) => Promise.resolve(input) },
  ]);
  const output = await parse(made.words.slice(shape.words.length), {
    flags: withConditions(command.flags),
    args: Object.fromEntries(definitions) as ArgInput,
    strict: command.strict !== false,
  });
  expect(output.flags).toMatchObject(expected.flags);
  const others = Object.keys(output.flags).filter((name) => !(name in expected.flags));
  expect(others.filter((name) => !('default' in (command.flags[name] ?? {})))).toEqual([]);
  expect(output.raw.filter(({ type }) => type === 'arg').map(({ input }) => input)).toEqual(expected.positionals);
}

describe.skipIf(programs.length < 3)('a command line for a real oclif program (fetched by npm test)', () => {
  it.each(programs)('is read back as it was meant: $name', { timeout: 120_000 }, async ({ commands, packageJson }) => {
    const tree = readOclif({ commands }, packageJson);
    const { tools } = await cliTools(tree, { ...cliSettings, argv: [tree.name] });
    const visible = Object.values(commands).filter((command) => !('hidden' in command) || command.hidden !== true);
    expect(tools).toHaveLength(visible.length);
    let checked = 0;
    for (const tool of tools) {
      const id = shapeOf(tool).words.slice(1).join(':');
      const command = commands[id];
      if (command === undefined) throw new Error(`no command ${id}`);
      const cases = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 8, seed: 7 });
      for (const stream of cases) {
        const pick = (most: number): number => (most === 0 ? 0 : (stream.next().value ?? 0) % most);
        await expectReadBack(tool, command, makeCase(tool, command, pick));
        checked += 1;
      }
    }
    expect(checked).toBe(tools.length * 8);
  });
});
