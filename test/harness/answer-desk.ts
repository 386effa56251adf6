// Where a test answers requests: a journal that takes an answer as scripted, and keeps what was written.
import { expect } from 'vitest';
import {
  CapabilityError,
  type AnswerWrite,
  type Answered,
  type ApprovalRecord,
  type Journal,
} from '../../src/contract/index.ts';
import type { AnswerDeps, EditVerdict } from '../../src/kernel/approval/answer.ts';
import { askedAt, recordForTest } from './record-for-test.ts';

/** When every answer is given. */
export const now = askedAt + 60_000;

/** Who gives every answer. */
export const by = 'user:owner';

export interface Desk {
  readonly deps: AnswerDeps;
  /** What was written, in order. */
  readonly writes: AnswerWrite[];
  /** The edits that were judged. */
  readonly edits: [ApprovalRecord, string][];
}

interface Script {
  readonly answered?: (write: AnswerWrite) => Answered;
  readonly verdict?: EditVerdict;
}

/** A journal that takes an answer as scripted, and rejects whatever else it is asked. */
export function desk({ answered, verdict }: Script = {}): Desk {
  const writes: AnswerWrite[] = [];
  const edits: [ApprovalRecord, string][] = [];
  const answer = async (write: AnswerWrite): Promise<Answered> => {
    writes.push(write);
    const status = write.answer === 'deny' ? 'denied' : 'approved';
    const record = recordForTest({
      status,
      decidedAt: now,
      decidedBy: write.by,
      answer: write.answer,
      note: write.note,
    });
    return answered?.(write) ?? { ok: true, record };
  };
  return {
    writes,
    edits,
    deps: {
      journal: journalOf(answer),
      now: () => now,
      approvalMs: 3_600_000,
      gate: {
        async judgeEdit(record, json) {
          edits.push([record, json]);
          if (verdict === undefined) throw new Error('no edit was scripted');
          return verdict;
        },
      },
    },
  };
}

function journalOf(answer: Journal['answer']): Journal {
  const unscripted = () => Promise.reject(new Error('the journal was asked for more than an answer'));
  return {
    lease: { runtimeId: 'rt_1', pid: 1, host: 'h', workspace: '/workspace', startedAt: 0 },
    answer,
    append: unscripted,
    begin: unscripted,
    finish: unscripted,
    ask: unscripted,
    close: unscripted,
    deliver: unscripted,
    approval: unscripted,
    approvals: unscripted,
    equalRequest: unscripted,
    claimable: unscripted,
    expireOverdue: unscripted,
    recover: unscripted,
    isLive: unscripted,
    heartbeat: unscripted,
    changeCount: unscripted,
    events: unscripted,
    redact: unscripted,
    sign: unscripted,
  };
}

/** The fault that an answer ends with, which must be `not_answerable`. */
export async function refusal(act: Promise<unknown>): Promise<CapabilityError> {
  const cause: unknown = await act.then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  );
  if (!(cause instanceof CapabilityError)) throw cause;
  expect(cause.code).toBe('not_answerable');
  expect(cause.details).toEqual({ id: 'apr_1' });
  return cause;
}
