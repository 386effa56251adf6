// What the analysis of a command line comes to.
import type { ShellFloor } from '../floors/floor.ts';
import type { Form } from '../forms/form.ts';
import type { ShellWord } from '../read/script.ts';

/** From the most harmless to the strictest: only reads; does something; cannot be told. */
export type ShellVerdict = 'safe' | 'ask' | 'unanalysable';

const rank: Readonly<Record<ShellVerdict, number>> = { safe: 0, ask: 1, unanalysable: 2 };

export function stricter(left: ShellVerdict, right: ShellVerdict): ShellVerdict {
  return rank[left] >= rank[right] ? left : right;
}

/** One simple command, one redirect, or what else the line holds. */
export interface ShellPart {
  readonly verdict: ShellVerdict;
  /** As it is written. */
  readonly source: string;
  /** Why the verdict, as the end of a sentence about the part, with the call that would do better; empty for a safe one. */
  readonly text: string;
  /** What rules are held against: the command in each of its forms. */
  readonly commands: readonly string[];
  /** Paths that a safe part reads: it is safe only where they may be read. */
  readonly reads: readonly ShellWord[];
  /** The file of a redirect. */
  readonly file: { readonly word: ShellWord; readonly action: 'read' | 'write' } | null;
  /** Words that may be paths, of a part that is not safe anyway: no protected name may be among them. */
  readonly names: readonly { readonly path: string; readonly isWritten: boolean }[];
  /** The path of a repository whose configuration git would follow. */
  readonly repository: string | null;
}

export interface ShellAnalysis {
  readonly parts: readonly ShellPart[];
  readonly floors: readonly ShellFloor[];
  /** Every program that the line names or may name. */
  readonly forms: readonly Form[];
  /** All words of the line, quotes taken off, those of inner texts too. */
  readonly words: readonly string[];
  /** Where the commands may run, besides where the line starts: the words of `cd`. */
  readonly directories: readonly ShellWord[];
}
