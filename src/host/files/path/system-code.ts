// Reads the code of an error that the operating system gave.

/** Such as ENOENT; undefined for errors of another kind. */
export function systemCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
