import { describe, expect, it } from 'vitest';
import {
  CapabilityError,
  type AnswerWrite,
  type Answered,
  type ApprovalAnswer,
  type ApprovalRecord,
  type Journal,
  type Outcome,
} from '../../contract/index.ts';
import { refusedOutcome } from '../../testing/index.ts';
import { answerRequest, type AnswerDeps, type EditVerdict } from './answer.ts';
import {
  askedAt,
  askingCallForTest,
  decisionForTest,
  reasonForTest,
  recordForTest,
  targetForTest,
} from '../../../test/harness/record-for-test.ts';

const now = askedAt + 60_000;

interface Desk {
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
function desk({ answered, verdict }: Script = {}): Desk {
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

const by = 'user:owner';

async function refusal(act: Promise<unknown>): Promise<CapabilityError> {
  const cause: unknown = await act.then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  );
  if (!(cause instanceof CapabilityError)) throw cause;
  expect(cause.code).toBe('not_answerable');
  expect(cause.details).toEqual({ id: 'apr_1' });
  return cause;
}

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

describe('for the session', () => {
  async function granted(record: ApprovalRecord, minutes?: number) {
    const { deps, writes } = desk();
    const answer: ApprovalAnswer = minutes === undefined ? { act: 'session' } : { act: 'session', minutes };
    await answerRequest(record, { answer, by }, deps);
    const [write] = writes;
    if (write === undefined || write.grant === null) throw new Error('no grant was written');
    return { ...write, grant: write.grant };
  }

  it('grants the literal targets, for the caller, the definition and the mode that were asked about', async () => {
    const targets = [targetForTest({ value: 'b.txt' }), targetForTest({ action: 'read', value: 'a.txt' })];
    const { grant, answer, events } = await granted(recordForTest({ targets }));
    expect(answer).toBe('session');
    expect(grant).toEqual({
      id: expect.stringMatching(/^gr_/),
      tool: 'file_write',
      fingerprint: recordForTest().fingerprint,
      principal: 'user:1000',
      agent: 'default',
      session: 'session_1',
      workspace: recordForTest().workspace,
      targets: ['path read a.txt', 'path write b.txt'],
      argumentKey: null,
      reasons: ['mode:write_text.readonly'],
      mode: 'readonly',
      approvalId: 'apr_1',
      createdAt: now,
      expiresAt: now + 30 * 60_000,
      revokedAt: null,
    });
    expect(events.map(({ kind }) => kind)).toEqual(['approval_answered', 'grant_added']);
    expect(events[1]).toEqual({
      kind: 'grant_added',
      envelope: {
        grant: grant.id,
        tool: 'file_write',
        agent: 'default',
        principal: 'user:1000',
        session: 'session_1',
        approval: 'apr_1',
        expiresAt: grant.expiresAt,
      },
      values: { targets: ['path read a.txt', 'path write b.txt'] },
    });
  });

  it('grants a command with all its arguments: the folder it runs in is one of them', async () => {
    const { grant } = await granted(
      recordForTest({ targets: [targetForTest({ kind: 'command', action: 'run', value: 'npm test' })] }),
    );
    expect([grant.targets, grant.argumentKey]).toEqual([['command run npm test'], 'key_1']);
  });

  it('grants by the argument key where a call has no targets', async () => {
    const { grant, events } = await granted(recordForTest({ targets: [] }));
    expect([grant.targets, grant.argumentKey]).toEqual([null, 'key_1']);
    expect(events[1]?.values).toEqual({ targets: null });
  });

  it('answers exactly the questions that were asked', async () => {
    const reasons = [
      reasonForTest({ source: 'rule', id: 'r1' }),
      reasonForTest({ source: 'rule', id: 'r1', target: 'b.txt' }),
      reasonForTest({ source: 'rule', id: 'r2', effect: 'ALLOW' }),
      reasonForTest({ source: 'raise', id: 'tag' }),
      reasonForTest({ source: 'unattended', id: 'u' }),
    ];
    const { grant } = await granted(recordForTest({ decision: decisionForTest({ reasons }) }));
    expect(grant.reasons).toEqual(['rule:r1', 'raise:tag']);
  });

  it.each([
    [0.5, 30_000],
    [1, 60_000],
    [90, 5_400_000],
    [1_440, 86_400_000],
  ])('lasts %d minutes as said', async (minutes, lasts) => {
    expect((await granted(recordForTest(), minutes)).grant.expiresAt).toBe(now + lasts);
  });

  it.each([0, -1, 1_440.001, 100_000, Number.NaN, Number.POSITIVE_INFINITY])(
    'is refused for %d minutes',
    async (minutes) => {
      const { deps, writes } = desk();
      const error = await refusal(answerRequest(recordForTest(), { answer: { act: 'session', minutes }, by }, deps));
      expect(error.message).toBe(
        'The request apr_1 cannot be answered: a grant lasts above 0 and at most 1440 minutes.',
      );
      expect(writes).toEqual([]);
    },
  );

  it('is refused where what asks, asks every time', async () => {
    const { deps, writes } = desk();
    const record = recordForTest({ decision: decisionForTest({ onceOnly: true }) });
    const error = await refusal(answerRequest(record, { answer: { act: 'session' }, by }, deps));
    expect(error.message).toMatch(/asks every time; answer it once/);
    expect(writes).toEqual([]);
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
