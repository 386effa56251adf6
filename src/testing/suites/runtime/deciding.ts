// Rules, modes and tokens: what the deciding authority changes holds for the very next call.
import assert from 'node:assert/strict';
import type { NewRule } from '../../../contract/index.ts';
import { expectFault, expectKind, runtimeCase, type RuntimeCase } from './runtime-case.ts';

function rule(more: Partial<NewRule>): NewRule {
  return {
    effect: 'DENY',
    agent: null,
    tool: 'file_write',
    target: null,
    action: null,
    window: null,
    note: null,
    ...more,
  };
}

const meant = { broad: false, by: 'user:7' } as const;

const roots: readonly RuntimeCase[] = [
  runtimeCase('opens a directory by the answer of the owner, until it is removed', async (house) => {
    const { owner, call, runtime, writeText } = house;
    writeText('../library/b.txt', 'far away');
    const library = runtime.workspace.replace(/[^/]*$/, 'library');
    const read = () => call('file_read', { path: `${library}/b.txt` });
    const request = () => call('request_directory_access', { path: library, reason: 'to read it' });
    expectKind(await read(), 'refused');
    const { approval } = expectKind(await request(), 'pending');
    assert.equal(approval.onceOnly, true);
    expectKind(await read(), 'refused');
    await owner.answer(approval.id, { act: 'once' }, { by: 'user:7' });
    expectKind(await read(), 'completed');
    expectKind(await request(), 'completed');
    const again = expectKind(await request(), 'completed');
    assert.match(again.observation.text, /Already allowed/);
    const [root, ...others] = await runtime.roots();
    assert(root !== undefined && others.length === 0);
    assert.deepEqual([root.path, root.access, root.workspace], [library, 'read', runtime.workspace]);
    await owner.removeRoot(root.id, 'user:7');
    assert.deepEqual(await runtime.roots(), []);
    expectKind(await read(), 'refused');
    await expectFault(owner.removeRoot(root.id, 'user:7'), 'unknown_grant');
  }),
];

const rules: readonly RuntimeCase[] = [
  runtimeCase('allows what a rule allows until it is removed', async ({ owner, call, runtime, readText }) => {
    const before = await runtime.rules();
    const added = await owner.addRule(rule({ effect: 'ALLOW', target: 'out/**', note: 'its own folder' }), meant);
    const after = await runtime.rules();
    assert.notEqual(after.revision, before.revision);
    assert.deepEqual(
      after.rules.filter(({ id }) => id === added.id),
      [added],
    );
    const outcome = expectKind(await call('file_write', { filename: 'out/a.txt', content: 'x' }), 'completed');
    assert.equal(outcome.decision?.reasons.find(({ source }) => source === 'rule')?.id, added.id);
    assert.equal(readText('out/a.txt'), 'x');
    expectKind(await call('file_write', { filename: 'a.txt', content: 'x' }), 'pending');
    assert.deepEqual(await owner.removeRule(added.id, 'user:7'), added);
    expectKind(await call('file_write', { filename: 'out/a.txt', content: 'y' }), 'pending');
    await expectFault(owner.removeRule(added.id, 'user:7'), 'unknown_rule');
  }),
  runtimeCase('refuses what a rule denies, and names the rule', async ({ owner, call }) => {
    const added = await owner.addRule(rule({ tool: 'calculate' }), meant);
    const carried = { name: 'calculate', arguments: { expression: '1' } };
    for (const made of [call('calculate', { expression: '1' }), call('tool_call', carried)]) {
      const outcome = expectKind(await made, 'refused');
      assert.deepEqual([outcome.tool, outcome.code], ['calculate', 'denied']);
      assert.deepEqual([outcome.decision?.reasons[0]?.source, outcome.decision?.reasons[0]?.id], ['rule', added.id]);
    }
  }),
  runtimeCase('takes no rule that cannot be, and no broad one that was not meant', async ({ owner, runtime }) => {
    const wrong = [
      rule({ effect: 'ALLOW', tool: null }),
      rule({ target: '{a,b}' }),
      // Calls of it are calls of another tool: a rule for it would only look as if it held.
      rule({ tool: 'tool_call' }),
      rule({ window: { from: '25:00', to: '26:00', zone: 'UTC' } }),
      rule({ window: { from: '08:00', to: '09:00', zone: 'Nowhere/At_All' } }),
    ];
    for (const item of wrong) await expectFault(owner.addRule(item, meant), 'invalid_rule');
    assert.deepEqual((await runtime.rules()).rules, []);
    await owner.addRule(rule({ effect: 'ALLOW', tool: null }), { ...meant, broad: true });
    assert.equal((await runtime.rules()).rules.length, 1);
  }),
  runtimeCase('shows in the matrix what holds now', async ({ owner, runtime }) => {
    const rowOf = async () =>
      (await runtime.matrix()).find(
        (row) => row.tool === 'calculate' && row.agent === 'default' && row.trust === 'operator',
      );
    assert.equal((await rowOf())?.effect, 'ALLOW');
    await owner.addRule(rule({ tool: 'calculate' }), meant);
    assert.equal((await rowOf())?.effect, 'DENY');
    assert((await runtime.matrix()).some((row) => row.trust === 'guest'));
  }),
];

