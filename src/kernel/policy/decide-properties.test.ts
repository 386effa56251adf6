import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isStricter,
  type DecisionInput,
  type Effect,
  type Grant,
  type Rule,
  type Verdict,
} from '../../contract/index.ts';
import { fact, grant, rule } from '../../../test/fixtures/decision-input.ts';
import { inputs, rules } from '../../../test/fixtures/random-policy.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';
import { askedReasons, grantTargets } from './reasons/grants.ts';

const runs = { numRuns: 400 };

function decided(input: DecisionInput, all: readonly Rule[], grants: readonly Grant[] = []) {
  return decide(input, compilePolicy({ rules: all, revision: 'r' }), grants);
}

function expectNoLooser(effect: Effect, than: Effect): void {
  expect({ effect, than, isLooser: isStricter(than, effect) }).toMatchObject({ isLooser: false });
}

/** A grant that answers everything this call asks about. */
function answering(input: DecisionInput, all: readonly Rule[]): Grant {
  const { caller, tool, targets, argumentKey, sessionMode } = input;
  const { reasons } = decided(input, all);
  return grant({
    tool: tool.name,
    agent: caller.agent,
    mode: sessionMode,
    targets: grantTargets(targets),
    argumentKey: targets.length === 0 ? argumentKey : null,
    reasons: askedReasons(reasons),
    expiresAt: input.at + 1,
  });
}

describe('the deciding function, over random rules and calls', () => {
  test('comes to the strictest of its reasons unless a grant answered, and names what decided first', () => {
    fc.assert(
      fc.property(inputs, rules, (input, all) => {
        const { effect, reasons, grant: granted } = decided(input, all);
        expect(granted).toBeNull();
        expect(reasons[0]?.effect).toBe(effect);
        for (const reason of reasons) expectNoLooser(effect, reason.effect);
      }),
      runs,
    );
  });

  test('a floor, a boundary or an unknown fact refuses, whatever else is said', () => {
    fc.assert(
      fc.property(inputs, rules, fc.constantFrom<Verdict>('floor', 'boundary', 'unknown'), (input, all, verdict) => {
        const worse = { ...input, facts: [...input.facts, fact({ name: 'zone', value: 'silent', verdict })] };
        expect(decided(worse, all, [answering(input, all)]).effect).toBe('DENY');
      }),
      runs,
    );
  });

  test('a question of a guard never loosens', () => {
    fc.assert(
      fc.property(inputs, rules, (input, all) => {
        const worse = { ...input, facts: [...input.facts, fact({ name: 'something', verdict: 'ask' })] };
        const grants = [answering(input, all)];
        expectNoLooser(decided(worse, all, grants).effect, decided(input, all, grants).effect);
      }),
      runs,
    );
  });

  test('a further DENY never loosens and a further ALLOW never tightens, wherever it stands', () => {
    fc.assert(
      fc.property(inputs, rules, fc.tuple(rules, fc.nat()), (input, all, [[extra], place]) => {
        fc.pre(extra !== undefined && extra.window?.zone !== 'Mars/Olympus');
        const withRule = (effect: Effect) =>
          all.toSpliced(place % (all.length + 1), 0, { ...extra, id: 'extra', effect });
        const before = decided(input, all).effect;
        expectNoLooser(decided(input, withRule('DENY')).effect, before);
        expectNoLooser(before, decided(input, withRule('ALLOW')).effect);
      }),
      runs,
    );
  });

  test('the order of rules changes no more than which of fully tied ones is named', () => {
    fc.assert(
      fc.property(
        inputs,
        rules.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        (input, [all, shuffled]) => {
          const shape = (list: readonly Rule[]) =>
            decided(input, list).reasons.map(({ source, effect, specificity, target }) => ({
              source,
              effect,
              specificity,
              target,
            }));
          expect(shape(shuffled)).toEqual(shape(all));
        },
      ),
      runs,
    );
  });

  test('a recorded input gives the same decision again', () => {
    fc.assert(
      fc.property(inputs, rules, (input, all) => {
        const policy = compilePolicy({ rules: all, revision: 'r' });
        const first = decide(input, policy, []);
        const recorded: DecisionInput = JSON.parse(JSON.stringify(input));
        expect(decide(recorded, policy, [])).toEqual(first);
        expect(decided(recorded, all)).toEqual(first);
      }),
      runs,
    );
  });

  test('a grant turns questions that may be answered for a session into a yes, and nothing else into one', () => {
    fc.assert(
      fc.property(inputs, rules, (input, all) => {
        const without = decided(input, all);
        const given = decided(input, all, [answering(input, all)]);
        const isQuestion = without.effect === 'ASK' || without.reasons[0]?.source === 'unattended';
        const asked = { ...input, caller: { ...input.caller, attended: true } };
        const mayAnswer = isQuestion && !decided(asked, all).onceOnly;
        expect(given.effect).toBe(mayAnswer ? 'ALLOW' : without.effect);
        expect(given.grant).toBe(mayAnswer ? 'g1' : null);
      }),
      runs,
    );
  });

  test('a locked tool is refused in every case', () => {
    fc.assert(
      fc.property(inputs, rules, (input, all) => {
        const locked = { ...input, tool: { ...input.tool, locked: true } };
        const everything = [
          ...all,
          rule('extra', { effect: 'ALLOW', agent: input.caller.agent, tool: input.tool.name }),
        ];
        expect(decided(locked, everything)).toMatchObject({
          effect: 'DENY',
          reasons: expect.arrayContaining([expect.objectContaining({ source: 'locked' })]),
        });
      }),
      runs,
    );
  });
});
