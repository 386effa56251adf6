// Who asks. Stamped where a call enters and carried unchanged to the gate.
import type { PolicyClass, Trust } from '../policy/policy-class.ts';

export const surfaceNames = ['cli', 'http', 'mcp', 'library'] as const;
export type SurfaceName = (typeof surfaceNames)[number];

export interface Caller {
  /** The authenticated identity, such as `user:1000` or `token:ci`. */
  readonly principal: string;
  readonly agent: string;
  readonly trust: Trust;
  readonly surface: SurfaceName;
  readonly session: string;
  /** Somebody is there to be asked. Where nobody is, what would ask is refused or parked. */
  readonly attended: boolean;
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  /** The owner's own surfaces see hidden tools too; models do not. */
  readonly seesHidden: boolean;
  /** Set by whoever drives a rehearsal or a replay: such callers run nothing. */
  readonly forbidden: 'simulation' | 'replay' | null;
  /** Narrowing beyond trust; null means none. Never widens. */
  readonly allowedTools: readonly string[] | null;
  readonly policyClasses: readonly PolicyClass[] | null;
  /** Names of profiles it came with; those that are for its principal hold besides. One that is not configured leaves it nothing. */
  readonly profiles?: readonly string[];
  /** Ids of the Gatehouses that the request came through, the first one first. */
  readonly through?: readonly string[];
}
