// The exit codes of the command line, one per row of the outcome table, and the row of every fault.
import {
  classifyOutcome,
  isCapabilityError,
  type ErrorCodeName,
  type Outcome,
  type OutcomeClass,
} from '../../contract/index.ts';

/** `usage` is a wrong use of the command line itself. */
export const exitCodes: Readonly<Record<OutcomeClass | 'usage', number>> = {
  completed: 0,
  failed: 1,
  aborted: 1,
  usage: 2,
  unknown: 2,
  refused: 3,
  pending: 4,
  invalid: 5,
  unavailable: 6,
  internal: 6,
};

export function exitCodeOf(outcome: Outcome): number {
  return exitCodes[classifyOutcome(outcome)];
}

/** Every code has a row: a new one does not compile until it is said here what a script sees. */
const faultRows: Readonly<Record<ErrorCodeName, keyof typeof exitCodes>> = {
  malformed_request: 'usage',
  invalid_rule: 'usage',
  invalid_config: 'usage',
  unknown_tool: 'unknown',
  unknown_approval: 'unknown',
  unknown_rule: 'unknown',
  unknown_grant: 'unknown',
  unknown_server: 'unknown',
  not_the_owner: 'refused',
  not_answerable: 'refused',
  not_permitted: 'refused',
  forbidden_context: 'refused',
  denied: 'refused',
  drift: 'refused',
  approval_denied: 'refused',
  approval_over: 'refused',
  unauthenticated: 'refused',
  foreign_origin: 'refused',
  path_refused: 'refused',
  address_refused: 'refused',
  invalid_arguments: 'invalid',
  tool_failed: 'failed',
  tool_timeout: 'failed',
  content_withheld: 'failed',
  fetch_failed: 'failed',
  process_failed: 'failed',
  store_unavailable: 'unavailable',
  store_newer: 'unavailable',
  store_locked: 'unavailable',
  secret_unavailable: 'unavailable',
  server_unavailable: 'failed',
  login_needed: 'failed',
  login_failed: 'failed',
  server_loop: 'refused',
  runtime_closed: 'unavailable',
  daemon_unreachable: 'unavailable',
  guard_failed: 'internal',
  duplicate_name: 'internal',
  invalid_tool: 'internal',
  unknown_mode: 'internal',
  internal: 'internal',
};

/** What a thrown fault ends the command with. */
export function exitCodeOfFault(fault: unknown): number {
  return exitCodes[isCapabilityError(fault) ? faultRows[fault.code] : 'internal'];
}
