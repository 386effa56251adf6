import { describe, expect, it } from 'vitest';
import type { Call, Caller } from '../../../contract/index.ts';
import { sampleCaller } from '../../../testing/index.ts';
import { readCall } from './read-call.ts';

const plain: Call = { tool: 'plain', arguments: { value: { a: 1 } }, caller: sampleCaller() };

/** A program without types hands over anything. */
function read(call: unknown) {
  return readCall(call as Call);
}

describe('a call at the door', () => {
  it('is copied: whoever made it can change it no more', () => {
    const caller = { ...sampleCaller({ allowedTools: ['a'] }) };
    const args = { list: [1] };
    const { call, problem } = read({ ...plain, arguments: { value: args }, caller });
    Object.assign(caller, { trust: 'operator', allowedTools: null });
    args.list.push(2);
    expect(problem).toBeNull();
    expect(call).toEqual({
      tool: 'plain',
      read: { ok: true, value: { list: [1] } },
      caller: sampleCaller({ allowedTools: ['a'] }),
      signal: undefined,
    });
  });

  it('reads each member of the caller once', () => {
    const reads: string[] = [];
    const caller = new Proxy(sampleCaller(), {
      get: (target, name) => (reads.push(String(name)), Reflect.get(target, name)),
    });
    read({ ...plain, caller });
    expect(reads.filter((name, at) => reads.indexOf(name) !== at)).toEqual([]);
  });

  it.each<[Partial<Caller> | Record<string, unknown>, Partial<Caller>]>([
    [{ trust: undefined }, { trust: 'guest' }],
    [{ trust: 'Operator' }, { trust: 'guest' }],
    [{ attended: undefined }, { attended: false }],
    [{ attended: 'yes' }, { attended: false }],
    [{ seesHidden: 1 }, { seesHidden: false }],
    [{ forbidden: undefined }, { forbidden: null }],
    [{ allowedTools: undefined }, { allowedTools: null }],
    [{ allowedTools: 'plain' }, { allowedTools: [] }],
    [{ policyClasses: {} }, { policyClasses: [] }],
    [{ surface: 'elsewhere' }, { surface: 'library' }],
    [{ session: 5 }, { session: '' }],
    [{ session: 'x\ud800' }, { session: 'x\ufffd' }],
  ])('takes what is missing or odd in a caller for the strictest: %j', (odd, taken) => {
    expect(read({ ...plain, caller: { ...sampleCaller(), ...odd } }).call.caller).toMatchObject(taken);
  });

  it('keeps a context that it does not know forbidden', () => {
    expect(read({ ...plain, caller: { ...sampleCaller(), forbidden: 'dream' } }).call.caller.forbidden).toBe('dream');
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'plain'],
    ['no tool', { ...plain, tool: undefined }],
    ['a tool that is no text', { ...plain, tool: { toString: () => 'plain' } }],
    ['no arguments', { ...plain, arguments: undefined }],
    ['no caller', { ...plain, caller: undefined }],
    ['a caller without a principal', { ...plain, caller: { ...sampleCaller(), principal: undefined } }],
    ['a caller without an agent', { ...plain, caller: { ...sampleCaller(), agent: '' } }],
    ['a signal that is none', { ...plain, signal: { aborted: false } }],
    [
      'a throwing getter',
      Object.defineProperty({ ...plain }, 'tool', {
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a revoked proxy',
      (() => {
        const { proxy, revoke } = Proxy.revocable({ ...plain }, {});
        revoke();
        return proxy;
      })(),
    ],
  ])('is none: %s', (_what, call) => {
    const { problem, call: taken } = read(call);
    expect(problem).not.toBeNull();
    expect(
      taken.caller.trust === 'guest' || taken.caller.principal === 'user:1000' || taken.caller.principal === '',
    ).toBe(true);
  });

  it.each([{ value: undefined }, {}])('has no arguments where none are given: %j', (args) => {
    expect(read({ ...plain, arguments: args }).call.read).toEqual({ ok: true, value: {} });
  });

  it.each([5, null, {}, undefined])('does not take %j for JSON text', (json) => {
    expect(read({ ...plain, arguments: { json } }).call.read).toMatchObject({
      ok: false,
      problem: { message: 'the arguments are no text' },
    });
  });
});