const sessions: readonly RuntimeCase[] = [
  runtimeCase('gates a session by its mode and no other by it', async ({ owner, call, client, stranger, readText }) => {
    await owner.setSessionMode(client.session, 'full-auto', 'user:7');
    expectKind(await call('file_write', { filename: 'a.txt', content: 'x' }), 'completed');
    assert.equal(readText('a.txt'), 'x');
    expectKind(await call('file_write', { filename: 'a.txt', content: 'y' }, { caller: stranger }), 'pending');
    await owner.setSessionMode(client.session, 'plan-only', 'user:7');
    assert.equal(expectKind(await call('file_write', { filename: 'a.txt', content: 'z' }), 'refused').code, 'denied');
    const listed = (await owner.sessions()).find(({ id }) => id === client.session);
    assert.equal(listed?.mode, 'plan-only');
  }),
  runtimeCase('takes names of sessions that are only names', async ({ owner, call, client }) => {
    for (const session of ['constructor', 'a/b', 'http:token:ci:named:x y', 'é%2f?&#']) {
      await owner.setSessionMode(session, 'full-auto', 'user:7');
      expectKind(
        await call('file_write', { filename: 'a.txt', content: session }, { caller: { ...client, session } }),
        'completed',
      );
      assert(
        (await owner.sessions()).some(({ id }) => id === session),
        session,
      );
    }
  }),
];

const tokens: readonly RuntimeCase[] = [
  runtimeCase('makes a token, tells it once, and ends it', async ({ owner }) => {
    const { view, token } = await owner.addToken({ name: 'ci', trust: 'guest' }, 'user:7');
    assert.equal(view.trust, 'guest');
    assert(token.length >= 32);
    assert.deepEqual(await owner.tokens(), [view]);
    assert(!JSON.stringify(await owner.tokens()).includes(token));
    await expectFault(owner.addToken({ name: 'ci', trust: 'operator' }, 'user:7'), 'malformed_request');
    await owner.revokeToken('ci', 'user:7');
    assert.deepEqual(await owner.tokens(), []);
    await expectFault(owner.revokeToken('ci', 'user:7'), 'malformed_request');
    const narrow = { name: 'narrow', trust: 'operator', readOnly: true, profile: 'issues' };
    const made = await owner.addToken(narrow, 'user:7');
    assert.deepEqual(await owner.tokens(), [made.view]);
    assert.deepEqual([made.view.readOnly, made.view.profile], [true, 'issues']);
    await owner.revokeToken('narrow', 'user:7');
    await expectFault(owner.addToken({ ...narrow, profile: 'No Such' }, 'user:7'), 'malformed_request');
    await expectFault(owner.addToken({ name: 'no such/name', trust: 'guest' }, 'user:7'), 'malformed_request');
    await expectFault(owner.addToken({ name: 'x', trust: 'root' }, 'user:7'), 'malformed_request');
  }),
];

const secrets: readonly RuntimeCase[] = [
  runtimeCase('keeps a secret, shows it to nobody, and forgets it', async ({ owner, call, runtime, writeText }) => {
    const value = 'pa$$ "word" 0815-ü';
    const set = await owner.setSecret('MAIL_PASSWORD', value, 'user:7');
    assert.equal(set.name, 'MAIL_PASSWORD');
    assert.deepEqual(await owner.secrets(), [set]);
    writeText('mail.txt', `first\n${value}\n${Buffer.from(value).toString('base64')}\nlast`);
    const read = expectKind(await call('file_read', { filename: 'mail.txt' }), 'completed');
    assert.match(read.observation.text, /first[^]*\[redacted: MAIL_PASSWORD\][^]*\[redacted: MAIL_PASSWORD\][^]*last/);
    await owner.setSecret('MAIL_PASSWORD', 'another-value', 'user:7');
    assert.equal((await owner.secrets()).length, 1);
    await owner.removeSecret('MAIL_PASSWORD', 'user:7');
    assert.deepEqual(await owner.secrets(), []);
    await expectFault(owner.removeSecret('MAIL_PASSWORD', 'user:7'), 'malformed_request');
    const events = await runtime.events({ limit: 1_000 });
    assert.deepEqual(
      events.filter(({ kind }) => kind.startsWith('secret_')).map(({ kind }) => kind),
      ['secret_set', 'secret_set', 'secret_removed'],
    );
    // Four digits alone stand in one hash in a thousand.
    assert(!JSON.stringify([events, read]).includes('0815-ü'));
  }),
  runtimeCase('keeps nothing that could not be taken out of a text, under no name that is none', async ({ owner }) => {
    for (const value of [
      '',
      'short',
      ' '.repeat(20),
      `nul${'\0'.repeat(8)}`,
      'x'.repeat(70_000),
      `half-${'\ud800'}-pair`,
    ])
      await expectFault(owner.setSecret('KEY', value, 'user:7'), 'malformed_request');
    for (const name of ['', '1x', 'a b', '../x', 'a/b', 'x'.repeat(65), 'KEY=value-0815'])
      await expectFault(owner.setSecret(name, 'a-long-value', 'user:7'), 'malformed_request');
    assert.deepEqual(await owner.secrets(), []);
  }),
];

const housekeeping: readonly RuntimeCase[] = [
  runtimeCase('trusts a folder that there is', async ({ owner, runtime }) => {
    await owner.trustFolder(runtime.workspace, 'user:7');
    assert.equal((await runtime.events({ kinds: ['folder_trusted'] })).length, 1);
    await expectFault(owner.trustFolder(`${runtime.workspace}/none`, 'user:7'), 'malformed_request');
  }),
  runtimeCase('says what it stands on, with advice where something is wrong', async ({ owner }) => {
    const findings = await owner.diagnose();
    assert(findings.length > 0);
    for (const { state, text, advice } of findings) assert(text !== '' && (state === 'ok' || advice !== ''), text);
  }),
];

export const decidingCases: readonly RuntimeCase[] = [
  ...roots,
  ...rules,
  ...sessions,
  ...tokens,
  ...secrets,
  ...housekeeping,
];
