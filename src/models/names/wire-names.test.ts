import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireNames } from './wire-names.ts';

const rule = { pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/, illegal: /[^a-zA-Z0-9_-]/gu };

const hard = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    'a.b',
    'a b',
    'a_b',
    'a/b',
    '1a',
    '-a',
    'é',
    '😀',
    '\ud800',
    '\udfff',
  ),
  fc.stringMatching(/^[a-z_]{60,70}$/),
);

describe('names on the wire', () => {
  it('keep what is taken, and make of each other name one that is', () => {
    const wire = wireNames(['read', 'a.b', '1st', 'x'.repeat(65)], rule);
    expect(wire.get('read')).toBe('read');
    expect(wire.get('a.b')).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(wire.get('1st')).toMatch(/^_1st_[0-9a-f]{8}$/);
    expect(wire.get('x'.repeat(65))).toMatch(/^x{54}_[0-9a-f]{8}$/);
  });

  it('are unique, taken, and the same in every order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hard, { maxLength: 12 }), (names) => {
        const wire = wireNames(names, rule);
        expect(new Set(wire.values()).size).toBe(wire.size);
        for (const name of wire.values()) expect(name).toMatch(rule.pattern);
        const turned = wireNames(names.toReversed(), rule);
        for (const name of names) expect(turned.get(name)).toBe(wire.get(name));
        // Names that differ only in broken Unicode are one name by the time they are sent.
        const sendable = names.filter((name) => name.isWellFormed());
        expect(sendable.filter((name) => !wire.has(name))).toEqual([]);
      }),
    );
  });

  it('go around a name that stands there already, and one that is reserved', () => {
    const [plain = ''] = wireNames(['a.b'], rule).values();
    const beside = wireNames(['a.b', plain], rule);
    expect(beside.get(plain)).toBe(plain);
    expect(beside.get('a.b')).toMatch(/^a_b_[0-9a-f]{16}$/);
    expect(wireNames(['search'], rule, ['search']).get('search')).toMatch(/^search_[0-9a-f]{8}$/);
  });

  it('do not depend on the other names', () => {
    const alone = wireNames(['a.b'], rule).get('a.b');
    expect(wireNames(['a_b', 'a b', 'a.b', 'z'], rule).get('a.b')).toBe(alone);
  });
});
