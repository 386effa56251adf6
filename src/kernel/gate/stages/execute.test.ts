import { describe, expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { CapabilityError, type Outcome, type Tool } from '../../../contract/index.ts';
import { plainTool, sampleCaller } from '../../../testing/index.ts';
import {
  askingTool,
  scriptedTool,
  textResult,
  type Script,
  type ScriptedTool,
} from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

async function running(script: Script, more: Partial<Tool> = {}) {
  const tool = scriptedTool(more, script);
  return { tool, ...(await createTestGate({ tools: [tool] })) };
}

function endless(): Promise<never> {
  return new Promise(() => undefined);
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
}

describe('what a handler throws', () => {
  class Odd extends Error {
    override get message(): string {
      throw new Error('no message for you');
    }
  }
  const proxy = new Proxy(new Error('hidden'), {
    getPrototypeOf() {
      throw new Error('not even that');
    },
  });

  it.each<[string, unknown, string]>([
    ['an Error', new Error('broke'), 'broke'],
    ['a text', 'broke', 'broke'],
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['a number', 7, '7'],
    ['a symbol', Symbol('sign'), 'Symbol(sign)'],
    ['an object', {}, '[object Object]'],
    ['what has no text', Object.create(null), 'something was thrown that cannot be put into words'],
    ['an Error without a readable message', new Odd(), 'something was thrown that cannot be put into words'],
    ['a hostile proxy', proxy, 'something was thrown that cannot be put into words'],
    ['half of a surrogate pair', new Error('half \ud800'), 'half \ufffd'],
  ])('becomes the failure of the tool: %s', async (_what, thrown, message) => {
    for (const script of [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ]) {
      const { call, events } = await running(script);
      const outcome = await call('plain');
      expect(outcome).toMatchObject({
        kind: 'failed',
        code: 'tool_failed',
        message,
        mayStillAct: false,
        unrecorded: false,
      });
      expect((await events(outcome.callId)).map(({ kind, envelope }) => [kind, envelope['status']])).toEqual([
        ['policy_decision', undefined],
        ['tool_failed', 'failed'],
      ]);
    }
  });

  it.each(['drift', 'address_refused', 'path_refused'] as const)(
    'is the refusal of the gate where a proof no longer holds: %s',
    async (code) => {
      const { call, events } = await running(() =>
        Promise.reject(new CapabilityError(code, 'a.txt is another file by now.')),
      );
      const outcome = await call('plain');
      expect(outcome).toMatchObject({ kind: 'refused', by: 'execute', code, reason: 'a.txt is another file by now.' });
      expect((await events(outcome.callId)).at(-1)).toMatchObject({ kind: 'tool_failed', envelope: { code } });
    },
  );

  it('keeps the code of another fault of ours, and takes no code that is in no table', async () => {
    const failing = async (cause: unknown) => (await running(() => Promise.reject(cause))).call('plain');
    expect(await failing(new CapabilityError('fetch_failed', 'No answer.'))).toMatchObject({
      kind: 'failed',
      code: 'fetch_failed',
      message: 'No answer.',
    });
    const odd = Object.assign(new CapabilityError('internal', 'Odd.'), { code: { toString: () => 'drift' } });
    expect(await failing(odd)).toMatchObject({ kind: 'failed', code: 'tool_failed', message: 'Odd.' });
  });

  it('never costs an approved request its end', async () => {
    for (const thrown of [null, Object.create(null), 'half \udfff', new Odd()]) {
      const tool = askingTool({}, () => Promise.reject(thrown));
      const gate = await createTestGate({ tools: [tool] });
      const asked = await gate.call('asks');
      if (asked.kind !== 'pending') throw new TypeError('It asks.');
      await gate.answer(asked.approval.id, { act: 'once' });
      expect(await gate.claim(asked.approval.id)).toMatchObject({ kind: 'failed', unrecorded: false });
      expect(await gate.record(asked.approval.id)).toMatchObject({ status: 'failed', outcome: { kind: 'failed' } });
      expect(await gate.call('asks')).toMatchObject({ kind: 'failed', code: 'tool_failed' });
    }
  });
});

describe('what a handler is given', () => {
  it('is its own copy of the arguments, which the caller cannot change any more', async () => {
    const given: { list: number[] } = { list: [1] };
    const tool = scriptedTool({ parameters: { type: 'object' } });
    const { gate } = await createTestGate({ tools: [tool] });
    const call = gate.call({ tool: 'plain', arguments: { value: given }, caller: sampleCaller() });
    given.list.push(2);
    await call;
    expect(tool.runs[0]?.args).toEqual({ list: [1] });
    expect(tool.runs[0]?.args).not.toBe(given);
  });

  it('names the call, the caller, the time and the workspace', async () => {
    const { tool, call } = await running(() => textResult('done'), { timeoutMs: 1_234 });
    const { callId } = await call('plain');
    expect(tool.runs[0]?.context).toMatchObject({
      callId,
      workspace: '/workspace',
      caller: { agent: 'default', trust: 'operator', session: 'session_1', principal: 'user:1000' },
      timeoutMs: 1_234,
      paths: {},
      urls: {},
      facts: {},
      settings: { readPageLines: 100 },
    });
  });

  it('has ports minted for this caller; where they cannot be, the tool fails', async () => {
    const minted: string[] = [];
    const ports = (caller: { readonly agent: string }) => {
      minted.push(caller.agent);
      throw new Error('no ports today');
    };
    const tool = scriptedTool();
    const { call } = await createTestGate({ tools: [tool], ports });
    expect(await call('plain', {}, { agent: 'alice' })).toMatchObject({ kind: 'failed', message: 'no ports today' });
    expect(minted).toEqual(['alice']);
    expect(tool.runs).toEqual([]);
  });
});

describe('loading a handler', () => {
  const load = (loader: () => unknown): ScriptedTool => ({
    tool: plainTool(),
    loader: loader as ScriptedTool['loader'],
    runs: [],
  });

  it.each<[string, () => unknown, string, string]>([
    ['rejects', () => Promise.reject(new Error('no such module')), 'tool_failed', 'no such module'],
    [
      'throws',
      () => {
        throw new Error('no such module');
      },
      'tool_failed',
      'no such module',
    ],
    ['brings nothing', async () => undefined, 'internal', 'What was loaded to execute plain is no function.'],
    [
      'brings a description',
      async () => ({ run: () => undefined }),
      'internal',
      'What was loaded to execute plain is no function.',
    ],
  ])('that %s fails the call, and is tried again with the next', async (...[, loader, code, message]) => {
    let fails = true;
    const { call } = await createTestGate({
      tools: [load(() => (fails ? loader() : async () => textResult('loaded')))],
    });
    expect(await call('plain')).toMatchObject({ kind: 'failed', code, message });
    fails = false;
    expect(await call('plain')).toMatchObject({ kind: 'completed', observation: { text: 'loaded' } });
  });

  it('takes time of the call: a handler that comes too late is not started', async () => {
    const loaded = Promise.withResolvers<() => unknown>();
    const ran: string[] = [];
    const { call, clock, events } = await createTestGate({ tools: [load(() => loaded.promise)] });
    const outcome = call('plain');
    await settle();
    clock.advance(1_000);
    await settle();
    clock.advance(1_000);
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'tool_timeout', mayStillAct: false });
    loaded.resolve(() => ran.push('ran'));
    await settle();
    expect(ran).toEqual([]);
    expect((await events()).map(({ kind }) => kind)).not.toContain('tool_ended_late');
  });
});

