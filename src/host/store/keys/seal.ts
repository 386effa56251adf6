// Seals what must not lie on disk in clear: AES-256-GCM with the key of this home.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CapabilityError } from '../../../contract/index.ts';
import { sha256Hex } from '../../../text/index.ts';

export interface Seal {
  /** Digest of the key: tells keys apart without telling them. */
  readonly mark: string;
  /** `place` is bound in: what was sealed for one place does not open in another. */
  close(text: string, place: string): Uint8Array;
  /** Throws `store_unavailable` for another key, another place or changed bytes. */
  open(sealed: Uint8Array, place: string): string;
}

/** Layout of what is stored: format, nonce, tag, ciphertext. */
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

const cipherName = 'aes-256-gcm';

export const sealKeyBytes = 32;

export function createSeal(key: Uint8Array): Seal {
  return {
    get mark() {
      return sha256Hex(Buffer.concat([Buffer.from('gatehouse-seal-mark\n'), key])).slice(0, 16);
    },
    close(text, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes.length < headerBytes || bytes[0] !== format) throw unreadable(place, undefined);
      const decipher = createDecipheriv(cipherName, key, bytes.subarray(1, 1 + nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(1 + nonceBytes, headerBytes));
      try {
        return decipher.update(bytes.subarray(headerBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw unreadable(place, cause);
      }
    },
  };
}

function unreadable(place: string, cause: unknown): CapabilityError {
  const message = `What is sealed in the store for ${place} does not open with the key of this home: it was changed, or the key was. Restore both from one backup.`;
  return new CapabilityError('store_unavailable', message, { cause });
}
