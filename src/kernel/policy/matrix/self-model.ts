// What an agent may say of itself: which tools it may use, as a list whose digest changes exactly when that changes.
import type { Effect, MatrixRow } from '../../../contract/index.ts';
import { canonicalJson } from '../../../text/index.ts';

export interface SelfModel {
  readonly agent: string;
  /** By trust, then by tool. DENY stands for what is listed as unavailable. */
  readonly capabilities: readonly Capability[];
  /** Canonical JSON of the two above: equal models give equal text. */
  readonly digestInput: string;
}

interface Capability {
  readonly tool: string;
  readonly trust: string;
  readonly effect: Effect;
  readonly possible: readonly Effect[];
  readonly dependsOn: readonly string[];
}

/** Rows of other agents are left out. */
export function selfModel(agent: string, rows: readonly MatrixRow[]): SelfModel {
  const capabilities = rows
    .filter((row) => row.agent === agent)
    .map(({ tool, trust, effect, possible, dependsOn }) => ({ tool, trust, effect, possible, dependsOn }))
    .toSorted((left, right) => compare(left.trust, right.trust) || compare(left.tool, right.tool));
  return { agent, capabilities, digestInput: canonicalJson({ agent, capabilities }) };
}

/** By code unit: the order must not depend on a locale. */
function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
