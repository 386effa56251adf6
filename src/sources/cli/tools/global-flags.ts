// Which flags of a program as a whole its tools have: those that the owner names, and those that are required.
import { CapabilityError } from '../../../contract/index.ts';
import { nearNames } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import type { CommandTree, TreeFlag } from '../command-tree.ts';
import { shown, shownList } from './shown-text.ts';

/** Flags that every program of a framework has, for itself: help, shell completion, its own description. */
export function isFrameworkFlag(name: string): boolean {
  return name === 'version' || name === 'help' || /^(?:help|completion|fisk)-/.test(name);
}

/** Throws CapabilityError invalid_config for a name that is none, is hidden, or is the framework's own. */
export function exposedGlobals(tree: CommandTree, { source, globalFlags }: CliSettings): readonly TreeFlag[] {
  const wanted = new Set(globalFlags.map((name) => name.trim().replace(/^-+/, '')));
  for (const name of wanted) check(name, tree, source);
  return tree.globals
    .filter((flag) => wanted.has(flag.name) || mustBeGiven(flag))
    .map((flag) => ({ ...flag, description: `Global flag: ${flag.description}`.trimEnd() }));
}

/** Left out it would be a mistake of the caller's. */
export function mustBeGiven({ required, env, fallback }: Pick<TreeFlag, 'required' | 'env' | 'fallback'>): boolean {
  return required && env === null && fallback.length === 0;
}

function check(name: string, { globals, name: program }: CommandTree, source: string): void {
  const flag = globals.find((each) => each.name === name);
  if (flag !== undefined && !flag.hidden) return;
  throw new CapabilityError('invalid_config', `sources.${source}.globalFlags: ${problem(name, flag, globals)}`, {
    details: { source, program, flag: name.slice(0, 80) },
  });
}

function problem(name: string, flag: TreeFlag | undefined, globals: readonly TreeFlag[]): string {
  if (flag !== undefined) return `the program hides its flag ${shown(name)}. Take it out of the list.`;
  if (isFrameworkFlag(name)) {
    return `${shown(name)} is a flag for people that the program's framework brings, and none for tools. Take it out of the list.`;
  }
  const visible = globals.filter(({ hidden }) => !hidden).map((each) => each.name);
  const near = nearNames(name, visible);
  const hint =
    near.length > 0 ? ` Meant ${shownList(near)}?` : ` It has ${visible.length === 0 ? 'none' : shownList(visible)}.`;
  return `the program has no global flag ${shown(name)}.${hint}`;
}
