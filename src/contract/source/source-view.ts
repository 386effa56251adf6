// Sources as their owner sees them: what is configured to become tools, how it stands, and what came of it.

/** `broken`: it could not be read, and brings no tools. */
export type SourceState = 'ready' | 'broken' | 'disabled';

export interface SourceTool {
  readonly name: string;
  /** Asks in every mode. */
  readonly asks: boolean;
}

export interface SourceView {
  readonly name: string;
  readonly kind: string;
  readonly state: SourceState;
  /** The program, the file or the address. */
  readonly reach: string;
  /** What else there is to know of it, for people: name and text. */
  readonly details: readonly (readonly [name: string, text: string])[];
  readonly tools: readonly SourceTool[];
  /** What was left out and why, and what is not sure. */
  readonly notes: readonly string[];
  /** Why it is broken, and what to do. */
  readonly problem: string | null;
}
