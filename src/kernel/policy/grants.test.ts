import { describe, expect, test } from 'vitest';
import type { DecisionInput, Grant } from '../../contract/index.ts';
import { decisionInput, fact, grant, monday, rule, target } from '../../../test/fixtures/decision-input.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';
import { grantTargets } from './reasons/grants.ts';

const none = compilePolicy({ rules: [], revision: '7' });
const effectOf = (input: DecisionInput, grants: readonly Grant[]) => decide(input, none, grants).effect;

describe('grants', () => {
  test('a live one turns the question into a yes, and is named before what asked', () => {
    const decision = decide(decisionInput(), none, [grant({ id: 'old', expiresAt: monday }), grant()]);
    expect(decision).toMatchObject({ effect: 'ALLOW', grant: 'g1', onceOnly: false });
    expect(decision.reasons.map((reason) => reason.source)).toEqual(['grant', 'mode']);
    expect(decision.reasons[0]?.text).toContain('a1');
  });

  test.each<[string, Partial<Grant>]>([
    ['of another tool', { tool: 'file_edit' }],
    ['of another definition of the tool', { fingerprint: 'f2' }],
    ['of another principal', { principal: 'user:2' }],
    ['of another agent', { agent: 'bob' }],
    ['of another session', { session: 's2' }],
    ['given in another session mode', { mode: 'full-auto' }],
    ['for other arguments', { argumentKey: 'other' }],
    ['for targets, where the call has none', { targets: ['path write a'] }],
    ['for no targets and no arguments', { argumentKey: null }],
    ['for an empty list of targets', { targets: [], argumentKey: null }],
    ['that is over', { expiresAt: monday }],
    ['that was revoked', { revokedAt: monday - 1 }],
    ['that was revoked after this moment', { revokedAt: monday + 1 }],
    ['that answered another question', { reasons: ['raise:tag:x'] }],
    ['that answered no question', { reasons: [] }],
  ])('one %s answers nothing', (_, parts) => {
    expect(effectOf(decisionInput(), [grant(parts)])).toBe('ASK');
  });

  test('every question must have been answered', () => {
    const input = decisionInput({ tool: { tags: ['ai:confirm'] } });
    const base = grant().reasons;
    expect(effectOf(input, [grant()])).toBe('ASK');
    expect(effectOf(input, [grant({ reasons: ['raise:tag:ai:confirm'] }), grant()])).toBe('ASK');
    expect(effectOf(input, [grant({ reasons: [...base, 'raise:tag:ai:confirm', 'raise:more'] })])).toBe('ALLOW');
  });

  test('targets are compared literally and in any order', () => {
    const targets = [target('src/b'), target('src/a', { action: 'read' })];
    const input = decisionInput({ targets });
    const given = (recorded: readonly string[]) => [grant({ targets: recorded, argumentKey: null })];
    expect(grantTargets(targets)).toEqual(['path read src/a', 'path write src/b']);
    expect(effectOf(input, given(['path read src/a', 'path write src/b']))).toBe('ALLOW');
    expect(effectOf(input, given(['path read src/a']))).toBe('ASK');
    expect(effectOf(input, given(['path read src/*', 'path write src/b']))).toBe('ASK');
    expect(effectOf(input, given(['path read src/a', 'path write src/b', 'path write src/c']))).toBe('ASK');
    expect(effectOf(input, [grant()])).toBe('ASK');
  });

  test('one that names arguments besides targets wants them too', () => {
    const targets = [target('npm test', { kind: 'command', action: 'run' })];
    const covering = grant({ targets: ['command run npm test'], argumentKey: 'key' });
    expect(effectOf(decisionInput({ targets }), [covering])).toBe('ALLOW');
    expect(effectOf(decisionInput({ targets, argumentKey: 'in another folder' }), [covering])).toBe('ASK');
  });

  test.each<[string, DecisionInput]>([
    ['a tool that always asks', decisionInput({ tool: { alwaysAsk: true } })],
    [
      'a second effect of the call',
      decisionInput({ facts: [fact({ guard: 'inspection', name: 'second_ask', verdict: 'ask' })] }),
    ],
    [
      'what came from untrusted text',
      decisionInput({ facts: [fact({ guard: 'flow', name: 'derived', verdict: 'ask' })] }),
    ],
  ])('none answers for %s', (_, input) => {
    const asked = decide(input, none, []);
    const reasons = asked.reasons.map((reason) => `${reason.source}:${reason.id}`);
    expect(asked).toMatchObject({ effect: 'ASK', onceOnly: true });
    expect(effectOf(input, [grant({ reasons })])).toBe('ASK');
  });

  test('none answers a refusal', () => {
    const deny = compilePolicy({ rules: [rule('r', { effect: 'DENY' })], revision: '7' });
    expect(decide(decisionInput(), deny, [grant({ reasons: ['rule:r', ...grant().reasons] })]).effect).toBe('DENY');
  });

  test('an answer to one rule is none to another', () => {
    const asks = (id: string) => compilePolicy({ rules: [rule(id, { effect: 'ASK' })], revision: '7' });
    const given = [grant({ reasons: ['rule:first'] })];
    expect(decide(decisionInput(), asks('first'), given).effect).toBe('ALLOW');
    expect(decide(decisionInput(), asks('second'), given).effect).toBe('ASK');
  });
});

describe('a caller with nobody there', () => {
  const alone = (unattended: 'deny' | 'queue') =>
    decisionInput({ caller: { attended: false }, settings: { unattended } });

  test('is refused what would ask, with the setting that would change it', () => {
    const decision = decide(alone('deny'), none, []);
    expect(decision).toMatchObject({
      effect: 'DENY',
      onceOnly: false,
      reasons: [{ source: 'unattended', effect: 'DENY' }, { source: 'mode' }],
    });
    expect(decision.reasons[0]?.text).toContain('unattended: queue');
  });

  test('waits where the setting says so', () => {
    expect(decide(alone('queue'), none, [])).toMatchObject({
      effect: 'ASK',
      reasons: [{ source: 'unattended', effect: 'ASK' }, { source: 'mode' }],
    });
  });

  test('is answered by a grant in either setting', () => {
    expect(effectOf(alone('deny'), [grant()])).toBe('ALLOW');
    expect(effectOf(alone('queue'), [grant()])).toBe('ALLOW');
  });

  test('is let through where nothing asks', () => {
    expect(effectOf({ ...alone('deny'), sessionMode: 'full-auto' }, [])).toBe('ALLOW');
  });
});
