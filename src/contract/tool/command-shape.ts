// How the arguments of a call become the words of a command line: data, so that what is judged is what runs.

/** A flag. Its argument in the call may have another name than it has: one that a positional has already. */
export interface CommandFlag {
  /** The argument of the call. */
  readonly property: string;
  /** As it is written, dashes and all: `--level`, `-v`. */
  readonly flag: string;
  /**
   * `switch`: there or not. `count`: as often as the number says, or once for true. `value`: with a value; a list gives it once for each
   * item. `map`: `key=value`, once for each member, sorted by key.
   */
  readonly kind: 'switch' | 'count' | 'value' | 'map';
  /** Of a switch: how false is said, such as `--no-color`. Null: false is said by leaving it out. */
  readonly negation: string | null;
  /** Of a switch without negation: what holds when it is left out. Where that is true, false cannot be said. */
  readonly isOn: boolean;
  /** Between a flag and its value: one word with `=`, one word without (`-n5`), or a word of its own. */
  readonly join: '=' | '' | ' ';
  /** Whether its own description calls it dangerous: a call that gives it asks in every mode. */
  readonly dangerous: boolean;
}

/** A positional, in its order. */
export interface CommandArgument {
  /** The argument of the call. */
  readonly property: string;
  /** What stands in its place where it is left out and a later one is given. Empty: then it has to be given. */
  readonly fallback: readonly string[];
  /** Only the last one may be many. */
  readonly many: boolean;
}

/** Flags in their order, then the positionals in theirs. */
export interface CommandShape {
  /** The program, its first arguments, and the path of the command. */
  readonly words: readonly [string, ...string[]];
  readonly flags: readonly CommandFlag[];
  readonly args: readonly CommandArgument[];
  /** Whether `--` stands before the positionals. Where it does not, one that begins with `-` cannot be given. */
  readonly separates: boolean;
}
