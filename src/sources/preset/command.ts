// A command that is a tool: fixed words that a person wrote down, which the arguments of a call follow.

export interface Command {
  readonly name: string;
  readonly description: string;
  /** The program and its first arguments. */
  readonly argv: readonly string[];
  /** Variables without which it is not run. */
  readonly passEnv: readonly string[];
  readonly timeoutMs: number;
  /** Absolute, or relative to the workspace. */
  readonly workingDir: string;
}

/** Where nobody says otherwise. */
export const defaultTimeoutMs = 30_000;
