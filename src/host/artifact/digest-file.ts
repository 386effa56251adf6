// The SHA-256 of a file, and the stamp by which it need not be read again while nobody touched it.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, type BigIntStats } from 'node:fs';

export interface Print {
  readonly digest: string;
  /** Empty where the content may change without moving it. */
  readonly stamp: string;
}

/** What was known of a path, so that what did not change is not read again. */
export type KnownPrint = Print | null;

/** Within that a file may change once more without another time of change. */
const tickNs = 2_000_000_000n;

/** A file must be read whole: one that grows without end is none to pin. */
const maxBytes = 1024 * 1024 * 1024;

/** Reads each file once for as long as nobody touches it: a program is started again and again. */
export interface FileDigests {
  /** Of the file that links lead to. Rejects for what is no regular file, or larger than a GiB. */
  digest(path: string, known?: KnownPrint): Promise<Print>;
}

const mostRemembered = 20_000;

export function createFileDigests(): FileDigests {
  const remembered = new Map<string, string>();
  return {
    async digest(path, known = null) {
      const before = fileState(path);
      if (known !== null && known.stamp !== '' && known.stamp === before.stamp) return known;
      const digest = remembered.get(before.stamp);
      if (digest !== undefined) return { digest, stamp: before.stamp };
      const print = await readPrint(path, before);
      if (remembered.size >= mostRemembered) remembered.clear();
      if (print.stamp !== '') remembered.set(print.stamp, print.digest);
      return print;
    },
  };
}

async function readPrint(path: string, before: FileState): Promise<Print> {
  const startedNs = BigInt(Date.now()) * 1_000_000n;
  const digest = before.bytes <= mostAtOnce ? sha256OfSmall(path) : await sha256OfFile(path);
  const after = fileState(path);
  const isSettled = before.stamp === after.stamp && after.changedNs + tickNs < startedNs;
  return { digest, stamp: isSettled ? after.stamp : '' };
}

interface FileState {
  readonly bytes: number;
  readonly stamp: string;
  readonly changedNs: bigint;
}

export function stampText({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

function fileState(path: string): FileState {
  const stats = statSync(path, { bigint: true });
  if (!stats.isFile()) throw new Error('it is no regular file');
  if (stats.size > BigInt(maxBytes)) throw new Error('it is larger than a GiB');
  return { bytes: Number(stats.size), stamp: stampText(stats), changedNs: stats.ctimeNs };
}

/** A package has thousands of small files, which streams would take seconds for. */
const mostAtOnce = 256 * 1024;

function sha256OfSmall(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('it is larger than a GiB');
    hash.update(chunk);
  }
  return hash.digest('hex');
}
