import { describe, expect, it } from 'vitest';
import { CapabilityError, errorCodes, type ErrorCodeName, type Outcome } from '../../contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
} from '../../testing/index.ts';
import { exitCodeOf, exitCodeOfFault } from './exit-code.ts';

describe('exit codes', () => {
  // The rows of the table in the design.
  it.each<[string, Outcome, number]>([
    ['completed', completedOutcome('x'), 0],
    ['completed with bad news from the tool', completedOutcome('x', { isError: true }), 1],
    ['failed', failedOutcome(), 1],
    ['aborted', abortedOutcome(), 1],
    ['an unknown tool', refusedOutcome({ code: 'unknown_tool' }), 2],
    ['refused', refusedOutcome({ code: 'denied' }), 3],
    ['pending', pendingOutcome(), 4],
    ['invalid arguments', refusedOutcome({ code: 'invalid_arguments' }), 5],
    ['a store that is away', refusedOutcome({ code: 'store_unavailable' }), 6],
    ['a fault of ours', refusedOutcome({ code: 'internal' }), 6],
  ])('%s', (_what, outcome, code) => {
    expect(exitCodeOf(outcome)).toBe(code);
  });

  it('give every fault one from 1 to 6, and 6 to what is no fault of ours', () => {
    for (const code of Object.keys(errorCodes)) {
      // The keys of the table are its codes.
      expect([1, 2, 3, 5, 6]).toContain(exitCodeOfFault(new CapabilityError(code as ErrorCodeName, 'x')));
    }
    expect(exitCodeOfFault(new TypeError('x'))).toBe(6);
  });

  it.each<[ErrorCodeName, number]>([
    ['malformed_request', 2],
    ['unknown_approval', 2],
    ['unknown_server', 2],
    ['server_unavailable', 1],
    ['not_answerable', 3],
    ['invalid_arguments', 5],
    ['store_locked', 6],
    ['daemon_unreachable', 6],
  ])('%s is %i', (code, exit) => {
    expect(exitCodeOfFault(new CapabilityError(code, 'x'))).toBe(exit);
  });
});
