import { describe, expect, test } from 'vitest';
import { rule } from '../../../../test/fixtures/decision-input.ts';
import { lintRules, type LintedTool } from './lint-rules.ts';

const tools: readonly LintedTool[] = [
  {
    name: 'file_write',
    aliases: ['write_file'],
    targets: [{ pointer: '/path', kind: 'path', action: 'write' }],
    locked: false,
  },
  { name: 'note', aliases: [], targets: [], locked: false },
  { name: 'sudo_shell', aliases: [], targets: [], locked: true },
];

const found = (...args: Parameters<typeof lintRules>) =>
  lintRules(...args).map(({ rule: id, severity, code }) => `${id} ${severity} ${code}`);

describe('lintRules', () => {
  test('has nothing to say of rules that can match', () => {
    const window = { from: '09:00', to: '17:00', zone: 'Europe/Berlin' };
    const rules = [
      rule('a', { effect: 'ALLOW', tool: 'file_write', target: 'src/**', window }),
      rule('b', { effect: 'DENY' }),
      rule('c', { effect: 'ASK', target: 'src/**' }),
      rule('d', { effect: 'DENY', tool: 'sudo_shell' }),
      rule('e', { effect: 'ALLOW', tool: 'note' }),
    ];
    expect(lintRules(rules, tools)).toEqual([]);
  });

  test('warns of a tool that does not exist, and names the tool an alias stands for', () => {
    const rules = [rule('a', { effect: 'ALLOW', tool: 'toString' }), rule('b', { effect: 'DENY', tool: 'write_file' })];
    expect(found(rules, tools)).toEqual(['a warning unknown_tool', 'b warning unknown_tool']);
    expect(lintRules(rules, tools)[1]?.message).toContain('another name of file_write');
  });

  test('a target on a tool without targets is a warning, and for a DENY an error', () => {
    const rules = (['ALLOW', 'ASK', 'DENY'] as const).map((effect) =>
      rule(effect, { effect, tool: 'note', target: 'src/**' }),
    );
    expect(found(rules, tools)).toEqual([
      'ALLOW warning no_targets',
      'ASK warning no_targets',
      'DENY error no_targets',
    ]);
  });

  test('an ALLOW for all tools is an error unless it is meant', () => {
    const rules = [rule('a', { effect: 'ALLOW', agent: 'alice' })];
    expect(found(rules, tools)).toEqual(['a error broad']);
    expect(found(rules, tools, { broad: true })).toEqual([]);
  });

  test('a zone that is not known here is an error', () => {
    const window = { from: '09:00', to: '17:00', zone: 'Europe/Berln' };
    expect(found([rule('a', { effect: 'ASK', window })], tools)).toEqual(['a error unknown_zone']);
  });

  test('a rule that means to open a locked tool is warned of', () => {
    expect(found([rule('a', { effect: 'ALLOW', tool: 'sudo_shell' })], tools)).toEqual(['a warning locked']);
  });

  test('a rule without an id is named by what it says', () => {
    const { id: _, source: __, ...unnamed } = rule('', { effect: 'ALLOW', tool: 'nope' });
    expect(lintRules([unnamed], tools)[0]?.rule).toBe('ALLOW (all agents, tool nope)');
  });
});
