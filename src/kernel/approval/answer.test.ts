// Answers to a request, but for those that grant: once, no, an edit, and what is not open or no answer.
import { describe, expect, it } from 'vitest';
import { CapabilityError, type Answered, type ApprovalAnswer, type Outcome } from '../../contract/index.ts';
import { refusedOutcome } from '../../testing/index.ts';
import { by, desk, now, refusal } from '../../../test/harness/answer-desk.ts';
import {
  askingCallForTest,
  decisionForTest,
  recordForTest,
  targetForTest,
} from '../../../test/harness/record-for-test.ts';
import { answerRequest } from './answer.ts';

describe('once', () => {
  it('approves this very request and grants nothing', async () => {
    const { deps, writes } = desk();
    const end = await answerRequest(recordForTest(), { answer: { act: 'once' }, by }, deps);
    expect(end).toMatchObject({ ok: true, record: { id: 'apr_1', status: 'approved', decidedBy: by } });
    const envelope = {
      approval: 'apr_1',
      tool: 'file_write',
      act: 'once',
      by,
      request: 'hash_1',
      replacement: null,
      replacementRequest: null,
    };
    expect(writes).toEqual([
      {
        id: 'apr_1',
        requestHash: 'hash_1',
        answer: 'once',
        by,
        note: null,
        grant: null,
        replacement: null,
        events: [{ kind: 'approval_answered', envelope, values: {} }],
      },
    ]);
  });

  it('is open also where only once is', async () => {
    const { deps, writes } = desk();
    await answerRequest(
      recordForTest({ decision: decisionForTest({ onceOnly: true }) }),
      { answer: { act: 'once' }, by },
      deps,
    );
    expect(writes).toHaveLength(1);
  });
});

describe('no', () => {
  it.each([
    [{ act: 'deny', note: 'Not on a Friday.' }, 'Not on a Friday.'],
    [{ act: 'deny' }, null],
  ] as const)('is written with what was said: %j', async (answer, note) => {
    const { deps, writes } = desk();
    const end = await answerRequest(recordForTest(), { answer, by }, deps);
    expect(end).toMatchObject({ ok: true, record: { status: 'denied', note } });
    expect(writes).toMatchObject([
      { answer: 'deny', note, grant: null, replacement: null, events: [{ envelope: { act: 'deny', by } }] },
    ]);
  });
});

describe('an edit', () => {
  const answer: ApprovalAnswer = { act: 'edit', arguments: '{"filename":"b.txt","content":"hi"}' };

  it.each<[string, Outcome]>([
    ['refused', refusedOutcome({ by: 'validate', code: 'invalid_arguments' })],
    ['denied', refusedOutcome()],
  ])('that is %s leaves the request open, untouched', async (_what, outcome) => {
    const { deps, writes, edits } = desk({ verdict: { ok: false, outcome } });
    const record = recordForTest();
    expect(await answerRequest(record, { answer, by }, deps)).toEqual({ ok: false, outcome });
    expect(edits).toEqual([[record, answer.arguments]]);
    expect(writes).toEqual([]);
  });

  it('that is judged well is a new request, approved, in place of the other', async () => {
    const args = { filename: 'b.txt', content: 'hi' };
    const bound = askingCallForTest({
      args,
      targets: [targetForTest({ value: 'b.txt' })],
      requestHash: 'hash_2',
      salt: 'salt_2',
    });
    const { deps, writes } = desk({ verdict: { ok: true, bound } });
    const end = await answerRequest(recordForTest({ runtimeId: 'rt_asked' }), { answer, by }, deps);
    if (!end.ok) throw new Error('it was refused');
    expect(end.record).toMatchObject({
      status: 'approved',
      arguments: args,
      requestHash: 'hash_2',
      salt: 'salt_2',
      runtimeId: 'rt_asked',
      supersedes: 'apr_1',
      supersededBy: null,
      answer: 'edit',
      decidedAt: now,
      decidedBy: by,
      createdAt: now,
      expiresAt: now + 3_600_000,
      outcome: null,
    });
    expect(end.record.id).not.toBe('apr_1');
    // The hash of what was shown is what the write is about: another request of that id must not be superseded.
    expect(writes).toEqual([
      {
        id: 'apr_1',
        requestHash: 'hash_1',
        answer: 'edit',
        by,
        note: null,
        grant: null,
        replacement: end.record,
        events: [
          {
            kind: 'approval_answered',
            envelope: {
              approval: 'apr_1',
              tool: 'file_write',
              act: 'edit',
              by,
              request: 'hash_1',
              replacement: end.record.id,
              replacementRequest: 'hash_2',
            },
            values: {},
          },
        ],
      },
    ]);
  });

  it('that comes too late supersedes nothing', async () => {
    const { deps } = desk({
      verdict: { ok: true, bound: askingCallForTest() },
      answered: () => ({ ok: false, why: 'not_pending', status: 'denied' }),
    });
    expect((await refusal(answerRequest(recordForTest(), { answer, by }, deps))).message).toMatch(
      /it is denied by now/,
    );
  });
});

describe('a request that is not open', () => {
  const answers: readonly ApprovalAnswer[] = [
    { act: 'once' },
    { act: 'session' },
    { act: 'deny' },
    { act: 'edit', arguments: '{}' },
  ];

  it.each([
    'approved',
    'executing',
    'completed',
    'failed',
    'interrupted',
    'denied',
    'expired',
    'withdrawn',
    'superseded',
    'invalidated',
  ] as const)('cannot be answered when it is %s', async (status) => {
    for (const answer of answers) {
      const { deps, writes, edits } = desk();
      const error = await refusal(answerRequest(recordForTest({ status }), { answer, by }, deps));
      expect(error.message).toBe(`The request apr_1 cannot be answered: it is ${status} already.`);
      expect([writes, edits]).toEqual([[], []]);
    }
  });

  it.each<[Answered, string]>([
    [{ ok: false, why: 'unknown', status: null }, 'it is gone'],
    [{ ok: false, why: 'not_pending', status: 'approved' }, 'it is approved by now'],
    [{ ok: false, why: 'expired', status: 'expired' }, 'its time is over'],
    [{ ok: false, why: 'other_hash', status: 'pending' }, 'it is not what was shown'],
  ])('cannot be answered when the store says %j', async (answered, why) => {
    const { deps } = desk({ answered: () => answered });
    const error = await refusal(answerRequest(recordForTest(), { answer: { act: 'once' }, by }, deps));
    expect(error.message).toBe(`The request apr_1 cannot be answered: ${why}.`);
  });
});

it.each(['yes', 'approve', 'elicited', 'ONCE', '', undefined])(
  'never takes the unknown answer %j for a yes',
  async (act) => {
    const { deps, writes } = desk();
    // What may come over a wire untyped.
    const answer = { act } as ApprovalAnswer;
    expect((await refusal(answerRequest(recordForTest(), { answer, by }, deps))).message).toMatch(/no such answer/);
    expect(writes).toEqual([]);
  },
);

it('passes on that the store is away', async () => {
  const { deps } = desk({
    answered: () => {
      throw new CapabilityError('store_unavailable', 'The disk is full.');
    },
  });
  await expect(answerRequest(recordForTest(), { answer: { act: 'once' }, by }, deps)).rejects.toMatchObject({
    code: 'store_unavailable',
  });
});
