// Signs chain heads and checks their signatures: Ed25519. Whoever can change the database but has not this key cannot rewrite history.
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sha256Hex } from '../../../text/index.ts';

export interface SigningKey {
  readonly keyId: string;
  /** SubjectPublicKeyInfo as PEM. */
  readonly publicKey: string;
  /** Base64. */
  sign(text: string): string;
}

export const signingKeyBytes = 32;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 DER (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** From the random bytes that an Ed25519 key is. */
export function createSigningKey(bytes: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, bytes]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    keyId: keyIdOf(publicKey),
    publicKey: pem,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Throws where the text is no Ed25519 key: with another type the id would name a key that signs otherwise. */
export function readPublicKey(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new TypeError(`A key of type ${key.asymmetricKeyType} signs no chain head.`);
  return key;
}

/** First half of the SHA-256 of the public key in DER: a name, and a fingerprint to compare by eye. */
export function keyIdOf(key: KeyObject): string {
  return sha256Hex(key.export({ type: 'spki', format: 'der' })).slice(0, 32);
}

export function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
