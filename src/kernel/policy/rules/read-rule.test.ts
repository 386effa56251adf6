import { describe, expect, test } from 'vitest';
import { rule } from '../../../../test/fixtures/decision-input.ts';
import { checkRule, readRule } from './read-rule.ts';

const source = { kind: 'file', file: 'gatehouse.yaml', line: 3 } as const;
const all = { agent: null, tool: null, target: null, action: null, window: null, note: null };

function problem(input: unknown) {
  const read = readRule(input, source);
  return read.ok ? null : read.problem;
}

describe('a rule that can be read', () => {
  test.each<[unknown, object]>([
    [{ effect: 'DENY' }, { effect: 'DENY' }],
    [{ effect: 'deny', agent: '*', tool: '*', target: '*', action: '*' }, { effect: 'DENY' }],
    [{ effect: 'ask', target: '**' }, { effect: 'ASK' }],
    [
      { effect: 'ALLOW', agent: 'alice', tool: 'file_write', target: 'src/**', action: 'write', note: 'why' },
      { effect: 'ALLOW', agent: 'alice', tool: 'file_write', target: 'src/**', action: 'write', note: 'why' },
    ],
    [
      { effect: 'ALLOW', scope: 'global', capability: 'shell' },
      { effect: 'ALLOW', tool: 'shell' },
    ],
    [
      { effect: 'ALLOW', scope: 'agent:alice' },
      { effect: 'ALLOW', agent: 'alice' },
    ],
    [{ effect: 'ALLOW', scope: 'agent:*' }, { effect: 'ALLOW' }],
    // Names are exact: what looks like a pattern, or like a property of every object, is a name that no tool has.
    [
      { effect: 'DENY', tool: 'mcp.*' },
      { effect: 'DENY', tool: 'mcp.*' },
    ],
    [
      { effect: 'DENY', agent: '__proto__', tool: 'constructor' },
      { effect: 'DENY', agent: '__proto__', tool: 'constructor' },
    ],
    [
      { effect: 'DENY', window: { from: '22:00', to: '06:00', zone: 'Europe/Berlin' } },
      { effect: 'DENY', window: { from: '22:00', to: '06:00', zone: 'Europe/Berlin' } },
    ],
    [
      { effect: 'DENY', window: { from: '00:00', to: '24:00', tz: 'UTC' } },
      { effect: 'DENY', window: { from: '00:00', to: '24:00', zone: 'UTC' } },
    ],
    [
      { effect: 'DENY', window: { from: '18:00', to: '00:00', zone: 'UTC' } },
      { effect: 'DENY', window: { from: '18:00', to: '00:00', zone: 'UTC' } },
    ],
  ])('%j', (input, expected) => {
    expect(readRule(input, source)).toEqual({ ok: true, rule: { ...all, ...expected } });
  });
});

