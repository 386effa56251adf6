// The exit codes of the command line, one per row of the outcome table.
import { classifyOutcome, isCapabilityError, type Outcome, type OutcomeClass } from '../../contract/index.ts';

const codes: Readonly<Record<OutcomeClass, number>> = {
  completed: 0,
  failed: 1,
  aborted: 1,
  unknown: 2,
  refused: 3,
  pending: 4,
  invalid: 5,
  unavailable: 6,
  internal: 6,
};

export function exitCodeOf(outcome: Outcome): number {
  return codes[classifyOutcome(outcome)];
}

/** Wrong use of the command line itself. */
export const usageExit = 2;

const usageFaults: ReadonlySet<string> = new Set(['malformed_request', 'unknown_tool', 'unknown_approval', 'unknown_rule', 'unknown_grant', 'unknown_session', 'invalid_rule', 'invalid_config']);
const refusalFaults: ReadonlySet<string> = new Set(['not_the_owner', 'not_answerable', 'unauthenticated']);

/** What a thrown fault ends the command with. */
export function exitCodeOfFault(fault: unknown): number {
  if (!isCapabilityError(fault)) return 6;
  if (usageFaults.has(fault.code)) return usageExit;
  return refusalFaults.has(fault.code) ? 3 : 6;
}
