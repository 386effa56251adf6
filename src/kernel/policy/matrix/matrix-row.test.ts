import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grant, Rule, Tool } from '../../../contract/index.ts';
import { decisionInput, grant, rule, target } from '../../../../test/fixtures/decision-input.ts';
import { inputs, rules } from '../../../../test/fixtures/random-policy.ts';
import { toolForTest } from '../../../../test/harness/tool-for-test.ts';
import { compilePolicy } from '../compile-policy.ts';
import { decide } from '../decide.ts';
import { matrixRow, type MatrixQuestion } from './matrix-row.ts';
import { selfModel } from './self-model.ts';

function tool(parts: Partial<Tool> = {}): Tool {
  return toolForTest({
    name: 'file_write',
    mode: 'write_text',
    policyClass: 'read_write',
    risk: 'medium',
    effects: ['writes'],
    targets: [{ pointer: '/path', kind: 'path', action: 'write' }],
    ...parts,
  });
}

function row(parts: Partial<MatrixQuestion> = {}, all: readonly Rule[] = [], grants: readonly Grant[] = []) {
  const question: MatrixQuestion = {
    agent: 'alice',
    trust: 'operator',
    attended: true,
    sessionMode: 'readonly',
    settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
    tool: tool(),
    ...parts,
  };
  return matrixRow(question, compilePolicy({ rules: all, revision: 'r' }), grants);
}

const web = tool({ name: 'web_fetch', mode: 'http_get', policyClass: 'network' });
const window = { from: '09:00', to: '17:00', zone: 'UTC' };

