// What can be wrong with JSON that came from outside, and how much of it is taken.

/** Nesting and size that are taken. */
export interface JsonLimits {
  /** Arrays and objects inside each other: `[[]]` is 2 deep. Default 64; more than 512 counts as 512. */
  readonly maxDepth?: number;
  /** UTF-8 bytes of the JSON text. Default 1 MiB. */
  readonly maxBytes?: number;
}

/** The limits with their defaults; no recursion over JSON goes deeper than `maxDepth`. */
export interface JsonBounds {
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** What stands between a hostile depth and the stack: recursion over JSON never passes it. */
export const deepestNesting = 512;

const defaultBounds: JsonBounds = { maxDepth: 64, maxBytes: 1_048_576 };

export function boundsOf(limits: JsonLimits | undefined): JsonBounds {
  if (limits === undefined) return defaultBounds;
  return {
    maxDepth: Math.min(limits.maxDepth ?? defaultBounds.maxDepth, deepestNesting),
    maxBytes: limits.maxBytes ?? defaultBounds.maxBytes,
  };
}

export type JsonTextProblemCode = 'too_large' | 'too_deep' | 'duplicate_key' | 'lone_surrogate' | 'syntax';

/** Why a text was refused, and where. */
export interface JsonTextProblem {
  readonly code: JsonTextProblemCode;
  /** JSON pointer to the innermost value that was being read; '' is the whole document. */
  readonly path: string;
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** From 1. Columns count UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** A sentence or two that names the place and says what to do. */
  readonly message: string;
}

/** Places an offset. A line ends at LF, CR LF or CR. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x0a && code !== 0x0d) continue;
    if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) at++;
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
