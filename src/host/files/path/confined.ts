// The answer to whether a path may be used.
import type { ConfinedPath, Verdict } from '../../../contract/index.ts';
import type { ZoneName } from './write-zones.ts';

/** The names under which the guard reports a refusal. */
export type RefusalName =
  | 'bad_path'
  | 'protected_name'
  | 'outside_roots'
  | 'not_regular'
  | 'hard_link'
  | 'zone'
  | 'unreadable';

export interface PathRefusal {
  readonly name: RefusalName;
  readonly verdict: Verdict;
  /** The path as rules see it, as far as it could be resolved. */
  readonly shown: string;
  /** What is wrong, and what other call would work. */
  readonly text: string;
}

/** `default` where no zone of the operator covers a path that is written; reads have no zone. */
export type WriteZone = Exclude<ZoneName, 'blocked'> | 'default';

export type Confined =
  | { readonly ok: true; readonly path: ConfinedPath; readonly zone: WriteZone | null }
  | { readonly ok: false; readonly refusal: PathRefusal };
