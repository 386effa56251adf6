// The positionals of one command in a usage specification.
import type { SaidEffect, TreeArgument } from '../command-tree.ts';
import { quoted, type Notes } from '../foreign/notes.ts';
import { bareArgument } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { argumentName } from '../foreign/words.ts';
import { allOf, saidOf, type KdlNode } from './kdl-nodes.ts';
import { describeValue, effectOf, readPlaceholder, valueOf } from './read-values.ts';

const mostArguments = 50;

export interface UsageArguments {
  readonly args: readonly TreeArgument[];
  readonly effects: readonly SaidEffect[];
}

interface Positional {
  readonly node: KdlNode;
  readonly dashes: unknown;
  readonly arg: TreeArgument;
}

export function readArguments(command: KdlNode, notes: Notes): UsageArguments {
  const all = command.children
    .filter(({ name }) => name === 'arg')
    .slice(0, mostArguments)
    .map(readArgument);
  const kept = reachable(all, notes);
  const names = new Set<string>();
  const args = kept.map(({ arg }, place) => {
    const isLast = place === kept.length - 1;
    if (arg.many && !isLast) {
      notes.add(`the argument ${quoted(arg.name)} takes many values and is not the last: only one can be given`);
    }
    const name = names.has(arg.name) ? `${arg.name}_${place + 1}` : arg.name;
    names.add(name);
    return { ...arg, name, many: arg.many && isLast };
  });
  return { args, effects: kept.map(({ node }) => effectOf(node)) };
}

function readArgument(node: KdlNode, place: number): Positional {
  const said = readPlaceholder(textOf(node.args[0], 200));
  const required = saidOf(node, 'required');
  const fallback = allOf(node, 'default');
  return {
    node,
    dashes: said.behindDashes ? 'required' : saidOf(node, 'double_dash'),
    arg: {
      ...bareArgument,
      name: argumentName(said.name, place),
      many: said.many || said.count > 1 || saidOf(node, 'var') === true,
      value: valueOf(node),
      description: describeValue(node),
      fallback,
      required: fallback.length === 0 && (typeof required === 'boolean' ? required : said.required),
      env: textOf(saidOf(node, 'env'), 200) || null,
    },
  };
}

/** Behind `--`, which always stands before the positionals here, only the one that requires it is reached; and one that keeps `--` would get it. */
function reachable(all: readonly Positional[], notes: Notes): readonly Positional[] {
  const behind = all.findIndex(({ dashes }) => dashes === 'required');
  const kept = behind === -1 ? all : all.slice(behind);
  for (const { arg } of all.slice(0, Math.max(0, behind))) {
    notes.add(`the argument ${quoted(arg.name)} stands before "--", where a value could be read as a flag: left out`);
  }
  return kept.filter(({ dashes, arg }) => {
    if (dashes === 'preserve') notes.add(`the argument ${quoted(arg.name)} takes "--" as a value: left out`);
    return dashes !== 'preserve';
  });
}
