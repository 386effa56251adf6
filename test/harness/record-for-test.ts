// A whole call that asks, and its request, with unremarkable members, for tests that are about one of them.
import type { ApprovalRecord, Decision, DecisionInput, Reason, Target } from '../../src/contract/index.ts';
import { sampleCaller } from '../../src/testing/index.ts';
import { toolForTest } from './tool-for-test.ts';
import { newRequest, type AskingCall } from '../../src/kernel/approval/approval-record.ts';

export const askedAt = Date.UTC(2026, 0, 5, 10);

/** One reason to ask: the readonly column of the mode. */
export function reasonForTest(more: Partial<Reason> = {}): Reason {
  return {
    source: 'mode',
    id: 'write_text.readonly',
    revision: '1',
    effect: 'ASK',
    specificity: null,
    target: null,
    text: 'Writing asks in a readonly session.',
    ...more,
  };
}

export function targetForTest(more: Partial<Target> = {}): Target {
  return { kind: 'path', action: 'write', value: 'a.txt', pointer: '/filename', identity: { kind: 'absent' }, ...more };
}

export function decisionForTest(more: Partial<Decision> = {}): Decision {
  return { effect: 'ASK', reasons: [reasonForTest()], grant: null, onceOnly: false, unlooked: [], ...more };
}

/** An operator's call of `file_write` on `a.txt`. */
export function askingCallForTest(more: Partial<AskingCall> = {}): AskingCall {
  const tool =
    more.tool ?? toolForTest({ name: 'file_write', mode: 'write_text', policyClass: 'read_write', risk: 'medium' });
  const caller = (more.call ?? { caller: sampleCaller() }).caller;
  const { principal, agent, trust, surface, session, attended } = caller;
  const input: DecisionInput = {
    version: 1,
    at: askedAt,
    caller: { principal, agent, trust, surface, session, attended },
    sessionMode: 'readonly',
    tool: {
      name: tool.name,
      fingerprint: tool.origin.fingerprint,
      mode: tool.mode,
      policyClass: tool.policyClass,
      risk: tool.risk,
      defaultEffect: null,
      locked: false,
      alwaysAsk: false,
      tags: [],
      effects: [],
    },
    action: null,
    targets: [],
    facts: [],
    argumentKey: 'key_1',
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    policyRevision: '7',
  };
  return {
    call: { caller },
    tool,
    args: { filename: 'a.txt', content: 'hi' },
    targets: [targetForTest()],
    input,
    decision: decisionForTest(),
    salt: 'salt_1',
    requestHash: 'hash_1',
    ...more,
  };
}

/** The pending request of that call, open for a day. */
export function recordForTest(more: Partial<ApprovalRecord> = {}): ApprovalRecord {
  const place = { runtimeId: 'rt_1', now: askedAt, expiresAt: askedAt + 86_400_000 };
  return { ...newRequest(askingCallForTest(), place), id: 'apr_1', ...more };
}
