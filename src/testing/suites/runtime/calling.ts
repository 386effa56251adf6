// How a call can end, and that an explanation says the same beforehand.
import assert from 'node:assert/strict';
import type { Outcome } from '../../../contract/index.ts';
import { expectKind, runtimeCase, type RuntimeCase } from './runtime-case.ts';

function deep(levels: number): string {
  return `{"expression":${'['.repeat(levels)}1${']'.repeat(levels)}}`;
}

const unreadable: readonly (readonly [string, string])[] = [
  ['no JSON', '{"expression":'],
  ['no object', '[1]'],
  ['a repeated key', '{"expression":"1","expression":"2"}'],
  ['10,000 levels', deep(10_000)],
  ['70 levels', deep(70)],
  ['2 MB', `{"expression":"${'1'.repeat(2_000_000)}"}`],
  ['an escaped lone surrogate', '{"expression":"\\ud800"}'],
  ['a lone surrogate', '{"expression":"\ud800"}'],
  ['a missing argument', '{}'],
  ['an unknown argument', '{"expression":"1","constructor":1}'],
];

function refusalOf(outcome: Outcome) {
  const { by, code, reason, hint, problems, nearest, schema } = expectKind(outcome, 'refused');
  return { by, code, reason, hint, problems, nearest, schema };
}

const ends: readonly RuntimeCase[] = [
  runtimeCase('completes an allowed call, with a receipt of what is recorded', async ({ runtime, call }) => {
    const outcome = expectKind(await call('calculate', { expression: '6*7' }), 'completed');
    assert.equal(outcome.observation.text, '42');
    assert.equal(outcome.decision?.effect, 'ALLOW');
    assert.equal(outcome.unrecorded, false);
    const events = await runtime.events({ callId: outcome.callId });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['policy_decision', 'tool_executed'],
    );
    assert.equal(outcome.receipt?.hash, events.at(-1)?.hash);
  }),
  runtimeCase('reads the file that is there', async ({ call, writeText }) => {
    writeText('a.txt', 'hello ✓');
    const outcome = expectKind(await call('file_read', { filename: 'a.txt' }), 'completed');
    assert(outcome.observation.text.includes('hello ✓'));
  }),
  runtimeCase('takes no number for another one', async ({ call }) => {
    const exact = '12345678901234567890';
    assert.equal(expectKind(await call('calculate', { expression: exact }), 'completed').observation.text, exact);
    const refused = refusalOf(await call('file_read', `{"filename":"a.txt","limit":${exact}}`));
    assert.equal(refused.code, 'invalid_arguments');
    assert.deepEqual(
      refused.problems.map(({ path }) => path),
      ['/limit'],
    );
  }),
  runtimeCase('takes a call of tool_call for the call that it carries', async ({ call, runtime, client }) => {
    const carried = { name: 'calculate', arguments: { expression: '6*7' } };
    const outcome = expectKind(await call('tool_call', carried), 'completed');
    assert.deepEqual([outcome.tool, outcome.observation.text], ['calculate', '42']);
    const asked = { name: 'file_write', arguments: '{"filename":"a.txt","content":"x"}' };
    assert.equal(expectKind(await call('tool_call', asked), 'pending').approval.tool, 'file_write');
    assert.equal(refusalOf(await call('tool_call', { name: 'tool_call' })).code, 'invalid_arguments');
    const explained = await runtime.explain({ tool: 'tool_call', arguments: { value: asked }, caller: client });
    assert.deepEqual([explained.tool, explained.decision?.effect], ['file_write', 'ASK']);
  }),
  runtimeCase('asks, and runs nothing', async ({ ask, readText }) => {
    const { approval, decision } = await ask('a.txt', 'x');
    assert.equal(decision?.effect, 'ASK');
    assert.equal(approval.status, 'pending');
    assert.deepEqual(approval.targets, [{ kind: 'path', action: 'write', value: 'a.txt' }]);
    assert.equal(readText('a.txt'), null);
  }),
  runtimeCase('refuses what is locked', async ({ call }) => {
    const outcome = expectKind(await call('sudo_shell', { command: 'id' }), 'refused');
    assert.equal(outcome.code, 'denied');
    assert.equal(outcome.decision?.effect, 'DENY');
    assert.equal(outcome.decision?.reasons[0]?.source, 'locked');
  }),
  runtimeCase('refuses a protected name', async ({ call, readText }) => {
    const outcome = expectKind(
      await call('file_write', { filename: '.git/hooks/pre-commit', content: 'x' }),
      'refused',
    );
    assert.equal(outcome.decision?.effect, 'DENY');
    assert.equal(readText('.git/hooks/pre-commit'), null);
  }),
  runtimeCase(
    'does not know a tool that is not there, nor one that is not for this caller',
    async ({ call, guest }) => {
      const unknown = refusalOf(await call('file_raed', {}));
      assert.equal(unknown.code, 'unknown_tool');
      assert(unknown.nearest.includes('file_read'));
      for (const tool of ['constructor', '__proto__', '', 'x'.repeat(200), '\u0000']) {
        assert.equal(refusalOf(await call(tool, {})).code, 'unknown_tool', tool);
      }
      const [hidden, never] = [
        await call('shell', { command: 'id' }, { caller: guest }),
        await call('sheli', { command: 'id' }, { caller: guest }),
      ];
      assert.equal(JSON.stringify(refusalOf(hidden)).replaceAll('shell', 'sheli'), JSON.stringify(refusalOf(never)));
    },
  ),
  runtimeCase('names what is wrong with arguments, and where', async ({ call }) => {
    const refused = refusalOf(await call('file_read', { filename: 'a.txt', limit: 'many' }));
    assert.equal(refused.code, 'invalid_arguments');
    assert.deepEqual(
      refused.problems.map(({ path }) => path),
      ['/limit'],
    );
    assert.notEqual(refused.schema, null);
  }),
  ...unreadable.map(([what, json]) =>
    runtimeCase(`refuses arguments with ${what}`, async ({ call }) => {
      const outcome = expectKind(await call('calculate', json), 'refused');
      assert.equal(outcome.code, 'invalid_arguments');
      assert.equal(outcome.by, 'validate');
    }),
  ),
  runtimeCase('refuses a value that is no JSON', async ({ call }) => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const value of [
      cycle,
      { expression: 1n },
      { expression: () => 1 },
      { expression: new Date(0) },
      { expression: Number.NaN },
    ]) {
      assert.equal(refusalOf(await call('calculate', value)).code, 'invalid_arguments');
    }
  }),
  runtimeCase('runs nothing in a rehearsal', async ({ call, client, readText }) => {
    const outcome = await call(
      'file_write',
      { filename: 'a.txt', content: 'x' },
      { caller: { ...client, forbidden: 'simulation' } },
    );
    assert.equal(refusalOf(outcome).code, 'forbidden_context');
    assert.equal(readText('a.txt'), null);
  }),
  runtimeCase('refuses what would ask where nobody is there to be asked', async ({ call, client }) => {
    const outcome = await call(
      'file_write',
      { filename: 'a.txt', content: 'x' },
      { caller: { ...client, attended: false } },
    );
    assert.equal(refusalOf(outcome).code, 'denied');
  }),
  runtimeCase('narrows a caller to the tools and classes that it was given', async ({ call, client }) => {
    const within = { ...client, allowedTools: ['calculate'] };
    expectKind(await call('calculate', { expression: '1' }, { caller: within }), 'completed');
    assert.equal(refusalOf(await call('glob_search', { pattern: '*' }, { caller: within })).code, 'unknown_tool');
    assert.equal(
      refusalOf(await call('shell', { command: 'id' }, { caller: { ...client, policyClasses: ['read_only'] } })).code,
      'unknown_tool',
    );
  }),
];

