import { describe, expect, it } from 'vitest';
import { frozenCopy } from './frozen-copy.ts';

describe('what is kept of a definition', () => {
  it('is a copy that nobody can change', () => {
    const given = { a: [{ b: 1 }] };
    const kept = frozenCopy(given);
    given.a[0] = { b: 2 };
    expect(kept).toEqual({ a: [{ b: 1 }] });
    expect([kept, kept.a, kept.a[0]].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('is shared where it cannot be changed already, also inside of what can', () => {
    const shared = Object.freeze({ list: Object.freeze([1, Object.freeze({ a: 'x' })]) });
    expect(frozenCopy(shared)).toBe(shared);
    expect(frozenCopy({ shared }).shared).toBe(shared);
    const once = frozenCopy({ a: 1 });
    expect(frozenCopy(once)).toBe(once);
  });

  it.each<[string, () => { readonly value: unknown; readonly change: () => void }]>([
    [
      'a member that is computed',
      () => {
        let now = 'low';
        const value = Object.freeze(Object.defineProperty({}, 'risk', { get: () => now, enumerable: true }));
        return { value, change: () => (now = 'high') };
      },
    ],
    [
      'a part that can be changed',
      () => {
        const part = { risk: 'low' };
        return { value: Object.freeze({ part }), change: () => (part.risk = 'high') };
      },
    ],
    [
      'an item that can be changed',
      () => {
        const part = { risk: 'low' };
        return { value: Object.freeze([part]), change: () => (part.risk = 'high') };
      },
    ],
    [
      'a disguise',
      () => {
        let now = 'low';
        const value = new Proxy({ risk: 'low' }, { get: () => now, isExtensible: () => true });
        return { value, change: () => (now = 'high') };
      },
    ],
  ])('is no longer its giver’s where it is frozen but for %s', (_what, make) => {
    const { value, change } = make();
    const kept = frozenCopy(value);
    const before = JSON.stringify(kept);
    change();
    expect(JSON.stringify(kept)).toBe(before);
    expect(kept).not.toBe(value);
  });
});
