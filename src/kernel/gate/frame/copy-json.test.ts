import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson, type CopyLimits } from './copy-json.ts';

const limits: CopyLimits = { maxDepth: 8, maxBytes: 1_000, undefinedMembers: 'refuse' };

describe('copying JSON', () => {
  it('gives an equal value that shares nothing with the first', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const copy = copyJson(value, { ...limits, maxBytes: 1_000_000 });
        if (!copy.ok) return expect(JSON.stringify(value).isWellFormed()).toBe(true);
        expect(copy.value).toEqual(value);
        for (const container of containersOf(copy.value)) expect(containersOf(value).has(container)).toBe(false);
      }),
    );
  });

  it('keeps members named __proto__, and raw numbers', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object;
    const copy = copyJson({ ...value, big: JSON.rawJSON('12345678901234567890') }, limits);
    expect(copy.ok && JSON.stringify(copy.value)).toBe(
      '{"__proto__":{"a":1},"constructor":2,"big":12345678901234567890}',
    );
    expect(copy.ok && Object.getPrototypeOf(copy.value)).toBe(Object.prototype);
  });

  it('reads each member once', () => {
    let reads = 0;
    const value = {
      get trap() {
        reads += 1;
        return reads === 1 ? 'harmless' : 'something else';
      },
    };
    expect(copyJson(value, limits)).toEqual({ ok: true, value: { trap: 'harmless' } });
    expect(reads).toBe(1);
  });

  it('leaves undefined members out only where it is told to', () => {
    expect(copyJson({ a: undefined, b: [1] }, { ...limits, undefinedMembers: 'drop' })).toEqual({
      ok: true,
      value: { b: [1] },
    });
    expect(copyJson({ a: undefined }, limits)).toMatchObject({ ok: false, path: '/a' });
    expect(copyJson([undefined], { ...limits, undefinedMembers: 'drop' })).toMatchObject({ ok: false, path: '/0' });
  });
});

function containersOf(value: unknown, found = new Set<object>()): ReadonlySet<object> {
  if (typeof value !== 'object' || value === null) return found;
  found.add(value);
  for (const child of Object.values(value)) containersOf(child, found);
  return found;
}

describe('what is no JSON', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = [cyclic];
  const throwing = Object.defineProperty({}, 'x', {
    enumerable: true,
    get() {
      throw new Error('no');
    },
  });
  const lying = new Proxy(
    {},
    {
      getPrototypeOf: () => Object.prototype,
      ownKeys: () => ['x'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      get: () => new Date(0),
    },
  );
  const fickle = () => {
    let asked = 0;
    // A date when it is copied, a plain object when it is asked again.
    return new Proxy({}, { getPrototypeOf: () => (asked++ === 0 ? Date.prototype : Object.prototype) });
  };
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };
  let wide: unknown = 1;
  for (let level = 0; level < 7; level += 1) wide = Array(10).fill(wide);

  it.each<[string, unknown, string]>([
    ['a function', () => undefined, ''],
    ['a function inside', { a: [() => undefined] }, '/a/0'],
    ['undefined', undefined, ''],
    ['NaN', { a: Number.NaN }, '/a'],
    ['a bigint', [1n], '/0'],
    ['a date', { at: new Date(0) }, '/at'],
    ['a class instance', { a: new (class Thing {})() }, '/a'],
    ['an array with a prototype of its own', Object.setPrototypeOf([], {}), ''],
    ['a member under a symbol', { [Symbol('x')]: 1 }, ''],
    ['a hole', Array(2), '/0'],
    ['half of a surrogate pair', { a: '\ud800' }, '/a'],
    ['half of one in a name', { '\ud800': 1 }, ''],
    ['too many levels', [[[[[[[[[1]]]]]]]]], '/0/0/0/0/0/0/0/0'],
    ['a cycle', cyclic, '/self/0'],
    ['a text that is too long', 'x'.repeat(1_000), ''],
    ['a value that is small and repeats itself', wide, ''],
    ['a getter that throws', throwing, ''],
    ['a proxy that lies', lying, '/x'],
    ['a proxy that changes its mind', fickle(), ''],
    ['a revoked proxy', revoked(), ''],
  ])('is refused: %s', (_what, value, path) => {
    const copy = copyJson(value, limits);
    expect(copy).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
    if (path !== '') expect(copy).toMatchObject({ path: expect.stringMatching(/^\//) });
  });
});
