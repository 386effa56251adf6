// What of a command's shape its words are made from, and what can be wrong with the arguments for it.

/** As the contract's `CommandFlag` says. */
export interface ArgvFlag {
  readonly property: string;
  readonly flag: string;
  readonly kind: 'switch' | 'count' | 'value' | 'map';
  readonly negation: string | null;
  readonly isOn: boolean;
  readonly join: '=' | '' | ' ';
}

/** As the contract's `CommandArgument` says. */
export interface ArgvArgument {
  readonly property: string;
  readonly fallback: readonly string[];
  readonly many: boolean;
}

/** As the contract's `CommandShape` says. */
export interface ArgvShape {
  readonly words: readonly [string, ...string[]];
  readonly flags: readonly ArgvFlag[];
  readonly args: readonly ArgvArgument[];
  readonly separates: boolean;
}

export interface ArgvProblem {
  /** The argument of the call that is wrong. */
  readonly property: string;
  readonly message: string;
  readonly expected: string;
}

/** Words, or why there are none. */
export type Argv =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly problem: ArgvProblem };

export function problem(property: string, message: string, expected: string): Extract<Argv, { ok: false }> {
  return { ok: false, problem: { property, message, expected } };
}
