// The positionals of a command in a Fig spec.
import type { TreeArgument } from '../command-tree.ts';
import { quoted, type Notes } from '../foreign/notes.ts';
import { bareArgument } from '../foreign/parts.ts';
import { recordsOf } from '../foreign/values.ts';
import { argumentName } from '../foreign/words.ts';
import { argumentText, hasDanger, valueType } from './value-of.ts';

const mostArguments = 50;

export interface ReadArguments {
  readonly args: readonly TreeArgument[];
  /** The spec warns of one, or one is a command of its own that would run. */
  readonly dangerous: boolean;
}

export function readArguments(said: unknown, notes: Notes): ReadArguments {
  const listed = recordsOf(said, mostArguments);
  const names = new Set<string>();
  const args = listed.map((arg, place) => {
    const first = argumentName(arg['name'], place);
    const name = names.has(first) ? `${first}_${place + 1}` : first;
    names.add(name);
    const isLast = place === listed.length - 1;
    if (arg['isVariadic'] === true && !isLast) {
      notes.add(`the argument ${quoted(name)} takes many values and is not the last: only one can be given`);
    }
    return {
      ...bareArgument,
      name,
      many: arg['isVariadic'] === true && isLast,
      // What people are offered for an argument is seldom all that it takes.
      value: { ...valueType(arg), choices: null },
      description: argumentText(arg),
      required: arg['isOptional'] !== true,
    };
  });
  const runs = listed.some((arg) => arg['isCommand'] === true);
  if (runs) notes.add('one of its arguments is a command that it runs: each call asks');
  return { args, dangerous: runs || listed.some(hasDanger) };
}
