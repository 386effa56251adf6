// The keys of one store: they lie outside the database, since whoever can change it must not be able to sign for it.
import { randomBytes, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateKeyFile } from '../../home/key-file.ts';
import { attempt, unavailable } from '../../home/private-folder.ts';
import { writeNewFile } from '../../home/write-file.ts';
import { privatePlace } from './private-place.ts';
import { createSeal, sealKeyBytes, type Seal } from './seal.ts';
import { createSigningKey, keyIdOf, readPublicKey, signingKeyBytes, type SigningKey } from './signing-key.ts';

export interface KeyRing {
  readonly seal: Seal;
  readonly signing: SigningKey;
  /** Every key that ever signed for this home, by id. */
  publicKeys(): ReadonlyMap<string, KeyObject>;
}

const sealFile = 'approval-seal';
const signingFile = 'audit-signing';
const publicFile = /^audit-signing-[0-9a-f]{32}\.pub$/;

/** Opens the keys of a folder, which is made where it is absent, as are the keys. Throws `store_unavailable` where they are not keys. */
export function openKeyRing(folder: string): KeyRing {
  const place = privatePlace(folder, true);
  const sealKey = readOrCreateKeyFile(join(place, sealFile), sealKeyBytes);
  const signingBytes = readOrCreateKeyFile(join(place, signingFile), signingKeyBytes);
  let made: SigningKey | null = null;
  return {
    seal: createSeal(sealKey),
    // Made when it is asked for: whoever only looks signs nothing.
    get signing() {
      made ??= keptSigningKey(signingBytes, place);
      return made;
    },
    publicKeys() {
      made ??= keptSigningKey(signingBytes, place);
      return readPublicKeys(place);
    },
  };
}

/** The public half stays when the private one is replaced: old heads are checked with it. */
function keptSigningKey(bytes: Uint8Array, place: string): SigningKey {
  const signing = createSigningKey(bytes);
  writeNewFile(join(place, `${signingFile}-${signing.keyId}.pub`), signing.publicKey);
  return signing;
}

/** Keys that live as long as this process, for a store in memory. */
export function temporaryKeyRing(): KeyRing {
  const signing = createSigningKey(randomBytes(signingKeyBytes));
  const keys = new Map([[signing.keyId, readPublicKey(signing.publicKey)]]);
  return { seal: createSeal(randomBytes(sealKeyBytes)), signing, publicKeys: () => keys };
}

/** Makes nothing. Throws `store_unavailable` for an absent folder. */
export function readPublicKeys(folder: string): ReadonlyMap<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const name of attempt(folder, 'read', () => readdirSync(folder))) {
    if (!publicFile.test(name)) continue;
    const key = readPublicFile(join(folder, name));
    keys.set(keyIdOf(key), key);
  }
  return keys;
}

function readPublicFile(path: string): KeyObject {
  const pem = attempt(path, 'read', () => readFileSync(path, 'utf8'));
  try {
    return readPublicKey(pem);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw unavailable(
      path,
      `it holds no public key (${cause.message})`,
      'Restore it from a backup, or remove it; the heads it signed can then no longer be checked.',
    );
  }
}
