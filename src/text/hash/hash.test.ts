import { describe, expect, it } from 'vitest';
import { hmacSha256Hex, newId, randomHex, sha256Hex } from './hash.ts';

describe('sha256Hex', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['é', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('hashes the UTF-8 of %j', (text, hex) => {
    expect(sha256Hex(text)).toBe(hex);
    expect(sha256Hex(new TextEncoder().encode(text))).toBe(hex);
  });
});

describe('hmacSha256Hex', () => {
  it('gives the results of RFC 4231', () => {
    expect(hmacSha256Hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(hmacSha256Hex(new Uint8Array(20).fill(0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });
});

describe('randomHex', () => {
  it.each([1, 5, 16, 32, 4095, 4096, 4097, 10_000])('gives %i bytes', (bytes) => {
    expect(randomHex(bytes)).toMatch(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
  });

  it('gives no bytes twice, across the edges of its pool too', () => {
    const seen = new Set(Array.from({ length: 20_000 }, () => randomHex(7)));
    expect(seen.size).toBe(20_000);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d, for an empty secret is none', (bytes) => {
    expect(() => randomHex(bytes)).toThrow(RangeError);
  });
});

describe('newId', () => {
  it('is the prefix and 20 letters and digits, never the same', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('call'));
    for (const id of ids) expect(id).toMatch(/^call_[0-9abcdefghjkmnpqrstvwxyz]{20}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uses every letter about as often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 8000; round++)
      for (const letter of newId('').slice(1)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 5,000 expected each; 5 per cent is 3.6 standard deviations, 10 per cent more than 7.
    for (const count of counts.values()) expect(Math.abs(count - 5000)).toBeLessThan(500);
  });
});
