import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effects, type DecisionInput, type Rule, type Target } from '../../contract/index.ts';
import { compileTargetGlob, isAnyTarget, normalTarget } from '../../text/index.ts';
import { decisionInput, rule, target } from '../../../test/fixtures/decision-input.ts';
import { inputs, rules, targets } from '../../../test/fixtures/random-policy.ts';
import { compilePolicy } from './compile-policy.ts';
import { findRule } from './find-rule.ts';

interface Winner {
  readonly id: string;
  readonly specificity: number;
}

/** The sentence of the design, one rule after the other and without an index. */
function naive(all: readonly Rule[], input: DecisionInput, aim: Target | null): Winner | null {
  let best: (Winner & { strictness: number }) | null = null;
  for (const item of all) {
    if (!matches(item, input, aim)) continue;
    const specificity = weight(item);
    // Hours that cannot be told refuse, whatever the rule says.
    const strictness = item.window?.zone === 'Mars/Olympus' ? effects.length : effects.indexOf(item.effect);
    const wins =
      best === null ||
      specificity > best.specificity ||
      (specificity === best.specificity && strictness > best.strictness);
    if (wins) best = { id: item.id, specificity, strictness };
  }
  return best === null ? null : { id: best.id, specificity: best.specificity };
}

function hasTarget(item: Rule): item is Rule & { target: string } {
  return item.target !== null && !isAnyTarget(item.target);
}

function weight(item: Rule): number {
  return (
    (item.agent === null ? 0 : 8) +
    (item.tool === null ? 0 : 4) +
    (hasTarget(item) ? 2 : 0) +
    (item.action === null ? 0 : 1) +
    (item.window === null ? 0 : 1)
  );
}

function matches(item: Rule, input: DecisionInput, aim: Target | null): boolean {
  const names = [
    [item.agent, input.caller.agent],
    [item.tool, input.tool.name],
    [item.action, item.action === input.action ? input.action : aim?.action],
  ];
  if (names.some(([named, given]) => named !== null && named !== given)) return false;
  if (hasTarget(item) && !matchesTarget(item.target, aim)) return false;
  return item.window === null || isOpen(item.window, input.at);
}

function matchesTarget(pattern: string, aim: Target | null): boolean {
  const parse = compileTargetGlob(pattern);
  if (!parse.ok || aim === null) return false;
  const normal = normalTarget(aim.value, aim.kind);
  return normal.kind !== 'none' && parse.glob.matches(normal);
}

function isOpen({ from, to, zone }: NonNullable<Rule['window']>, at: number): boolean {
  if (zone === 'Mars/Olympus') return true;
  const now = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return from < to ? now >= from && now < to : now >= from || now < to;
}

function indexed(all: readonly Rule[], input: DecisionInput, aim: Target | null): Winner | null {
  const found = findRule(compilePolicy({ rules: all, revision: '' }), input, aim);
  return found === null ? null : { id: found.rule.id, specificity: found.specificity };
}

describe('the index of rules', () => {
  test('finds what going through all of them finds', () => {
    fc.assert(
      fc.property(rules, inputs, fc.option(targets, { nil: null, freq: 6 }), (all, input, aim) => {
        expect(indexed(all, input, aim)).toEqual(naive(all, input, aim));
      }),
      { numRuns: 1000 },
    );
  });

  test('finds one of a thousand rules for the same tool, whatever their patterns and hours are', () => {
    const window = { from: '00:00', to: '24:00', zone: 'Asia/Tokyo' };
    const shapes: readonly (readonly [pattern: (n: number) => string, aim: (n: number) => Target])[] = [
      [(n) => `src/part-${n}/**`, (n) => target(`src/part-${n}/deep/er/file.ts`)],
      [(n) => `src/part-${n}.ts`, (n) => target(`./src//part-${n}.ts`)],
      [(n) => `**/part-${n}.ts`, (n) => target(`src/x/part-${n}.ts`)],
      [(n) => `src/part-${n}-*`, (n) => target(`src/part-${n}-x`)],
      [
        (n) => `https://host-${n}.example.com/**`,
        (n) => target(`https://HOST-${n}.example.com:443/a?b`, { kind: 'url' }),
      ],
      [
        (n) => `https://*.host-${n}.example.com/**`,
        (n) => target(`https://a.host-${n}.example.com/a`, { kind: 'url' }),
      ],
      [(n) => `tool-${n} run *`, (n) => target(`tool-${n} run ../x`, { kind: 'command' })],
    ];
    for (const [pattern, aim] of shapes) {
      const all = Array.from({ length: 1000 }, (_, n) =>
        rule(`r${n}`, { effect: 'DENY', tool: 'file_write', target: pattern(n), window: n % 2 === 0 ? null : window }),
      );
      for (const n of [0, 1, 499, 998, 999])
        expect(indexed(all, decisionInput(), aim(n))).toMatchObject({ id: `r${n}` });
      expect(indexed(all, decisionInput(), aim(1000))).toBeNull();
    }
  });

  test('refuses a rule that nobody could have read', () => {
    expect(() => compilePolicy({ rules: [rule('r', { effect: 'DENY', target: 'src/{a' })], revision: '' })).toThrow(
      /Rule r: .*cannot be read/,
    );
    const window = { from: '09:00', to: '09:00', zone: 'UTC' };
    expect(() => compilePolicy({ rules: [rule('r', { effect: 'DENY', window })], revision: '' })).toThrow(
      /Rule r: its hours/,
    );
  });
});
