// The flags of one command in a usage specification.
import type { TreeFlag } from '../command-tree.ts';
import { quoted, type Notes } from '../foreign/notes.ts';
import { anyText, bareFlag } from '../foreign/parts.ts';
import { textOf } from '../foreign/values.ts';
import { flagName, isFlagWord } from '../foreign/words.ts';
import { allOf, saidOf, type KdlNode } from './kdl-nodes.ts';
import { describeValue, effectOf, readPlaceholder, valueOf, type Placeholder } from './read-values.ts';

const mostFlags = 1_000;

export interface UsageFlag {
  readonly flag: TreeFlag;
  /** Holds below the command too. */
  readonly global: boolean;
  /** What giving it does, as far as that is not the flag's own danger. */
  readonly writes: boolean;
}

export function readFlags(node: KdlNode, notes: Notes): readonly UsageFlag[] {
  const nodes = node.children.filter(({ name }) => name === 'flag');
  if (nodes.length > mostFlags) notes.add(`only the first ${mostFlags} of ${nodes.length} flags are read`);
  const names = new Set<string>();
  return nodes.slice(0, mostFlags).flatMap((each) => {
    const read = readFlag(each, notes);
    if (read === null || names.has(read.flag.name)) return [];
    names.add(read.flag.name);
    return [read];
  });
}

function readFlag(node: KdlNode, notes: Notes): UsageFlag | null {
  const written = readWritten(node);
  if (written === null) {
    notes.add(`the flag ${quoted(node.args[0])} cannot be read: left out`);
    return null;
  }
  const { word, value } = written;
  if (value !== null && value.count > 1) {
    notes.add(`the flag ${quoted(word)} takes ${value.count} values one after the other: left out`);
    return null;
  }
  const effect = effectOf(node);
  const flag: TreeFlag = {
    ...bareFlag,
    ...shapeOf(node, written, notes),
    name: flagName(word),
    flag: word,
    join: word.startsWith('--') ? '=' : ' ',
    description: describeValue(node),
    fallback: allOf(node, 'default'),
    required: saidOf(node, 'required') === true && saidOf(node, 'default') === undefined,
    env: textOf(saidOf(node, 'env'), 200) || null,
    hidden: saidOf(node, 'hide') === true,
    dangerous: effect === 'destructive',
  };
  return { flag, global: saidOf(node, 'global') === true, writes: effect === 'write' };
}

type Shape = Pick<TreeFlag, 'kind' | 'negation' | 'many' | 'value'>;

function shapeOf(node: KdlNode, { word, value, repeated }: Written, notes: Notes): Shape {
  const many = repeated || saidOf(node, 'var') === true;
  if (value === null) {
    const counts = many || saidOf(node, 'count') === true;
    return {
      kind: counts ? 'count' : 'switch',
      negation: counts ? null : negationOf(node),
      many: false,
      value: anyText,
    };
  }
  if (value.many && !many) notes.add(`the flag ${quoted(word)} may take several values: only one can be given`);
  const choices = valueOf(node, ...node.children.filter(({ name }) => name === 'arg'));
  return { kind: 'value', negation: null, many, value: choices };
}

interface Written {
  readonly word: string;
  readonly value: Placeholder | null;
  readonly repeated: boolean;
}

/** `-u --user… <user>`: the first long form, else the first short one. A value may stand in a child instead. */
function readWritten(node: KdlNode): Written | null {
  const text = textOf(node.args[0], 500);
  const placeholders =
    /[<[].*$/su.exec(text)?.[0] ?? textOf(node.children.find(({ name }) => name === 'arg')?.args[0], 200);
  const words = text
    .replace(/[<[].*$/su, '')
    .replaceAll(/\.\.\.|…/gu, ' … ')
    .split(/\s+/)
    .filter((word) => word.startsWith('-'));
  const usable = [...words, ...allOf(node, 'alias')].filter(isFlagWord);
  const word = usable.find((each) => each.startsWith('--')) ?? usable[0];
  if (word === undefined) return null;
  const value = placeholders === '' ? null : readPlaceholder(placeholders);
  return { word, value, repeated: /(?:\.\.\.|…)/u.test(text.replace(/[<[].*$/su, '')) };
}

function negationOf(node: KdlNode): string | null {
  const said = saidOf(node, 'negate');
  return isFlagWord(said) ? said : null;
}
