import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSeal, sealKeyBytes } from './seal.ts';
import { createSigningKey, isSignedBy, keyIdOf, readPublicKey, signingKeyBytes } from './signing-key.ts';

describe('the seal', () => {
  const seal = createSeal(randomBytes(sealKeyBytes));

  it.each(['', 'text', 'é\u0000\u{1f600}', 'x'.repeat(100_000)])('opens what it closed', (text) => {
    expect(seal.open(seal.close(text, 'place'), 'place')).toBe(text);
  });

  it('never closes two texts alike', () => {
    expect(Buffer.from(seal.close('same', 'p'))).not.toEqual(Buffer.from(seal.close('same', 'p')));
  });

  it('opens nothing that was changed, in whatever byte, or cut', () => {
    const closed = seal.close('a secret', 'place');
    for (let index = 0; index < closed.length; index++) {
      const changed = Uint8Array.from(closed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => seal.open(changed, 'place')).toThrow(/does not open/);
      expect(() => seal.open(closed.slice(0, index), 'place')).toThrow(/does not open/);
    }
  });

  it('opens nothing of another place or another key, and tells keys apart', () => {
    const other = createSeal(randomBytes(sealKeyBytes));
    const closed = seal.close('a secret', 'place');
    expect(() => seal.open(closed, 'another')).toThrow(/does not open/);
    expect(() => other.open(closed, 'place')).toThrow(/does not open/);
    expect(other.mark).not.toBe(seal.mark);
  });
});

describe('a signing key', () => {
  const bytes = randomBytes(signingKeyBytes);
  const key = createSigningKey(bytes);
  const publicKey = readPublicKey(key.publicKey);

  it('is the same from the same bytes, and is named by its public half', () => {
    expect(createSigningKey(bytes)).toMatchObject({ keyId: key.keyId, publicKey: key.publicKey });
    expect(keyIdOf(publicKey)).toBe(key.keyId);
  });

  it('signs a text, and no other', () => {
    const signature = key.sign('text');
    expect(isSignedBy(publicKey, 'text', signature)).toBe(true);
    expect(isSignedBy(publicKey, 'text2', signature)).toBe(false);
    expect(isSignedBy(publicKey, 'text', '')).toBe(false);
  });

  it('is computed as RFC 8032 has it', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const expected =
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';
    expect(Buffer.from(createSigningKey(seed).sign(''), 'base64').toString('hex')).toBe(expected);
  });
});
