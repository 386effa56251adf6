// What a command is: its place in the tree as data, and what it does, brought when it is called.
import type { Command } from 'commander';
import type { CommonOptions, Invocation } from './invocation.ts';

/** Runs one command; answers its exit code. */
export type Action<Options = object> = (invocation: Invocation, args: readonly string[], options: Options & CommonOptions) => Promise<number>;

/** How a command is put into the tree. `load` brings what it does. */
export interface CommandSpec {
  /** Name and arguments in commander's notation, such as `describe <name>`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly isDefault?: boolean;
  readonly load: () => Promise<Action<never>>;
}

export type AddCommands = (parent: Command, specs: readonly CommandSpec[]) => void;
