// What a file is, so that it can be told whether it still is: device and inode, and a digest of the content where that matters.
import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { FileIdentity } from '../../../contract/index.ts';

const chunkBytes = 1 << 20;
/** Above this a digest covers both ends, size and times: hashing a whole disk image would hold up every question about it. */
const wholeBytes = 256n << 20n;

/** Nothing there, or device and inode, without a digest. */
export function identityOf(entry: BigIntStats | null): FileIdentity {
  if (entry === null) return { kind: 'absent' };
  return { kind: 'present', device: String(entry.dev), inode: String(entry.ino), digest: null };
}

/** True where both are the same file, whatever it holds. */
export function isSameFile(identity: FileIdentity, entry: BigIntStats | null): boolean {
  if (identity.kind === 'absent' || entry === null) return identity.kind === 'absent' && entry === null;
  return identity.device === String(entry.dev) && identity.inode === String(entry.ino);
}

/** The identity with the digest of a regular file's content; null when it is another file by now. */
export async function digestedIdentity(real: string, entry: BigIntStats): Promise<FileIdentity | null> {
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const opened = await handle.stat({ bigint: true });
    const identity = identityOf(entry);
    if (identity.kind === 'absent' || !opened.isFile() || !isSameFile(identity, opened)) return null;
    return { ...identity, digest: await digestOf(handle) };
  } finally {
    await handle.close();
  }
}

/** SHA-256 of what the handle reads from its start, in hex; of a sample of it, marked so, where it is very large. */
export async function digestOf(handle: FileHandle): Promise<string> {
  const { size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
  const hash = createHash('sha256');
  if (size <= wholeBytes) {
    await readInto(handle, 0, (bytes) => hash.update(bytes));
    return hash.digest('hex');
  }
  const buffer = Buffer.alloc(chunkBytes);
  hash.update(`${size} ${mtimeNs} ${ctimeNs}\n`);
  for (const position of [0, Number(size) - chunkBytes]) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    hash.update(buffer.subarray(0, bytesRead));
  }
  return `sample:${hash.digest('hex')}`;
}

async function readInto(handle: FileHandle, from: number, take: (bytes: Uint8Array) => void): Promise<void> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let position = from; ;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    take(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}
