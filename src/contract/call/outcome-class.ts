// Sorts outcomes into the rows of the one table that exit codes, HTTP statuses and MCP results are read from.
import type { Outcome } from './outcome.ts';

export const outcomeClasses = [
  'completed',
  'failed',
  'aborted',
  'unknown',
  'refused',
  'pending',
  'invalid',
  'unavailable',
  'internal',
] as const;
export type OutcomeClass = (typeof outcomeClasses)[number];

const refusalClasses: Readonly<Record<string, OutcomeClass>> = {
  unknown_tool: 'unknown',
  unknown_approval: 'unknown',
  invalid_arguments: 'invalid',
  store_unavailable: 'unavailable',
  store_locked: 'unavailable',
  store_newer: 'unavailable',
  runtime_closed: 'unavailable',
  internal: 'internal',
};

/** A completed call whose tool reports an error counts as failed. */
export function classifyOutcome(outcome: Outcome): OutcomeClass {
  switch (outcome.kind) {
    case 'completed':
      return outcome.observation.isError ? 'failed' : 'completed';
    case 'refused':
      return Object.hasOwn(refusalClasses, outcome.code) ? (refusalClasses[outcome.code] ?? 'refused') : 'refused';
    default:
      return outcome.kind;
  }
}