describe('the time of a call', () => {
  it('ends a handler that stops when it is told to', async () => {
    const { tool, call, clock, events } = await running(
      (_args, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const outcome = call('plain');
    await settle();
    clock.advance(999);
    await settle();
    expect(tool.runs[0]?.context.signal.aborted).toBe(false);
    clock.advance(1);
    expect(await outcome).toMatchObject({
      kind: 'failed',
      code: 'tool_timeout',
      mayStillAct: false,
      message: 'plain did not end within 1000 ms and was stopped.',
    });
    await settle();
    expect((await events()).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_failed']);
  });

  it('ends without one that does not stop, says that it may still act, and records its late end', async () => {
    const late = Promise.withResolvers<unknown>();
    const { call, clock, events } = await running(() => late.promise);
    const outcome = call('plain');
    await settle();
    clock.advance(1_000);
    await settle();
    clock.advance(999);
    await settle();
    clock.advance(1);
    const { callId } = await outcome;
    expect(await outcome).toMatchObject({ kind: 'failed', code: 'tool_timeout', mayStillAct: true });
    expect((await events(callId)).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_failed']);
    late.resolve(textResult('too late'));
    await settle();
    expect((await events(callId)).map(({ kind }) => kind)).toEqual([
      'policy_decision',
      'tool_failed',
      'tool_ended_late',
    ]);
  });

  it.each([() => textResult('x'), () => Promise.reject(new Error('late'))])(
    'records a late end however it comes',
    async (end) => {
      const late = Promise.withResolvers<unknown>();
      const { call, clock, events } = await running(() => late.promise);
      const outcome = call('plain');
      for (let second = 0; second < 2; second += 1) {
        await settle();
        clock.advance(1_000);
      }
      await outcome;
      late.resolve(end());
      await settle();
      expect((await events()).at(-1)?.kind).toBe('tool_ended_late');
    },
  );

  it('does not touch a call that ended in time', async () => {
    const { tool, call, clock } = await running(() => textResult('in time'));
    expect(await call('plain')).toMatchObject({ kind: 'completed' });
    clock.advance(10_000);
    expect(tool.runs[0]?.context.signal.aborted).toBe(false);
  });
});

describe('a caller that gives up', () => {
  const giveUp = async (script: Script, when: 'before' | 'during') => {
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const { tool, gate, clock, events } = await running(script);
    const outcome = gate.call({
      tool: 'plain',
      arguments: { value: {} },
      caller: sampleCaller(),
      signal: controller.signal,
    });
    await settle();
    if (when === 'during') controller.abort();
    await settle();
    clock.advance(1_000);
    return { tool, outcome: await outcome, events: await events() };
  };

  it('before the call starts nothing', async () => {
    const { tool, outcome, events } = await giveUp(() => textResult('done'), 'before');
    expect(outcome).toMatchObject({
      kind: 'aborted',
      reason: 'The caller gave up before the tool was started. Nothing ran.',
    });
    expect(tool.runs).toEqual([]);
    expect(events.map(({ kind, envelope }) => [kind, envelope['status']])).toEqual([
      ['policy_decision', undefined],
      ['tool_failed', 'aborted'],
    ]);
  });

  it('before the call asks nobody', async () => {
    const controller = new AbortController();
    controller.abort();
    const { gate, journal } = await createTestGate({ tools: [askingTool()] });
    const outcome: Outcome = await gate.call({
      tool: 'asks',
      arguments: { value: {} },
      caller: sampleCaller(),
      signal: controller.signal,
    });
    expect(outcome.kind).toBe('aborted');
    expect(await journal.approvals({})).toEqual([]);
  });

  it('between the decision and the start still starts nothing', async () => {
    const controller = new AbortController();
    const tool = scriptedTool();
    const { gate, events } = await createTestGate({
      tools: [tool],
      wrapJournal: (journal) => ({
        ...journal,
        async begin(begun) {
          const result = await journal.begin(begun);
          controller.abort();
          return result;
        },
      }),
    });
    const outcome = await gate.call({
      tool: 'plain',
      arguments: { value: {} },
      caller: sampleCaller(),
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({ kind: 'aborted', reason: expect.stringContaining('Nothing ran.') });
    expect(tool.runs).toEqual([]);
    expect((await events()).map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_failed']);
  });

  it('stops a handler that can be stopped', async () => {
    const { outcome } = await giveUp(
      (_args, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      'during',
    );
    expect(outcome).toMatchObject({ kind: 'aborted', reason: 'The caller gave up; the tool was stopped.' });
  });

  it('is told where the handler goes on', async () => {
    const { outcome, events } = await giveUp(endless, 'during');
    expect(outcome).toMatchObject({ kind: 'aborted', reason: 'The caller gave up; the tool may still act.' });
    expect(events.map(({ kind, envelope }) => [kind, envelope['status']])).toContainEqual(['tool_failed', 'aborted']);
  });

  it('after the end changes nothing', async () => {
    const controller = new AbortController();
    const { gate } = await running(() => textResult('done'));
    const outcome = await gate.call({
      tool: 'plain',
      arguments: { value: {} },
      caller: sampleCaller(),
      signal: controller.signal,
    });
    controller.abort();
    expect(outcome.kind).toBe('completed');
  });
});
