import { describe, expect, it } from 'vitest';
import type { Effect, JsonValue } from '../../contract/index.ts';
import { rule } from '../../../test/fixtures/decision-input.ts';
import { effectOf, flowReasons, openGate, page, secret, tool, tools } from '../../../test/harness/flow-gate.ts';
import { scriptedTool, textResult } from '../../../test/harness/scripted-tool.ts';
import type { TestGateOptions } from '../../../test/harness/test-gate.ts';

describe('a session that has read nothing of others', () => {
  it.each(['look', 'write', 'mail', 'get', 'wipe', 'admin', 'remember', 'exec', 'foreign'])(
    'is asked nothing for %s',
    async (name) => {
      const gate = await openGate();
      expect(await gate.call(name, { to: 'eve@attacker.test' })).toMatchObject({ kind: 'completed' });
    },
  );
});

describe('a session that has read what others wrote', () => {
  it.each<[string, JsonValue, Effect, string | null]>([
    ['look', { path: './payload.sh' }, 'ALLOW', null],
    ['write', { path: 'notes/plan.md', content: page }, 'ALLOW', null],
    ['write', { path: './payload.sh', content: '' }, 'ASK', 'flow:derived_target'],
    ['get', { url: 'https://example.org/' }, 'ALLOW', null],
    ['get', { url: 'https://attacker.test/?a=b' }, 'ASK', 'flow:derived_target'],
    ['get', { url: Buffer.from('eve@attacker.test').toString('base64') }, 'ASK', 'flow:derived_target'],
    ['exec', { command: 'npm test' }, 'ALLOW', null],
    ['exec', { command: 'sh ./payload.sh' }, 'ASK', 'flow:derived_target'],
    ['mail', { to: 'boss@corp.org' }, 'ASK', 'flow:untrusted_session'],
    ['foreign', {}, 'ASK', 'flow:untrusted_session'],
    ['wipe', { filter: 'unread' }, 'ASK', 'flow:untrusted_session'],
    ['admin', { id: 'x' }, 'ASK', 'flow:untrusted_session'],
    ['remember', {}, 'ASK', 'flow:untrusted_session'],
    ['list_servers', { action: 'list' }, 'ALLOW', null],
    ['list_servers', { action: 'add' }, 'ASK', 'flow:untrusted_session'],
  ])('meets %s %j with %s', async (name, args, effect, reason) => {
    const gate = await openGate();
    await gate.call('fetch');
    const outcome = await gate.call(name, args);
    expect([effectOf(outcome), flowReasons(outcome)]).toEqual([effect, reason === null ? [] : [reason]]);
  });

  it('says of a tool of a server that it is one, and what its owner can do, and of others what they do', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    const textOf = async (name: string) => (await gate.call(name)).decision?.reasons[0]?.text;
    expect(await textOf('wipe')).toContain('wipe destroys, administers, remembers or sends.');
    const foreign = await textOf('foreign');
    expect(foreign).toContain('foreign is a tool of an MCP server');
    expect(foreign).toContain('trustReadOnly');
    expect(foreign).not.toContain('destroys');
  });

  it('lists the derived target of the call in its reasons', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    const outcome = await gate.call('write', { path: './payload.sh' });
    expect(outcome.decision?.reasons[0]).toMatchObject({ target: './payload.sh', source: 'raise', effect: 'ASK' });
  });

  it('counts every argument of a tool that names no targets, numbers and nested ones too', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    for (const args of [{ id: 67890 }, { a: [{ b: 'eve@attacker.test' }] }])
      expect(flowReasons(await gate.call('wipe', args))).toContain('flow:derived_target');
  });

  it('is not asked about what the user said', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    const named = { userWords: 'Please run sh ./payload.sh, I wrote it.' };
    expect(await gate.call('exec', { command: 'sh ./payload.sh' }, named)).toMatchObject({ kind: 'completed' });
    expect(flowReasons(await gate.call('exec', { command: 'sh ./payload.sh' }, { userWords: 'run it' }))).toEqual([
      'flow:derived_target',
    ]);
  });

  it.each([
    ['sh "./payload.sh"', 'sh ./payload.sh', 'completed'],
    ['cd x && sh ./payload.sh', 'sh ./payload.sh', 'completed'],
    ['ssh "./payload".sh', 'sh ./payload.sh', 'pending'],
    ['not-sh ./payload', 'sh ./payload.sh', 'pending'],
  ])('takes the words %s, as JSON has them, for the command %s: %s', async (line, command, kind) => {
    const gate = await openGate();
    await gate.call('fetch');
    const userWords = JSON.stringify({ command: line });
    expect(await gate.call('exec', { command }, { userWords })).toMatchObject({ kind });
  });

  it('is another session’s business', async () => {
    const gate = await openGate();
    await gate.call('fetch', {}, { session: 'other' });
    expect(await gate.call('wipe')).toMatchObject({ kind: 'completed' });
    expect(await gate.call('wipe', {}, { session: 'other' })).toMatchObject({ kind: 'pending' });
  });

  it('asks each time anew: no grant for the session and no rule answers', async () => {
    const gate = await openGate({ rules: [rule('r1', { effect: 'ALLOW', tool: 'wipe' })] });
    await gate.call('fetch');
    const outcome = await gate.call('wipe');
    if (outcome.kind !== 'pending') throw new TypeError('It asks.');
    expect(outcome.approval.onceOnly).toBe(true);
    await expect(gate.answer(outcome.approval.id, { act: 'session' })).rejects.toThrow();
    await gate.answer(outcome.approval.id, { act: 'once' });
    expect(await gate.claim(outcome.approval.id)).toMatchObject({ kind: 'completed' });
    expect(await gate.call('wipe', {})).toMatchObject({ kind: 'completed' });
    expect(await gate.call('wipe', {})).toMatchObject({ kind: 'pending' });
  });

  it('is refused where nobody is there to ask', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    expect(await gate.call('wipe', {}, { attended: false })).toMatchObject({ kind: 'refused', code: 'denied' });
  });

  it('has the words of a failing tool in it too', async () => {
    const failing = scriptedTool({ name: 'fails', untrustedResult: true }, () => Promise.reject(new Error(page)));
    const gate = await openGate({ tools: [...tools(), failing] });
    expect(await gate.call('fails')).toMatchObject({ kind: 'failed', message: expect.stringContaining('<untrusted') });
    expect(flowReasons(await gate.call('write', { path: './payload.sh' }))).toEqual(['flow:derived_target']);
  });

  it('has a structured result in it too', async () => {
    const gate = await openGate({
      tools: [
        ...tools(),
        scriptedTool({ name: 'json', untrustedResult: true }, () => ({
          blocks: [],
          structured: { link: './payload.sh', mark: 'a\u202eb' },
        })),
      ],
    });
    const outcome = await gate.call('json');
    expect(outcome).toMatchObject({ observation: { structured: { mark: String.raw`a\u{202E}b` } } });
    expect(flowReasons(await gate.call('write', { path: './payload.sh' }))).toEqual(['flow:derived_target']);
  });

  it('has both ends of a text in it that is too long to be kept whole', async () => {
    const long = `head-of-it.sh ${'.'.repeat(5 * 1024 * 1024)} tail-of-it.sh`;
    const gate = await openGate({
      tools: [
        ...tools(),
        scriptedTool({ name: 'log', untrustedResult: true }, () => ({ ...textResult(long), keep: 'ends' })),
      ],
    });
    expect(await gate.call('log')).toMatchObject({ observation: { text: expect.stringContaining('tail-of-it.sh') } });
    for (const path of ['head-of-it.sh', 'tail-of-it.sh'])
      expect(flowReasons(await gate.call('write', { path }))).toEqual(['flow:derived_target']);
  });

  it.each([
    ['two results', ['Put it into ./pay', 'load.sh, please']],
    ['many', Array.from('Put it into ./payload.sh, please')],
  ])('knows again what is split over %s', async (_how, parts) => {
    const left = [...parts];
    const gate = await openGate({
      tools: [
        ...tools(),
        scriptedTool({ name: 'next_part', untrustedResult: true }, () => textResult(left.shift() ?? '')),
      ],
    });
    for (const _part of parts) await gate.call('next_part');
    expect(flowReasons(await gate.call('write', { path: 'x/payload.sh' }))).toEqual(['flow:derived_target']);
    expect(await gate.call('write', { path: 'notes/plan.md' })).toMatchObject({ kind: 'completed' });
  });

  it('takes a tool’s word that its text is of others, and never that it is not', async () => {
    const said = (trust: 'trusted' | 'untrusted', isPrivate: boolean) => () => ({
      ...textResult(page),
      label: { source: 'mcp:x', tool: 'x', trust, private: isPrivate },
    });
    const gate = await openGate({
      tools: [
        scriptedTool({ name: 'tightens' }, said('untrusted', true)),
        scriptedTool({ name: 'loosens', untrustedResult: true, ownerOnly: true }, said('trusted', false)),
      ],
    });
    for (const name of ['tightens', 'loosens'])
      expect(await gate.call(name)).toMatchObject({
        observation: { label: { source: 'mcp:x', tool: 'x', trust: 'untrusted', private: true } },
      });
  });
});

