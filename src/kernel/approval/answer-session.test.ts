// An answer for the session: the grant that it writes, and when none is.
import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalRecord } from '../../contract/index.ts';
import { by, desk, now, refusal } from '../../../test/harness/answer-desk.ts';
import { decisionForTest, reasonForTest, recordForTest, targetForTest } from '../../../test/harness/record-for-test.ts';
import { answerRequest } from './answer.ts';

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