describe('a row of the matrix', () => {
  test('shows the strictest of what is possible, and what changes it', () => {
    expect(row()).toMatchObject({
      agent: 'alice',
      trust: 'operator',
      tool: 'file_write',
      effect: 'ASK',
      possible: ['ALLOW', 'ASK'],
      dependsOn: ['fact'],
    });
    expect(row({ sessionMode: 'full-auto' })).toMatchObject({ effect: 'ALLOW', possible: ['ALLOW'], dependsOn: [] });
    expect(row({ sessionMode: 'plan-only' })).toMatchObject({ effect: 'DENY', possible: ['DENY'], dependsOn: [] });
    expect(row({ tool: web })).toMatchObject({ effect: 'ASK', possible: ['ASK'], dependsOn: [] });
  });

  test('says of a tool of a server what its description makes of each call', () => {
    const foreign = (effects: Tool['effects']) =>
      row({ tool: tool({ kind: 'mcp', mode: 'mcp', policyClass: 'external_api', effects, targets: [] }) });
    expect(foreign(['egress'])).toMatchObject({ effect: 'ALLOW', possible: ['ALLOW'], dependsOn: [] });
    expect(foreign([])).toMatchObject({ effect: 'ALLOW', possible: ['ALLOW'], dependsOn: [] });
    expect(foreign(['egress', 'writes'])).toMatchObject({ effect: 'ASK', possible: ['ASK'] });
  });

  test('stops at the first rule that always holds', () => {
    const always = rule('always', { effect: 'ALLOW', tool: 'web_fetch' });
    expect(row({ tool: web }, [always, rule('all', { effect: 'DENY' })])).toMatchObject({
      possible: ['ALLOW'],
      dependsOn: [],
    });
    const narrow = rule('narrow', { effect: 'DENY', tool: 'web_fetch', target: 'https://x.example/**', window });
    expect(row({ tool: web }, [always, narrow])).toMatchObject({
      effect: 'DENY',
      possible: ['ALLOW', 'DENY'],
      dependsOn: ['target', 'window'],
    });
    expect(row({ tool: web }, [always, narrow]).reason).toContain('Rule narrow');
  });

  test('leaves out rules that cannot match: other agents, other tools, targets where there are none', () => {
    const all = [
      rule('bob', { effect: 'DENY', agent: 'bob' }),
      rule('other', { effect: 'DENY', tool: 'shell' }),
      rule('target', { effect: 'DENY', target: 'src/**' }),
    ];
    expect(row({ tool: tool({ mode: 'note', policyClass: 'read_only', targets: [] }) }, all)).toMatchObject({
      possible: ['ALLOW'],
    });
  });

  test('marks the action where it decides', () => {
    const jobs = tool({ name: 'jobs', mode: 'cron', targets: [] });
    expect(row({ tool: jobs })).toMatchObject({ possible: ['ALLOW', 'ASK'], dependsOn: ['action'] });
    expect(row({ tool: web }, [rule('r', { effect: 'DENY', action: 'get' })])).toMatchObject({
      possible: ['ASK', 'DENY'],
      dependsOn: ['action'],
    });
  });

  test('a live grant adds a yes, but not to what always asks', () => {
    const given = [grant({ tool: 'web_fetch' })];
    expect(row({ tool: web }, [], given)).toMatchObject({
      effect: 'ASK',
      possible: ['ALLOW', 'ASK'],
      dependsOn: ['grant'],
    });
    expect(row({ tool: tool({ ...web, alwaysAsk: true }) }, [], given)).toMatchObject({ possible: ['ASK'] });
    expect(row({ tool: web }, [], [grant({ tool: 'shell' })])).toMatchObject({ possible: ['ASK'] });
  });

  test('a caller with nobody there is refused what would ask, or waits', () => {
    expect(row({ tool: web, attended: false })).toMatchObject({
      effect: 'DENY',
      possible: ['DENY'],
      reason: expect.stringContaining('nobody is there'),
    });
    const settings = { confirmTags: [], unattended: 'queue', sandbox: 'prefer', flow: 'strict' } as const;
    expect(row({ tool: web, attended: false, settings })).toMatchObject({ effect: 'ASK' });
  });

  test('a guest has rows too: its classes, the owner’s data, and readonly whatever the session’s mode is', () => {
    const reading = tool({ name: 'file_read', mode: 'read_text', policyClass: 'read_only' });
    expect(row({ trust: 'guest', tool: reading })).toMatchObject({ trust: 'guest', effect: 'ALLOW' });
    expect(row({ trust: 'guest' })).toMatchObject({
      effect: 'DENY',
      possible: ['DENY'],
      reason: 'A guest may not use tools of class read_write.',
    });
    expect(row({ trust: 'guest', tool: tool({ ...reading, ownerOnly: true }) })).toMatchObject({ effect: 'DENY' });
    const asking = tool({ mode: 'access', policyClass: 'read_only' });
    expect(row({ trust: 'guest', tool: asking, sessionMode: 'full-auto' })).toMatchObject({ effect: 'ASK' });
  });

  test('a locked tool is refused, and says so', () => {
    expect(
      row({ tool: tool({ locked: true }), sessionMode: 'full-auto' }, [rule('r', { effect: 'ALLOW' })]),
    ).toMatchObject({
      possible: ['DENY'],
      reason: expect.stringContaining('is locked'),
    });
  });

  test('holds every effect that a decision comes to, floors and boundaries aside', () => {
    const settled = inputs.map((input) => ({
      ...input,
      facts: input.facts.filter((item) => item.verdict === 'clear' && item.name !== 'second_ask'),
      // A tool takes the kinds of targets it names, so one without names none here.
      targets: input.tool.name === 'shell' ? [] : input.targets,
    }));
    fc.assert(
      fc.property(settled, rules, (input, all) => {
        const policy = compilePolicy({ rules: all, revision: 'r' });
        const { name, mode, defaultEffect, locked, alwaysAsk, tags } = input.tool;
        const targets = name === 'shell' ? [] : tool().targets;
        // The class is the caller's admission, which a decision takes as given.
        const about = tool({ name, mode, defaultEffect, locked, alwaysAsk, tags, targets, policyClass: 'read_only' });
        const { agent, trust, attended } = input.caller;
        const question = {
          agent,
          trust,
          attended,
          sessionMode: input.sessionMode,
          settings: input.settings,
          tool: about,
        };
        const { effect, possible } = matrixRow(question, policy, []);
        expect(possible).toContain(decide(input, policy, []).effect);
        expect(possible.at(-1)).toBe(effect);
      }),
      { numRuns: 600 },
    );
  });

  test('agrees with a decision about a call of which nothing is known', () => {
    const input = decisionInput({ targets: [target('src/a.ts')] });
    const policy = compilePolicy({ rules: [rule('r', { effect: 'DENY', target: 'src/**' })], revision: 'r' });
    expect(row({}, policy.rules).possible).toContain(decide(input, policy, []).effect);
  });
});

describe('the self-model of an agent', () => {
  const rows = [row({ tool: web }), row(), row({ trust: 'guest' }), { ...row(), agent: 'bob' }];

  test('lists its own tools in one order, whatever order the rows come in', () => {
    const model = selfModel('alice', rows);
    expect(model.capabilities.map(({ trust, tool: name, effect }) => `${trust} ${name} ${effect}`)).toEqual([
      'guest file_write DENY',
      'operator file_write ASK',
      'operator web_fetch ASK',
    ]);
    expect(selfModel('alice', rows.toReversed()).digestInput).toBe(model.digestInput);
  });

  test('changes its digest when what the agent may do changes, and not when only the words do', () => {
    const { digestInput } = selfModel('alice', rows);
    expect(
      selfModel('alice', [...rows.slice(1), row({ tool: web }, [rule('r', { effect: 'DENY' })])]).digestInput,
    ).not.toBe(digestInput);
    expect(selfModel('alice', rows.slice(1)).digestInput).not.toBe(digestInput);
    expect(
      selfModel(
        'alice',
        rows.map((item) => ({ ...item, reason: 'other words' })),
      ).digestInput,
    ).toBe(digestInput);
  });
});