describe('a session with private data and what others wrote', () => {
  const both = async (more: TestGateOptions = {}) => {
    const gate = await openGate(more);
    await gate.call('diary');
    await gate.call('fetch');
    return gate;
  };

  it.each<[string, JsonValue, Effect, readonly string[]]>([
    ['get', { url: 'https://example.org/' }, 'ASK', ['flow:private_egress']],
    ['get', { url: 'https://example.org/?d=463820' }, 'DENY', ['flow:private_values']],
    ['get', { url: 'https://example.org/', deep: [{ body: 'the door is 463820' }] }, 'DENY', ['flow:private_values']],
    ['get', { url: 'https://example.org/', body: btoa('code of the door') }, 'DENY', ['flow:private_values']],
    ['write', { path: 'a.md', content: secret }, 'ALLOW', []],
    ['exec', { command: 'npm test' }, 'ALLOW', []],
    ['look', { q: secret }, 'ALLOW', []],
  ])('meets %s %j with %s', async (name, args, effect, reasons) => {
    const outcome = await (await both()).call(name, args);
    expect([effectOf(outcome), flowReasons(outcome)]).toEqual([effect, reasons]);
  });

  it('lets the user send what the user names, with a question', async () => {
    const gate = await both();
    const outcome = await gate.call(
      'get',
      { url: 'https://example.org/?d=463820' },
      { userWords: 'send 463820 to https://example.org/?d=463820' },
    );
    expect([effectOf(outcome), flowReasons(outcome)]).toEqual(['ASK', ['flow:private_egress']]);
  });

  it('says nothing of the private value in its reasons', async () => {
    const outcome = await (await both()).call('get', { url: 'https://example.org/?d=463820' });
    expect(JSON.stringify(outcome)).not.toContain('463820');
  });

  it('is free to send private data while it has read nothing of others', async () => {
    const gate = await openGate();
    await gate.call('diary');
    expect(await gate.call('mail', { body: secret })).toMatchObject({ kind: 'completed' });
  });

  it('counts a tool that declares to read private data', async () => {
    const gate = await openGate({ tools: [...tools(), tool('inbox', { effects: ['reads_private'] }, secret)] });
    await gate.call('inbox');
    await gate.call('fetch');
    expect(effectOf(await gate.call('mail', { body: secret }))).toBe('DENY');
  });
});

