// What a command line is read as: simple commands in the order in which they are written, each knowing what it stands in.

/**
 * How far a word is known. `plain`: its value is exactly what the program gets. `glob`: plain but for `*`, `?`, `[…]`, which the shell
 * replaces by names of files. `base`: plain but for the home or the working directory in front. `text`: holds values that are harmless to
 * print and unknown otherwise. `open`: anything may come of it.
 */
type WordKind = 'plain' | 'glob' | 'base' | 'text' | 'open';

export interface ShellWord {
  readonly kind: WordKind;
  /** As it is written. */
  readonly source: string;
  /**
   * The value of a plain word. Of others what can be told: quotes taken off, the home in front written `~`, the working directory `.`,
   * variables and globs as they stand. Good for finding harm, never for showing that there is none.
   */
  readonly value: string;
}

export interface ShellAssignment {
  readonly name: string;
  readonly source: string;
  /** Null for what is no plain word: an array, a substitution, a variable. */
  readonly value: string | null;
}

export interface ShellRedirect {
  readonly source: string;
  readonly operator: string;
  /** The stream it names; null for the default one, `variable` for `{name}>`. */
  readonly stream: number | 'variable' | null;
  /** The file, stream or text; null for a here-document. */
  readonly target: ShellWord | null;
  /** The text of a here-document, and whether the shell leaves it as it is. */
  readonly document: { readonly text: string; readonly isLiteral: boolean } | null;
}

/** Commands of the list, by index: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The earlier stages of a pipeline whose output arrives here, and those of the pipelines around it. */
export interface Feeders extends Range {
  readonly outer: Feeders | null;
}

export interface SimpleCommand {
  /** Without redirects: assignments and words as they are written, one blank between them. */
  readonly source: string;
  readonly assignments: readonly ShellAssignment[];
  /** Name and arguments; empty where only assignments or redirects stand. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  /** Started without waiting for it, or beside others in a pipeline. */
  readonly isConcurrent: boolean;
  /** The function in whose body it stands. */
  readonly functionName: string | null;
  readonly fedBy: Feeders | null;
  /** The commands in substitutions of its own words and redirects. */
  readonly nested: Range;
}

/** What is no simple command and keeps a line from being harmless; `unclear` where it also hides what runs. */
export interface ShellDoubt {
  readonly source: string;
  readonly text: string;
  readonly isUnclear: boolean;
}

export interface ShellScript {
  readonly commands: readonly SimpleCommand[];
  /** Redirects of groups, loops and conditions. */
  readonly redirects: readonly ShellRedirect[];
  readonly doubts: readonly ShellDoubt[];
  /** Nothing but one simple command: no list, pipeline, group or keyword. */
  readonly isOneCommand: boolean;
}
