// The positionals of one oclif command: by name in their order, or in older manifests as a list.
import type { TreeArgument } from '../command-tree.ts';
import { quoted } from '../foreign/notes.ts';
import { bareArgument } from '../foreign/parts.ts';
import { isRecord, recordOf, scalarTexts } from '../foreign/values.ts';
import { valueType, type Reading } from './read-flags.ts';

const mostArguments = 50;

export function readArguments(command: Readonly<Record<string, unknown>>, reading: Reading): readonly TreeArgument[] {
  const said = entriesOf(command['args']);
  if (said.length > mostArguments) {
    reading.notes.add(`only the first ${mostArguments} of ${said.length} arguments are read`);
  }
  const args = said.slice(0, mostArguments).map(([name, value], place, all) => {
    const isLast = place === all.length - 1;
    const many = value['multiple'] === true;
    if (many && !isLast) {
      reading.notes.add(`the argument ${quoted(name)} takes many values and is not the last: only one can be given`);
    }
    return {
      ...bareArgument,
      name,
      many: many && isLast,
      value: valueType(value),
      description: reading.say(value['description']),
      fallback: scalarTexts(value['default']),
      required: value['required'] === true,
    };
  });
  if (command['strict'] !== false || args.at(-1)?.many === true) return args;
  return [...args, { ...bareArgument, name: freeName(args), many: true, description: 'Further arguments.' }];
}

function entriesOf(said: unknown): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  if (!Array.isArray(said)) return Object.entries(recordOf(said)).map(([name, value]) => [name, recordOf(value)]);
  return said.map((value: unknown, place) => {
    const record = isRecord(value) ? value : {};
    const { name } = record;
    return [typeof name === 'string' && name !== '' ? name : `arg${place + 1}`, record];
  });
}

function freeName(args: readonly TreeArgument[]): string {
  const taken = new Set(args.map(({ name }) => name));
  return ['args', 'further', 'further_args'].find((name) => !taken.has(name)) ?? `args${args.length + 1}`;
}
