// The HTTP statuses, one per row of the outcome table, those of thrown faults, and what the protocol itself is refused for.
import {
  classifyOutcome,
  isCapabilityError,
  type ErrorCodeName,
  type Outcome,
  type OutcomeClass,
} from '../../../contract/index.ts';

const statuses: Readonly<Record<OutcomeClass, number>> = {
  completed: 200,
  failed: 200,
  aborted: 499,
  unknown: 404,
  refused: 403,
  pending: 202,
  invalid: 422,
  unavailable: 503,
  internal: 500,
};

export function statusOf(outcome: Outcome): number {
  return statuses[classifyOutcome(outcome)];
}

/** Every code has a row: a new one does not compile until it is said here what a client sees. */
const faultStatuses: Readonly<Record<ErrorCodeName, number>> = {
  malformed_request: 400,
  unauthenticated: 401,
  foreign_origin: 403,
  not_the_owner: 403,
  not_permitted: 403,
  forbidden_context: 403,
  denied: 403,
  approval_denied: 403,
  path_refused: 403,
  address_refused: 403,
  unknown_tool: 404,
  unknown_approval: 404,
  unknown_rule: 404,
  unknown_grant: 404,
  unknown_server: 404,
  not_answerable: 409,
  approval_over: 409,
  drift: 409,
  invalid_arguments: 422,
  invalid_rule: 422,
  invalid_config: 422,
  store_unavailable: 503,
  store_locked: 503,
  store_newer: 503,
  secret_unavailable: 503,
  server_unavailable: 503,
  login_needed: 503,
  login_failed: 422,
  server_loop: 508,
  runtime_closed: 503,
  daemon_unreachable: 503,
  guard_failed: 500,
  tool_failed: 500,
  tool_timeout: 500,
  content_withheld: 500,
  duplicate_name: 500,
  invalid_tool: 500,
  unknown_mode: 500,
  fetch_failed: 500,
  process_failed: 500,
  internal: 500,
};

export function statusOfFault(fault: unknown): number {
  return isCapabilityError(fault) ? faultStatuses[fault.code] : 500;
}

/** Refusals of HTTP itself. They concern a client's use of the protocol and are no codes of the contract. */
export const protocolStatuses = {
  unknown_route: 404,
  wrong_method: 405,
  too_large: 413,
  wrong_type: 415,
  too_many_requests: 429,
} as const;

export type ProtocolCode = keyof typeof protocolStatuses;
