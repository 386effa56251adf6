// Reads a response body: decoded, and never more of it than was asked for, so that neither an endless body nor a bomb fills memory.
import { pipeline, type Readable } from 'node:stream';
import type { BrotliDecompress, Gunzip } from 'node:zlib';

export interface Body {
  readonly bytes: Uint8Array;
  /** True when there was more. */
  readonly cut: boolean;
}

/** What `readBody` can undo; nothing else is asked for. */
export const acceptedEncodings = 'gzip, br';

/** Stored blocks and headers make an incompressible body slightly longer; whatever is longer still decodes to nothing. */
const encodingOverhead = 65_536;

/** Throws Error for an encoding that was not asked for and for broken compressed data. */
export async function readBody(source: Readable, encoding: string, maxBytes: number): Promise<Body> {
  const decoded = decode(source, encoding, maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  // Leaving the loop destroys the stream and with it, through the pipeline, the connection's side.
  for await (const chunk of decoded) {
    const room = maxBytes - size;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
    cut = chunk.length > room;
    if (cut) break;
  }
  return { bytes: Buffer.concat(chunks, size), cut };
}

function decode(source: Readable, encoding: string, maxBytes: number): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return source;
  const decompress = decompressor(name);
  // The stream itself carries every error to whoever reads it.
  pipeline(bounded(source, maxBytes + encodingOverhead), decompress, () => undefined);
  return decompress;
}

function decompressor(name: string): Gunzip | BrotliDecompress {
  // Taken when it is needed, as a start needs none.
  const { createBrotliDecompress, createGunzip } = process.getBuiltinModule('node:zlib');
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new Error(`the answer is encoded as ${JSON.stringify(name.slice(0, 40))}, which was not asked for`);
  }
}

/** A compressed stream may go on for ever and decode to nothing at all (empty blocks). */
async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the compressed answer is longer than what it decodes to may be');
    yield chunk;
  }
}