describe('a rule that cannot be read says which field, what was found and what is expected', () => {
  test.each<[string, unknown, string]>([
    ['rule', null, 'an object'],
    ['rule', 'DENY', 'an object'],
    ['rule', [{ effect: 'DENY' }], 'an object'],
    ['effect', {}, 'ALLOW, ASK or DENY'],
    ['effect', { effect: 'PERMIT' }, 'ALLOW, ASK or DENY'],
    ['effect', { effect: 'Deny ' }, 'ALLOW, ASK or DENY'],
    ['effect', { effect: true }, 'ALLOW, ASK or DENY'],
    ['effect', { effect: ['DENY'] }, 'ALLOW, ASK or DENY'],
    ['rule', { effect: 'ALLOW', tols: 'x' }, 'only the keys'],
    ['rule', JSON.parse('{"effect":"ALLOW","__proto__":{"tool":"x"}}'), 'only the keys'],
    ['agent', { effect: 'ALLOW', agent: '' }, 'one exact name'],
    ['agent', { effect: 'ALLOW', agent: null }, 'one exact name'],
    ['agent', { effect: 'ALLOW', agent: 7 }, 'one exact name'],
    ['agent', { effect: 'ALLOW', agent: '\ud800' }, 'one exact name'],
    ['scope', { effect: 'ALLOW', scope: 'alice' }, 'agent:'],
    ['scope', { effect: 'ALLOW', scope: 'agent:' }, 'one exact name'],
    ['scope', { effect: 'ALLOW', scope: 'global', agent: 'alice' }, 'either agent or scope'],
    ['tool', { effect: 'ALLOW', tool: ' ' }, 'one exact name'],
    ['tool', { effect: 'ALLOW', tool: 'x'.repeat(201) }, 'one exact name'],
    ['capability', { effect: 'ALLOW', capability: 'a', tool: 'a' }, 'either tool or capability'],
    ['target', { effect: 'ALLOW', target: null }, 'a pattern'],
    ['target', { effect: 'ALLOW', target: '' }, 'a pattern'],
    ['target', { effect: 'ALLOW', target: ['src/**'] }, 'a pattern'],
    ['target', { effect: 'ALLOW', target: 'src/{a,b}' }, 'Braces'],
    ['target', { effect: 'ALLOW', target: 'src/[ab' }, 'never closed'],
    ['target', { effect: 'ALLOW', target: '!src/**' }, 'negates nothing'],
    ['action', { effect: 'ALLOW', action: '' }, 'one exact name'],
    ['window', { effect: 'ALLOW', window: '09:00-17:00' }, 'an object'],
    ['window', { effect: 'ALLOW', window: null }, 'an object'],
    [
      'window',
      { effect: 'ALLOW', window: { from: '09:00', to: '17:00', zone: 'UTC', days: 'mon' } },
      'only the keys from, to',
    ],
    ['window.from', { effect: 'ALLOW', window: { to: '17:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.from', { effect: 'ALLOW', window: { from: '24:00', to: '06:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.from', { effect: 'ALLOW', window: { from: '9:30', to: '17:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.from', { effect: 'ALLOW', window: { from: '25:00', to: '17:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.from', { effect: 'ALLOW', window: { from: '09:60', to: '17:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.from', { effect: 'ALLOW', window: { from: 570, to: '17:00', zone: 'UTC' } }, 'a time such as "09:30"'],
    ['window.to', { effect: 'ALLOW', window: { from: '09:00', to: '24:01', zone: 'UTC' } }, 'up to "24:00"'],
    ['window.to', { effect: 'ALLOW', window: { from: '09:00', to: '17:00\n', zone: 'UTC' } }, 'up to "24:00"'],
    [
      'window.to',
      { effect: 'ALLOW', window: { from: '09:00', to: '09:00', zone: 'UTC' } },
      'another time than window.from',
    ],
    ['window.zone', { effect: 'ALLOW', window: { from: '09:00', to: '17:00' } }, 'the name of a time zone'],
    [
      'window.tz',
      { effect: 'ALLOW', window: { from: '09:00', to: '17:00', zone: 'UTC', tz: 'UTC' } },
      'either zone or tz',
    ],
    ['note', { effect: 'ALLOW', note: 5 }, 'text of at most'],
    ['note', { effect: 'ALLOW', note: 'x'.repeat(1001) }, 'text of at most'],
  ])('%s in %j', (field, input, expected) => {
    const found = problem(input);
    expect(found?.message).toMatch(new RegExp(`(^|\\. )${field.replace('.', '\\.')}: found `));
    expect(found?.message).toContain(expected);
    expect(found?.source).toEqual(source);
  });

  test('every problem of a rule is told at once', () => {
    const found = problem({ effect: 'PERMIT', tool: '', window: { from: 'x', to: 'y', zone: 'UTC' } });
    for (const field of ['effect', 'tool', 'window.from', 'window.to'])
      expect(found?.message).toContain(`${field}: found`);
  });

  test('the effect is known where at least that could be read, so that a broken DENY is seen', () => {
    expect(problem({ effect: 'deny', target: '{' })?.effect).toBe('DENY');
    expect(problem({ effect: 'PERMIT', target: '{' })?.effect).toBeNull();
    expect(problem('DENY')?.effect).toBeNull();
  });

  test('the rule is quoted, cut where it is long, and named by its type where it is no JSON', () => {
    expect(problem({ effect: 'NO' })?.rule).toBe('{"effect":"NO"}');
    expect(problem({ effect: 'x'.repeat(5000) })?.rule).toHaveLength(301);
    const circular: Record<string, unknown> = { effect: 'DENY' };
    circular['tool'] = circular;
    expect(problem(circular)?.rule).toContain('no JSON');
    expect(problem({ effect: 1n })?.message).toContain('no JSON');
  });
});

describe('checkRule', () => {
  test('reads what a program hands over, with null where it speaks of all', () => {
    const { id, source: place, ...fields } = rule('r', { effect: 'ALLOW', tool: 'shell' });
    expect(checkRule(fields, place)).toEqual({ ok: true, rule: fields });
    expect(id).toBe('r');
  });

  test('lets no rule through that readRule would not', () => {
    const { id: _, source: place, ...fields } = rule('r', { effect: 'ALLOW', target: 'src/{a,b}' });
    expect(checkRule(fields, place)).toMatchObject({ ok: false, problem: { effect: 'ALLOW' } });
  });
});