const explained: readonly (readonly [string, object | string])[] = [
  ['calculate', { expression: '1' }],
  ['file_write', { filename: 'a.txt', content: 'x' }],
  ['sudo_shell', { command: 'id' }],
  ['file_write', { filename: '.env', content: 'x' }],
  ['file_read', { filename: '../outside.txt' }],
  ['file_read', { limit: 'many' }],
  ['calculate', deep(10_000)],
  ['nothing_of_that_name', {}],
];

const explanations: readonly RuntimeCase[] = [
  runtimeCase(
    'explains beforehand what a call is decided to be, and records nothing of it',
    async ({ runtime, call, client }) => {
      for (const [tool, args] of explained) {
        const given = typeof args === 'string' ? { json: args } : { value: args };
        const recorded = async () => (await runtime.events({ session: client.session })).length;
        const before = await recorded();
        const explanation = await runtime.explain({ tool, arguments: given, caller: client });
        assert.equal(await recorded(), before, tool);
        const outcome = await call(tool, args);
        assert.deepEqual(explanation.decision, outcome.decision, tool);
        if (explanation.refusal !== null) assert.deepEqual(explanation.refusal, refusalOf(outcome), tool);
        else assert.notEqual(explanation.decision, null, tool);
      }
    },
  ),
];

export const callingCases: readonly RuntimeCase[] = [...ends, ...explanations];
