import { describe, expect, test } from 'vitest';
import type { DecisionInput, Effect, Grant, Rule, SessionMode } from '../../contract/index.ts';
import { decisionInput, fact, grant, rule, target } from '../../../test/fixtures/decision-input.ts';
import { compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';

function decided(input: DecisionInput, rules: readonly Rule[] = [], grants: readonly Grant[] = []) {
  return decide(input, compilePolicy({ rules, revision: '7' }), grants);
}

/** `source:id effect` of each reason. */
function said(input: DecisionInput, rules: readonly Rule[] = [], grants: readonly Grant[] = []) {
  return decided(input, rules, grants).reasons.map((reason) => `${reason.source}:${reason.id} ${reason.effect}`);
}

const allowAll = rule('allow', { effect: 'ALLOW', agent: 'alice', tool: 'file_write' });

describe('floors and boundaries', () => {
  const everyGrant = grant({ reasons: ['floor:paths:protected_name', 'mode:write_text:readonly zone=?'] });

  test.each(['readonly', 'plan-only', 'full-auto'] as const)(
    'a floor refuses in %s, past rules and grants, and is named first',
    (sessionMode) => {
      const facts = [
        fact({ name: 'protected_name', verdict: 'floor', targets: ['.ssh/id_rsa'], text: 'It is a key.' }),
      ];
      const decision = decided(decisionInput({ sessionMode, facts }), [allowAll], [everyGrant]);
      expect(decision).toMatchObject({ effect: 'DENY', grant: null });
      expect(decision.reasons[0]).toEqual({
        source: 'floor',
        id: 'paths:protected_name',
        revision: '7',
        effect: 'DENY',
        specificity: null,
        target: '.ssh/id_rsa',
        text: 'It is a key. No session mode, rule, grant or approval lifts this.',
      });
    },
  );

  test('a locked tool is refused and says so before anything else', () => {
    const facts = [fact({ name: 'protected_name', verdict: 'floor' })];
    const decision = decided(decisionInput({ sessionMode: 'full-auto', tool: { locked: true }, facts }), [allowAll]);
    expect(decision.effect).toBe('DENY');
    expect(decision.reasons.map((reason) => reason.source)).toEqual(['locked', 'floor', 'rule']);
  });

  test('a boundary refuses and names the operator, who can move it', () => {
    const decision = decided(decisionInput({ facts: [fact({ name: 'outside_roots', verdict: 'boundary' })] }), [
      allowAll,
    ]);
    expect(decision).toMatchObject({ effect: 'DENY', reasons: [{ source: 'boundary' }, { source: 'rule' }] });
    expect(decision.reasons[0]?.text).toContain('Only the operator can move this boundary');
  });

  test('what could not be found out counts as a floor', () => {
    expect(
      decided(decisionInput({ facts: [fact({ name: 'address', verdict: 'unknown' })] }), [allowAll]),
    ).toMatchObject({
      effect: 'DENY',
      reasons: [{ source: 'floor', id: 'paths:address' }, { source: 'rule' }],
    });
  });

  test('what an explanation did not look up is named as open and refuses nothing', () => {
    const input = decisionInput({
      sessionMode: 'full-auto',
      facts: [fact({ guard: 'net', name: 'address', verdict: 'unlooked' })],
    });
    expect(decided(input)).toMatchObject({ effect: 'ALLOW', unlooked: ['net:address'] });
    expect(decided(decisionInput({ sessionMode: 'full-auto' })).unlooked).toEqual([]);
  });

  test('a cell whose fact was not looked up counts as its strictest', () => {
    const zone = (verdict: 'clear' | 'unlooked') =>
      decisionInput({ facts: [fact({ name: 'zone', value: 'silent', verdict })] });
    expect(decided(zone('clear')).effect).toBe('ALLOW');
    expect(decided(zone('unlooked')).effect).toBe('ASK');
  });

  test('facts about several targets are told for each of them', () => {
    const facts = [fact({ name: 'protected_name', verdict: 'floor', targets: ['a', 'b'] })];
    expect(
      decided(decisionInput({ facts }))
        .reasons.slice(0, 2)
        .map((reason) => reason.target),
    ).toEqual(['a', 'b']);
  });
});

describe('ceilings', () => {
  test('plan-only refuses a write whatever rules and defaults allow', () => {
    for (const rules of [[], [allowAll]]) {
      for (const defaultEffect of [null, 'ALLOW', 'ASK'] as const) {
        const decision = decided(decisionInput({ sessionMode: 'plan-only', tool: { defaultEffect } }), rules);
        expect(decision.effect).toBe('DENY');
        expect(decision.reasons[0]).toMatchObject({ source: 'ceiling', id: 'write_text:plan-only' });
      }
    }
  });

  test('plan-only lets a rule answer what it would only ask about', () => {
    const input = decisionInput({
      sessionMode: 'plan-only',
      tool: { name: 'web_fetch', mode: 'http_get', policyClass: 'network' },
    });
    expect(decided(input).effect).toBe('ASK');
    expect(decided(input, [rule('r', { effect: 'ALLOW', tool: 'web_fetch' })]).effect).toBe('ALLOW');
    expect(decided(input, [rule('r', { effect: 'DENY', tool: 'web_fetch' })]).effect).toBe('DENY');
  });

  test('a guest stays in readonly whatever the mode of the session', () => {
    const guest = (sessionMode: SessionMode) => decisionInput({ sessionMode, caller: { trust: 'guest' } });
    expect(said(guest('full-auto'))).toEqual(['mode:write_text:readonly zone=? ASK']);
    expect(said(guest('plan-only'))).toEqual(['mode:write_text:readonly zone=? ASK']);
  });

  test('a tool of a mode that does not exist is refused', () => {
    for (const mode of ['nonsense', 'constructor', '__proto__']) {
      expect(decided(decisionInput({ sessionMode: 'full-auto', tool: { mode } }), [allowAll])).toMatchObject({
        effect: 'DENY',
        reasons: [{ source: 'ceiling', id: `mode:${mode}` }, { source: 'rule' }],
      });
      expect(decided(decisionInput({ tool: { mode } })).effect).toBe('DENY');
    }
  });

  test('a tool that needs a person is refused where nobody is there', () => {
    const input = (attended: boolean) =>
      decisionInput({ caller: { attended }, tool: { name: 'ask_human', mode: 'human' } });
    expect(decided(input(true)).effect).toBe('ALLOW');
    expect(said(input(false), [rule('r', { effect: 'ALLOW', tool: 'ask_human' })])).toEqual([
      'ceiling:human:attended DENY',
      'rule:r ALLOW',
    ]);
  });
});

describe('the shell and its sandbox', () => {
  const shell = (
    sandbox: string,
    word: string,
    parts: { sessionMode?: SessionMode; setting?: 'required' | 'prefer' | 'off' } = {},
  ) =>
    decisionInput({
      sessionMode: parts.sessionMode ?? 'readonly',
      tool: { name: 'shell', mode: 'shell', policyClass: 'exec' },
      targets: [target('npm test', { kind: 'command', action: 'run' })],
      facts: [
        fact({ guard: 'sandbox', name: 'sandbox', value: sandbox }),
        fact({ guard: 'shell', name: 'shell', value: word }),
      ],
      settings: { sandbox: parts.setting ?? 'prefer' },
    });
  const allowShell = [rule('r', { effect: 'ALLOW', tool: 'shell', target: 'npm *' })];

  test('a whole sandbox lets a rule answer', () => {
    expect(decided(shell('full', 'ask')).effect).toBe('ASK');
    expect(decided(shell('full', 'ask'), allowShell).effect).toBe('ALLOW');
  });

  test.each(['landlock', 'none', 'something new'])('a sandbox that is %s asks, whatever rules allow', (level) => {
    const decision = decided(shell(level, 'safe', { sessionMode: 'full-auto' }), allowShell);
    expect(decision).toMatchObject({
      effect: 'ASK',
      onceOnly: false,
      reasons: [{ source: 'raise' }, { source: 'rule' }],
    });
  });

  test.each(['landlock', 'none', 'off', 'something new'])(
    'below full under required is refused in level %s, whatever rules allow',
    (level) => {
      for (const sessionMode of ['readonly', 'plan-only', 'full-auto'] as const) {
        const decision = decided(shell(level, 'safe', { sessionMode, setting: 'required' }), allowShell);
        expect(decision).toMatchObject({
          effect: 'DENY',
          reasons: expect.arrayContaining([expect.objectContaining({ source: 'ceiling' })]),
        });
      }
    },
  );

  test('without a sandbox by setting, a command that cannot be analysed never runs unasked', () => {
    const off = (word: string) => shell('off', word, { sessionMode: 'full-auto', setting: 'off' });
    expect(decided(off('ask'), allowShell).effect).toBe('ALLOW');
    expect(decided(off('unanalysable'), allowShell).effect).toBe('ASK');
  });

  test.each([
    ['full', 'ask', 'Said of shell.'],
    ['full', 'unanalysable', 'Said of shell.'],
    ['landlock', 'safe', 'Said of sandbox.'],
    ['landlock', 'ask', 'Said of sandbox. Said of sandbox_setting. Said of shell.'],
  ])('a question about a command at %s that is %s says what made it one', (level, word, said) => {
    const found = (name: string, value: string) => fact({ name, value, text: `Said of ${name}.` });
    const facts = [found('sandbox', level), found('sandbox_setting', 'prefer'), found('shell', word)];
    const { reasons } = decided(decisionInput({ tool: { name: 'shell', mode: 'shell' }, facts }));
    const base = reasons.find(({ source }) => source === 'mode');
    expect(base?.text.slice(base.text.indexOf('Said of'))).toBe(said);
  });

  test('a shell of which no guard said anything is asked about, and refused under required', () => {
    const bare = (sandbox: 'required' | 'prefer') =>
      decisionInput({ sessionMode: 'full-auto', tool: { name: 'shell', mode: 'shell' }, settings: { sandbox } });
    expect(decided(bare('prefer'), allowShell).effect).toBe('ASK');
    expect(decided(bare('required'), allowShell).effect).toBe('DENY');
  });

  test('a grant given under one sandbox does not answer under another', () => {
    const asked = decided(shell('landlock', 'ask'));
    const reasons = asked.reasons.map((reason) => `${reason.source}:${reason.id}`);
    const given = [grant({ tool: 'shell', targets: ['command run npm test'], argumentKey: null, reasons })];
    expect(decided(shell('landlock', 'ask'), [], given).effect).toBe('ALLOW');
    expect(decided(shell('none', 'ask'), [], given).effect).toBe('ASK');
  });
});

describe('the base', () => {
  test.each<[Effect | null, SessionMode, Effect, string]>([
    [null, 'readonly', 'ASK', 'mode'],
    [null, 'full-auto', 'ALLOW', 'mode'],
    ['ALLOW', 'readonly', 'ALLOW', 'default'],
    ['ASK', 'readonly', 'ASK', 'default'],
    ['DENY', 'readonly', 'DENY', 'default'],
    ['ALLOW', 'full-auto', 'ALLOW', 'mode'],
    ['ASK', 'full-auto', 'ALLOW', 'mode'],
    ['DENY', 'full-auto', 'DENY', 'default'],
  ])('default %s in %s comes to %s by %s', (...[defaultEffect, sessionMode, effect, source]) => {
    expect(decided(decisionInput({ sessionMode, tool: { defaultEffect } }))).toMatchObject({
      effect,
      reasons: [{ source }],
    });
  });

  test('a default DENY holds in plan-only too, beside the ceiling', () => {
    const input = decisionInput({ sessionMode: 'plan-only', tool: { defaultEffect: 'DENY' } });
    expect(said(input)).toEqual(['ceiling:write_text:plan-only DENY', 'default:file_write DENY']);
  });

  test('a rule that allows beats the column and a default DENY', () => {
    expect(decided(decisionInput(), [allowAll]).effect).toBe('ALLOW');
    expect(decided(decisionInput({ tool: { defaultEffect: 'DENY' } }), [allowAll]).effect).toBe('ALLOW');
  });

  test('a rule that refuses beats full-auto', () => {
    expect(decided(decisionInput({ sessionMode: 'full-auto' }), [rule('r', { effect: 'DENY' })]).effect).toBe('DENY');
  });

  test('the action of the call decides in modes that go by it', () => {
    const cron = (action: string | null) => decisionInput({ action, tool: { name: 'jobs', mode: 'cron' } });
    expect([cron('list'), cron('add'), cron(null)].map((input) => decided(input).effect)).toEqual([
      'ALLOW',
      'ASK',
      'ASK',
    ]);
  });

  test('a rule names the action of the call or that of the target', () => {
    const byAction = (action: string) => [rule('r', { effect: 'DENY', action })];
    const input = decisionInput({ action: 'remote', targets: [target('a', { action: 'write' })] });
    expect(decided(input, byAction('remote')).effect).toBe('DENY');
    expect(decided(input, byAction('write')).effect).toBe('DENY');
    expect(decided(input, byAction('read')).effect).toBe('ASK');
  });

  test('an agent rule that allows ties with a full global DENY, and the DENY wins', () => {
    const window = { from: '00:00', to: '24:00', zone: 'UTC' };
    const full = rule('full', { effect: 'DENY', tool: 'file_write', target: 'src/**', action: 'write', window });
    const input = decisionInput({ targets: [target('src/a.ts')] });
    expect(decided(input, [rule('agent', { effect: 'ALLOW', agent: 'alice' }), full])).toMatchObject({
      effect: 'DENY',
      reasons: [{ id: 'full', specificity: 8 }],
    });
  });

  test('of several targets the strictest counts, each with its own rule', () => {
    const rules = [
      rule('src', { effect: 'ALLOW', target: 'src/**' }),
      rule('etc', { effect: 'DENY', target: '/etc/**' }),
    ];
    const moved = (to: string) => decisionInput({ targets: [target('src/a.ts'), target(to)] });
    expect(said(moved('src/b.ts'), rules)).toEqual(['rule:src ALLOW', 'rule:src ALLOW']);
    expect(said(moved('/etc/passwd'), rules)).toEqual(['rule:etc DENY', 'rule:src ALLOW']);
    const decision = decided(moved('docs/b.md'), rules);
    expect(decision.effect).toBe('ASK');
    expect(decision.reasons[0]).toMatchObject({ source: 'mode', target: 'docs/b.md' });
  });

  test('a targeted rule never speaks of a call without targets', () => {
    for (const pattern of ['src/**', '**/*', '?*']) {
      expect(decided(decisionInput(), [rule('r', { effect: 'DENY', target: pattern })]).effect).toBe('ASK');
    }
  });

  test('a rule for any target speaks of a call without targets too', () => {
    for (const pattern of ['*', '**']) {
      const decision = decided(decisionInput(), [rule('r', { effect: 'DENY', target: pattern })]);
      expect(decision.reasons[0]).toMatchObject({ id: 'r', specificity: 0 });
    }
  });

  test('a command is one text: no part of it is read as a path', () => {
    const run = (value: string) => decisionInput({ targets: [target(value, { kind: 'command', action: 'run' })] });
    const rules = [
      rule('ls', { effect: 'ALLOW', target: 'ls' }),
      rule('npm', { effect: 'ALLOW', target: 'npm run *' }),
    ];
    expect(decided(run('ls'), rules).effect).toBe('ALLOW');
    expect(decided(run('evil/../ls'), rules).effect).toBe('ASK');
    expect(decided(run('./ls'), rules).effect).toBe('ASK');
    expect(decided(run('npm run build -- dist/out'), rules).effect).toBe('ALLOW');
  });

  test('a rule in a zone that is not known here refuses what it may speak of, and only that', () => {
    const window = { from: '09:00', to: '17:00', zone: 'Mars/Olympus' };
    const rules = [rule('w', { effect: 'ALLOW', tool: 'file_write', window })];
    expect(said(decisionInput({ sessionMode: 'full-auto' }), rules)).toEqual(['floor:zone:w DENY']);
    expect(decided(decisionInput({ sessionMode: 'full-auto', tool: { name: 'other' } }), rules).effect).toBe('ALLOW');
    // Whether it holds or not, this one decides before it.
    expect(decided(decisionInput(), [...rules, allowAll]).effect).toBe('ALLOW');
  });

  test('a refusal names rule, place and note, and what would change it', () => {
    const source = { kind: 'file', file: 'gatehouse.yaml', line: 12 } as const;
    const written = {
      ...rule('no-src', { effect: 'DENY', tool: 'file_write', target: 'src/**', note: 'generated code' }),
      source,
    };
    const { text } = decided(decisionInput({ targets: [target('src/a.ts')] }), [written]).reasons[0] ?? { text: '' };
    for (const part of [
      'no-src',
      'gatehouse.yaml:12',
      'tool file_write',
      'target src/**',
      'generated code',
      'more specific rule',
    ]) {
      expect(text).toContain(part);
    }
  });
});

describe('raises', () => {
  test.each([
    ['alwaysAsk', { alwaysAsk: true }, true],
    ['ai:confirm', { tags: ['ai:confirm'] }, false],
    ['a configured confirm tag', { tags: ['x', 'danger'] }, false],
  ] as const)('%s asks in every session mode, past rules', (_, tool, onceOnly) => {
    for (const sessionMode of ['readonly', 'full-auto'] as const) {
      const decision = decided(decisionInput({ sessionMode, tool, settings: { confirmTags: ['danger'] } }), [allowAll]);
      expect(decision).toMatchObject({ effect: 'ASK', onceOnly, reasons: [{ source: 'raise' }, { source: 'rule' }] });
    }
  });

  test('other tags are free', () => {
    expect(decided(decisionInput({ sessionMode: 'full-auto', tool: { tags: ['ai:no_defer', 'danger'] } })).effect).toBe(
      'ALLOW',
    );
  });

  test('a guard that asks is not silenced by a rule', () => {
    const facts = [fact({ name: 'zone', value: 'prompt', verdict: 'ask' })];
    expect(said(decisionInput({ sessionMode: 'full-auto', facts }), [allowAll])).toEqual([
      'raise:paths:zone ASK',
      'rule:allow ALLOW',
    ]);
  });

  test('a raise loosens no refusal', () => {
    expect(decided(decisionInput({ tool: { alwaysAsk: true } }), [rule('r', { effect: 'DENY' })]).effect).toBe('DENY');
  });

  test('managing servers and access asks each time, whatever rules and grants say', () => {
    const manage = (action: string) =>
      decisionInput({ sessionMode: 'full-auto', action, tool: { name: 'servers', mode: 'mcp_manage' } });
    const rules = [rule('r', { effect: 'ALLOW', tool: 'servers' })];
    expect(decided(manage('list'), rules).effect).toBe('ALLOW');
    const asked = decided(manage('add'), rules);
    expect(asked).toMatchObject({ effect: 'ASK', onceOnly: true });
    const given = grant({
      tool: 'servers',
      mode: 'full-auto',
      reasons: asked.reasons.map((reason) => `${reason.source}:${reason.id}`),
    });
    expect(decided(manage('add'), rules, [given]).effect).toBe('ASK');
    const access = decisionInput({ sessionMode: 'full-auto', tool: { name: 'access', mode: 'access' } });
    expect(decided(access, [rule('r', { effect: 'ALLOW', tool: 'access' })])).toMatchObject({
      effect: 'ASK',
      onceOnly: true,
    });
  });
});
