// Reads a small text file that people write, and says of one that cannot be read what is wrong with it.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { TextDecoder } from 'node:util';
import { describeFailure, failureCode } from './describe-failure.ts';

export type TextFile =
  | { readonly kind: 'absent' }
  /** `problem` completes a sentence that begins with the path: `is a folder, not a file`. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  | {
      readonly kind: 'text';
      /** Without a byte order mark. */
      readonly text: string;
      /** The byte order mark before it; empty where there is none. */
      readonly mark: string;
      /** Where links led. */
      readonly realPath: string;
      /** Who but the owner could have written it: `belongs to another user (id 7)`. Null where nobody. */
      readonly exposure: string | null;
    };

/** Reads a regular file of at most `maxBytes` of UTF-8. Follows links. Waits for no FIFO and no terminal. */
export function readTextFile(path: string, maxBytes: number): TextFile {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (cause) {
    const code = failureCode(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    if (code === null) throw cause;
    return unreadable(`cannot be opened: ${describeFailure(cause)}`);
  }
  try {
    return readOpen(handle, path, maxBytes);
  } catch (cause) {
    if (failureCode(cause) === null) throw cause;
    return unreadable(`cannot be read: ${describeFailure(cause)}`);
  } finally {
    closeSync(handle);
  }
}

/** The real path of a folder; null where there is none. */
export function realFolder(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (failureCode(cause) === null) throw cause;
    return null;
  }
}

function readOpen(handle: number, path: string, maxBytes: number): TextFile {
  const stats = fstatSync(handle);
  if (stats.isDirectory()) return unreadable('is a folder, not a file');
  if (!stats.isFile()) return unreadable('is no regular file');
  const bytes = readAtMost(handle, maxBytes + 1);
  if (bytes.length > maxBytes) return unreadable(`is larger than ${maxBytes} bytes`);
  const text = decode(bytes);
  if (text === null) return unreadable(`is not UTF-8 text${wideEncoding(bytes)}; save it as UTF-8`);
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return { kind: 'text', text: text.slice(mark.length), mark, realPath: realpathSync(path), exposure: exposure(stats) };
}

const byteOrderMark = '\ufeff';

/** By reading, not by the size: some file systems say 0, and a file may grow. */
function readAtMost(handle: number, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const read = readSync(handle, bytes, length, maxBytes - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

function wideEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? ' but UTF-16' : '';
}

/** Root may write anything anyway. */
function exposure(stats: Stats): string | null {
  const self = process.getuid?.();
  if (self === undefined) return null;
  if (stats.uid !== self && stats.uid !== 0) return `belongs to another user (id ${stats.uid})`;
  return (stats.mode & 0o002) === 0 ? null : 'can be changed by every user of this machine';
}

function unreadable(problem: string): TextFile {
  return { kind: 'unreadable', problem };
}
