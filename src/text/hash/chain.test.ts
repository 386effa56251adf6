import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainHash, commit, genesisHash } from './chain.ts';

/** The stored format once more, from its description. */
const hashOf = (...parts: string[]) => {
  const hash = createHash('sha256');
  for (const part of parts)
    hash
      .update(`${Buffer.byteLength(part)}:`)
      .update(part)
      .update('\n');
  return hash.digest('hex');
};
const link = { writer: 'w_1', seq: 0, previous: genesisHash, envelope: '{"kind":"note"}', commitments: '{}' };

describe('commit', () => {
  it('hashes tag, salt, field and value with their lengths in bytes', () => {
    expect(commit('salt', 'arguments', '{"é":"😀"}')).toBe(
      hashOf('gatehouse-commit-v1', 'salt', 'arguments', '{"é":"😀"}'),
    );
  });

  it('keeps its value: it is stored', () => {
    expect(commit('00', 'a', '1')).toBe('2d02a1303ead3751ce8a0f99f5f24db9ebb50a9fd1a62c99a92d4ba125018d0d');
  });

  it('tells apart whatever is divided differently', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '1', ':', '\n', 'é') });
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (one, other) => {
        expect(commit(...one) === commit(...other)).toBe(one.every((text, index) => text === other[index]));
      }),
    );
    expect(commit('ab', 'c', 'd')).not.toBe(commit('a', 'bc', 'd'));
    expect(commit('1:a\n', '', '')).not.toBe(commit('', '1:a\n', ''));
  });

  it('refuses half of a surrogate pair, which would hash like any other', () => {
    expect(() => commit('s', 'f', '"\ud800"')).toThrow(TypeError);
    expect(() => commit('s', 'f', '"\udfff"')).toThrow(TypeError);
  });
});

describe('chainHash', () => {
  it('hashes tag and all five fields with their lengths in bytes', () => {
    expect(chainHash(link)).toBe(hashOf('gatehouse-chain-v1', 'w_1', '0', genesisHash, '{"kind":"note"}', '{}'));
  });

  it('keeps its value: it is stored', () => {
    expect(chainHash(link)).toBe('cccad18cff08825eeaf1e6f3708fa14106bac506977de0c19dafc8334cd1b100');
  });

  it('changes with every field', () => {
    const hashes = [
      link,
      { ...link, writer: 'w_2' },
      { ...link, seq: 1 },
      { ...link, previous: '1'.repeat(64) },
      { ...link, envelope: '{}' },
      { ...link, commitments: '{"a":"b"}' },
      { ...link, writer: 'w_10', seq: 0 },
      { ...link, envelope: '{}', commitments: '{"kind":"note"}' },
    ].map(chainHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('refuses the place %d', (seq) => {
    expect(() => chainHash({ ...link, seq })).toThrow(RangeError);
  });

  it('is never the hash of a commitment', () => {
    expect(commit('w_1', '0', genesisHash)).not.toBe(chainHash(link));
  });
});
