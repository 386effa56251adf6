// The copy of the signed heads outside the database: what a database that was cut, or put back to an earlier state, cannot take along.
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { attempt, makePrivate } from '../../home/private-folder.ts';
import { privatePlace } from '../keys/private-place.ts';

export interface HeadsFile {
  /** Adds whole lines at the end, one write each. Makes the file and its folder. */
  append(lines: readonly string[]): void;
  /** Null where there is no file. */
  read(): readonly string[] | null;
  isEmpty(): boolean;
}

export interface HeadsFileOptions {
  readonly path: string;
  /** Wait for the disk after each line. */
  readonly synced: boolean;
}

const lineFeed = 0x0a;

export function openHeadsFile({ path, synced }: HeadsFileOptions): HeadsFile {
  return {
    append(lines) {
      privatePlace(dirname(path), true);
      attempt(path, 'written', () => {
        const handle = openSync(path, 'a+', 0o600);
        try {
          makePrivate(handle, { path, mode: 0o600 });
          // A line that a crash cut short must not swallow the next one.
          if (!endsLine(handle)) writeSync(handle, '\n');
          for (const line of lines) writeSync(handle, `${line}\n`);
          if (synced) fsyncSync(handle);
        } finally {
          closeSync(handle);
        }
      });
    },
    read() {
      if (!existsSync(path)) return null;
      const text = attempt(path, 'read', () => readFileSync(path, 'utf8'));
      return text.split('\n').filter((line) => line !== '');
    },
    isEmpty: () => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0,
  };
}

/** For a store in memory. */
export function memoryHeads(): HeadsFile {
  const kept: string[] = [];
  return { append: (lines) => void kept.push(...lines), read: () => kept, isEmpty: () => kept.length === 0 };
}

function endsLine(handle: number): boolean {
  const { size } = fstatSync(handle);
  if (size === 0) return true;
  const last = new Uint8Array(1);
  readSync(handle, last, 0, 1, size - 1);
  return last[0] === lineFeed;
}
