// Keeps the start and the end of a stream of any length in bounded memory, and counts what lies between.
import { keptHeadBytes } from '../../contract/index.ts';

export interface BoundedOutput {
  push(chunk: Uint8Array): void;
  /** The kept bytes: the first `keptHeadBytes` and the last ones; or all, when `omitted` is 0. */
  end(): { readonly bytes: Uint8Array; readonly omitted: number };
}

const firstCapacity = 1 << 16;

export function createBoundedOutput(maxBytes: number): BoundedOutput {
  const headMax = keptHeadBytes(maxBytes);
  const tailMax = maxBytes - headMax;
  const head = createStretch(headMax);
  // Twice the size: the end is moved to the front only once per `tailMax` bytes.
  const tail = createStretch(tailMax * 2);
  let total = 0;
  return {
    push(chunk) {
      total += chunk.length;
      const room = Math.min(chunk.length, headMax - head.length());
      head.add(chunk.subarray(0, room));
      // Of a chunk larger than the end only its own end can be kept.
      const rest = chunk.subarray(Math.max(room, chunk.length - tailMax));
      if (tail.length() + rest.length > tailMax * 2) tail.keepLast(Math.max(0, tailMax - rest.length));
      tail.add(rest);
    },
    end() {
      tail.keepLast(tailMax);
      const bytes = Buffer.concat([head.bytes(), tail.bytes()]);
      return { bytes, omitted: total - bytes.length };
    },
  };
}

/** Bytes in one growing piece of memory. */
function createStretch(most: number) {
  let buffer = Buffer.alloc(0);
  let used = 0;
  return {
    length: () => used,
    bytes: () => buffer.subarray(0, used),
    add(chunk: Uint8Array) {
      if (used + chunk.length > buffer.length) {
        const capacity = Math.max(firstCapacity, buffer.length * 2, used + chunk.length);
        const larger = Buffer.alloc(Math.min(capacity, most));
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
      }
      buffer.set(chunk, used);
      used += chunk.length;
    },
    keepLast(count: number) {
      if (used <= count) return;
      buffer.copyWithin(0, used - count, used);
      used = count;
    },
  };
}
