// Hashes, keyed hashes and random names.
import { createHmac, hash, randomBytes, randomFillSync, type KeyObject } from 'node:crypto';

/** SHA-256 in lower-case hex; text counts as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** HMAC-SHA256 in lower-case hex; text counts as UTF-8. A key that is used often is a KeyObject: making one of bytes costs ten times the rest. */
export function hmacSha256Hex(key: string | Uint8Array | KeyObject, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** A call to the system's random source costs far more than the bytes: they are drawn 4 KiB at a time, and each is given out once. */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** As many random bytes as asked (1 or more), in lower-case hex. Throws RangeError for any other count. */
export function randomHex(bytes: number): string {
  if (!Number.isInteger(bytes) || bytes < 1)
    throw new RangeError(`Cannot draw ${bytes} random bytes: ask for 1 or more.`);
  if (bytes > pool.length) return randomBytes(bytes).toString('hex');
  const start = draw(bytes);
  return pool.toString('hex', start, start + bytes);
}

/** 32 letters, so that 5 bits of a byte choose one without bias; none that is taken for another. */
const idLetters = '0123456789abcdefghjkmnpqrstvwxyz';
const idLength = 20;

/** A new id such as `call_7f3k…`: the prefix, `_` and 20 random letters and digits (100 bits). Says nothing about time or order. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  const start = draw(idLength);
  for (let at = start; at < start + idLength; at++) id += idLetters.charAt(pool.readUInt8(at) & 31);
  return id;
}

/** Where in the pool that many unused bytes begin; they count as used from now on. */
function draw(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += bytes;
  return start;
}
