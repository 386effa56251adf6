import { describe, expect, test } from 'vitest';
import { policyClasses, type PolicyClass, type PolicySpec, type Trust } from '../../contract/index.ts';
import { lowestTrust } from './lowest-trust.ts';
import { resolvePolicy } from './resolve-policy.ts';
import { subagentClasses } from './subagent-classes.ts';

describe('resolvePolicy', () => {
  test('gives the operator all six classes and a guest reading alone', () => {
    expect(resolvePolicy('operator')).toEqual({ allow: policyClasses, deny: [] });
    expect(resolvePolicy('guest')).toEqual({ allow: ['read_only'], deny: [] });
  });

  test.each([undefined, null, ''] as const)('takes the trust %j for a guest', (trust) => {
    expect(resolvePolicy(trust).allow).toEqual(['read_only']);
  });

  test('takes a trust it does not know for a guest', () => {
    // What a surface stamps is checked by types only.
    expect(resolvePolicy('Operator' as Trust).allow).toEqual(['read_only']);
  });

  test.each<[Trust, PolicySpec, readonly PolicyClass[], readonly PolicyClass[]]>([
    ['operator', ['read_only'], ['read_only'], []],
    ['operator', ['exec', 'read_only'], ['read_only', 'exec'], []],
    ['operator', { allow: ['read_only', 'exec'], deny: ['exec'] }, ['read_only'], ['exec']],
    ['operator', [], [], []],
    ['guest', ['read_only', 'exec', 'gui_control'], ['read_only'], []],
    ['guest', { allow: ['exec'], deny: [] }, [], []],
    ['guest', { allow: policyClasses, deny: ['read_only'] }, [], ['read_only']],
  ])('narrows %s by %j to %j', (...[trust, policy, allow, deny]) => {
    expect(resolvePolicy(trust, policy)).toEqual({ allow, deny });
  });

  test('never widens a trust, whatever the policy', () => {
    for (const trust of ['operator', 'guest', '', null] as const) {
      const trusted = resolvePolicy(trust).allow;
      for (const allow of [[], policyClasses, ['exec'], ['read_only', 'gui_control']] as const) {
        for (const deny of [[], policyClasses, ['network']] as const) {
          expect(trusted).toEqual(expect.arrayContaining([...resolvePolicy(trust, { allow, deny }).allow]));
        }
      }
    }
  });
});

test.each<[readonly (Trust | '' | null | undefined)[], Trust]>([
  [['operator'], 'operator'],
  [['operator', 'operator'], 'operator'],
  [['operator', 'guest'], 'guest'],
  [['operator', null], 'guest'],
  [['operator', ''], 'guest'],
  [[undefined], 'guest'],
  [[], 'guest'],
])('the lowest trust of %j is %s', (trusts, lowest) => {
  expect(lowestTrust(trusts)).toBe(lowest);
});

test('a subagent never gets to write local state or to touch the desktop', () => {
  expect(subagentClasses(policyClasses)).toEqual(['read_only', 'exec', 'network', 'external_api']);
  expect(subagentClasses(['read_only', 'read_write'])).toEqual(['read_only']);
  expect(subagentClasses([])).toEqual([]);
});
