// What is known of a program's commands, in one form for every kind of description: what an adapter reads, and all that the rest needs.
import type { JsonObject } from '../../contract/index.ts';

/** What a value is. `schema` says more where the description does: it is taken as it stands. */
export interface ValueType {
  readonly type: 'string' | 'integer' | 'number';
  /** The only values there are; null where any will do. */
  readonly choices: readonly string[] | null;
  /** Of one value, or of the whole list or map where it describes that. Null: made from the type. */
  readonly schema: JsonObject | null;
}

export interface TreeFlag {
  /** Without dashes. */
  readonly name: string;
  /** As it is written before a value: `--level`, `-v`. */
  readonly flag: string;
  readonly kind: 'switch' | 'count' | 'value' | 'map';
  readonly negation: string | null;
  readonly join: '=' | '' | ' ';
  readonly many: boolean;
  readonly value: ValueType;
  readonly description: string;
  /** As texts, as the description writes them. */
  readonly fallback: readonly string[];
  readonly required: boolean;
  /** The variable that stands in for it. Where there is one, leaving a required flag out is not a mistake of the caller's. */
  readonly env: string | null;
  readonly hidden: boolean;
  readonly dangerous: boolean;
}

export interface TreeArgument {
  readonly name: string;
  readonly many: boolean;
  readonly value: ValueType;
  readonly description: string;
  readonly fallback: readonly string[];
  readonly required: boolean;
  readonly env: string | null;
}

/** What the description itself says of a command. It may tighten and never loosens. */
export type SaidEffect = 'read' | 'write' | 'destructive' | null;

export interface TreeCommand {
  /** Its word on the command line. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  readonly helpLong: string;
  /** With all that is below it. */
  readonly hidden: boolean;
  readonly tags: readonly string[];
  /** Its own; those of its ancestors hold below them too. */
  readonly flags: readonly TreeFlag[];
  readonly args: readonly TreeArgument[];
  readonly commands: readonly TreeCommand[];
  /** A command with others below it that runs by itself too. */
  readonly runs: boolean;
  readonly effect: SaidEffect;
  readonly dangerous: boolean;
  /** A whole schema of its arguments as the description has it, by the names of its flags and arguments. Null: made from those. */
  readonly schema: JsonObject | null;
  /** What the adapter is unsure of, each a sentence for the person who adds the program. */
  readonly doubts: readonly string[];
}

/** One program. */
export interface CommandTree {
  readonly name: string;
  readonly help: string;
  readonly version: string;
  /** Which adapter read it. */
  readonly kind: 'fisk' | 'oclif' | 'fig' | 'usage' | 'cobra' | 'help';
  /** `certain`: the program's own words or manifest. `likely`: of others, or without types. `guessed`: read off texts for people; each call asks. */
  readonly confidence: 'certain' | 'likely' | 'guessed';
  /** Flags of the program as a whole: none is offered unless the owner names it or it is required. */
  readonly globals: readonly TreeFlag[];
  readonly commands: readonly TreeCommand[];
  /** Of a program that takes no subcommand: the program itself is the tool. */
  readonly root: TreeCommand | null;
  readonly separates: boolean;
  /** What was left out and why, and what is not sure: for the person. */
  readonly doubts: readonly string[];
}
