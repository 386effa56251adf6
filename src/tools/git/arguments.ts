// Arguments that the git tools share.
import { z } from 'zod';
import type { ConfinedPath } from '../../contract/index.ts';

/** No option, no path behind a colon, no space: what is left names commits. */
export const revision = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_@][A-Za-z0-9_@./^~{}+#=-]*$/, 'A revision such as HEAD~2, main, v1.0, a1b2c3 or main..topic.');

/** As `git check-ref-format --branch` wants it. */
export const branchName = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:\.\.|@\{|\/\/|\.lock(?:\/|$)|\/\.|\.$|\/$))[A-Za-z0-9_][A-Za-z0-9_./+#-]*$/,
    'A name such as topic/one.',
  );

export const repo = z.string().min(1).default('.').describe('A folder of the repository. Default: the workspace.');

export const paths = z.array(z.string().min(1)).max(100).default([]);

/** The proofs of `/paths`, in their order. */
export function provenPaths(
  context: { readonly paths: Readonly<Record<string, ConfinedPath>> },
  count: number,
): readonly ConfinedPath[] {
  return Array.from({ length: count }, (_, index) => {
    const path = context.paths[`/paths/${index}`];
    if (path === undefined) throw new Error(`/paths/${index} came without a proof that it was checked.`);
    return path;
  });
}
