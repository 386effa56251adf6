// What usage says of a positional or of the value of a flag: its name, how often, which choices, and what it does to the world.
import type { SaidEffect, ValueType } from '../command-tree.ts';
import { anyText } from '../foreign/parts.ts';
import { scalarTexts, textOf } from '../foreign/values.ts';
import { allOf, saidOf, type KdlNode } from './kdl-nodes.ts';

export interface Placeholder {
  readonly name: string;
  readonly required: boolean;
  readonly many: boolean;
  /** Values are taken only behind `--`. */
  readonly behindDashes: boolean;
  /** How many values one takes: `<start> <end>` takes two. */
  readonly count: number;
}

/** `<name>`, `[name]`, `name`, each with `...` or `…` behind it, and `<-- name>`. Without brackets it is required. */
export function readPlaceholder(text: string): Placeholder {
  const bare = text.replace(/(?:\.\.\.|…)\s*$/u, '').trim();
  const inner = /^[<[](.*)[>\]]$/su.exec(bare)?.[1] ?? bare;
  return {
    name: inner.replace(/^--\s+/, '').trim(),
    required: !bare.startsWith('['),
    many: /(?:\.\.\.|…)\s*$/u.test(text),
    behindDashes: /^--\s/.test(inner),
    count: bare.match(/[<[][^<>[\]]*[>\]]/gu)?.length ?? 1,
  };
}

/** With more than these a value is any: a part of them would forbid the others. */
const mostChoices = 500;

/** Choices that come from a variable are not known here. */
export function valueOf(...nodes: readonly KdlNode[]): ValueType {
  const lists = nodes.flatMap((node) => node.children.filter(({ name }) => name === 'choices'));
  if (lists.some((list) => list.props.has('env'))) return anyText;
  const choices = lists.flatMap((list) => [
    ...scalarTexts(list.args),
    ...list.children
      .filter(({ name }) => name === 'choice')
      .flatMap((choice) => [...scalarTexts(choice.args), ...allOf(choice, 'alias')]),
  ]);
  const ignoresCase = lists.some((list) => list.props.get('ignore_case') === true);
  return choices.length === 0 || choices.length > mostChoices || ignoresCase ? anyText : { ...anyText, choices };
}

export function effectOf(node: KdlNode): SaidEffect {
  const said = saidOf(node, 'effect');
  return said === 'read' || said === 'write' || said === 'destructive' ? said : null;
}

const order = ['read', 'write', 'destructive'] as const;

/** The worst that is said. What is said of a part alone does not speak for the whole, unless it is the worst of all. */
export function worstEffect(own: SaidEffect, parts: readonly SaidEffect[]): SaidEffect {
  const worst = order.findLast((effect) => effect === own || parts.includes(effect)) ?? null;
  return own === null && worst !== 'destructive' ? null : worst;
}

/** The text for people, and in words what no schema says. */
export function describeValue(node: KdlNode): string {
  const sentence = (before: string, ...names: readonly string[]): string => {
    const others = allOf(node, ...names);
    return others.length === 0 ? '' : `${before} ${others.join(', ')}.`;
  };
  const deprecated = saidOf(node, 'deprecated');
  return textOf(
    [
      deprecated === undefined || deprecated === false ? '' : 'Deprecated.',
      textOf(saidOf(node, 'help')) || textOf(saidOf(node, 'long_help', 'help_long', 'help_md')),
      sentence('Not together with', 'conflicts', 'conflicts_with'),
      sentence('The last one holds of this and', 'overrides'),
      sentence('Only together with', 'requires'),
      sentence('Needed together with', 'required_if'),
      sentence('Needed without', 'required_unless'),
    ]
      .filter(Boolean)
      .join(' '),
  );
}
