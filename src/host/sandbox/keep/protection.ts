// How a name in a root is protected from a sandboxed program.

/**
 * `hidden`: an empty one stands in its place. `fixed`: it can be read and not changed. `pinned`: a folder that cannot be renamed, since the
 * protected name of what lies in it begins with its own.
 */
export type Protection = 'hidden' | 'fixed' | 'pinned';

export interface Judged {
  readonly protection: Protection | null;
  /** True where what lies below is judged by itself. */
  readonly descend: boolean;
}
