// What a command is: its place in the tree as data, and what it does, brought when it is called.
import type { CommonOptions, Invocation } from './invocation.ts';

/** Runs one command; answers its exit code. */
export type Action<Options = object> = (
  invocation: Invocation,
  args: readonly string[],
  options: Options & CommonOptions,
) => Promise<number>;

/** Flags in commander's notation, and what they mean. */
export type OptionSpec = readonly [flags: string, description: string, repeat?: 'repeatable'];

/** How a command is put into the tree. `load` brings what it does. */
export interface CommandSpec {
  /** Name and arguments in commander's notation, such as `describe <name>`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: readonly OptionSpec[];
  readonly load: () => Promise<Action<never>>;
}

/** Commands under one name. The first of them is what that name alone means. */
export interface CommandGroup {
  readonly group: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** Of the commands that may run frozen. */
export const frozen: OptionSpec = [
  '--frozen',
  'nothing of MCP servers that is not as gatehouse.lock says, and nothing is accepted (or GATEHOUSE_FROZEN=1)',
];