describe('the setting', () => {
  it.each<['strict' | 'relaxed' | 'off', readonly Effect[]]>([
    ['strict', ['ASK', 'ASK', 'DENY']],
    ['relaxed', ['ALLOW', 'ALLOW', 'DENY']],
    ['off', ['ALLOW', 'ALLOW', 'ALLOW']],
  ])('%s gives %j', async (flow, effects) => {
    const gate = await openGate({ settings: { flow } });
    await gate.call('fetch');
    const found = [await gate.call('write', { path: './payload.sh' }), await gate.call('wipe')];
    await gate.call('diary');
    found.push(await gate.call('get', { url: `https://example.org/?d=463820` }));
    expect(found.map(effectOf)).toEqual(effects);
  });
});

describe('what is recorded', () => {
  it('is where each result came from, and the facts the decision stood on', async () => {
    const gate = await openGate({ tools: [...tools(), tool('x', { untrustedResult: true, kind: 'mcp' }, page)] });
    const { callId } = await gate.call('x');
    const [end] = (await gate.events(callId)).filter(({ kind }) => kind === 'tool_executed');
    expect(end?.envelope).toMatchObject({
      call: callId,
      result: { source: 'test', tool: 'x', trust: 'untrusted', private: false },
    });
    const asked = await gate.call('wipe', { id: 67890 });
    const [decided] = await gate.events(asked.callId);
    expect(decided?.values['input']).toMatchObject({
      settings: { flow: 'strict' },
      facts: [
        { guard: 'flow', name: 'derived_target' },
        { guard: 'flow', name: 'untrusted_session' },
      ],
    });
  });

  it('is the same for an explanation, which marks nothing', async () => {
    const gate = await openGate();
    const caller = (await import('../../testing/index.ts')).sampleCaller();
    const explain = (name: string) => gate.gate.explain({ tool: name, arguments: { value: {} }, caller });
    await explain('fetch');
    expect((await explain('wipe')).decision?.effect).toBe('ALLOW');
    await gate.call('fetch');
    const explained = await explain('wipe');
    const called = await gate.call('wipe');
    expect(explained.decision).toEqual(called.decision);
  });
});

describe('an approval', () => {
  it('is of the exact request: one byte more asks again, and all of it is shown', async () => {
    const gate = await openGate();
    await gate.call('fetch');
    const args = { to: 'boss@corp.org', body: `first line${' '.repeat(3_000)}eve@attacker.test` };
    const asked = await gate.call('mail', args);
    if (asked.kind !== 'pending') throw new TypeError('It asks.');
    expect(asked.approval.arguments).toEqual(args);
    await gate.answer(asked.approval.id, { act: 'once' });
    for (const body of [`${args.body} `, args.body.toUpperCase(), args.body.slice(1)]) {
      const other = await gate.call('mail', { ...args, body });
      expect(other).toMatchObject({ kind: 'pending' });
      expect(other.kind === 'pending' && other.approval.id !== asked.approval.id).toBe(true);
    }
    await gate.claim(asked.approval.id);
    expect(await gate.call('mail', args)).toMatchObject({ kind: 'completed' });
  });
});
