// A file without a name in which walls report: they write in many pieces while they are built, and a pipe would wake us for each of them.
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { randomHex } from '../../text/index.ts';

export interface StatusFile {
  readonly descriptor: number;
  /** What was written until now. */
  read(): string;
  close(): void;
  /** Keeps what was written until the end of the process, and no file open beyond it. */
  closeAfter(child: ChildProcess): void;
}

const mostBytes = 10_000;
/** First, so that programs can still run, such as those that make room, where a disk is full. */
const memory = '/dev/shm';

/** No name leads to it, so that what is written in it is from whoever was given the descriptor. */
export function openStatusFile(folder: string): StatusFile {
  const descriptor = openNameless(memory) ?? openNameless(folder);
  if (descriptor === null) throw new Error(`${folder} takes no file for what the sandbox reports.`);
  let kept: string | null = null;
  const read = (): string => {
    if (kept !== null) return kept;
    const bytes = Buffer.alloc(mostBytes);
    return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, mostBytes, 0));
  };
  const close = (): void => {
    if (kept !== null) return;
    kept = read();
    closeSync(descriptor);
  };
  return {
    descriptor,
    read,
    close,
    closeAfter(child) {
      child.once('exit', close);
      child.once('error', () => {
        // It was never started; one that runs may report such as a signal that could not be sent.
        if (child.pid === undefined) close();
      });
    },
  };
}

function openNameless(folder: string): number | null {
  try {
    const path = join(folder, `gatehouse-status-${randomHex(8)}`);
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return descriptor;
  } catch {
    return null;
  }
}
