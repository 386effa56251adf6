// What a call of a tool needs of the document that the tool came from.
import type { ApiMethod } from '../document/operations.ts';
import type { Access } from '../document/security.ts';
import type { ArgumentPlan } from '../tools/arguments.ts';

/** Data, which is kept beside the tool. */
export interface CallPlan {
  readonly name: string;
  readonly method: ApiMethod;
  readonly args: ArgumentPlan;
  readonly access: Access;
  /** Whether it goes to the origin of the document's first server. */
  readonly isMain: boolean;
  /** What the operation answers with, for `accept`. */
  readonly accepts: readonly string[];
}
