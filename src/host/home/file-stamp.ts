// Tells whether a file is another one than before, at the price of one look.
import { statSync } from 'node:fs';
import { failureCode } from './describe-failure.ts';

/** Equal for the same file with the same content, as far as the file system tells. Never throws. */
export function fileStamp(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch (cause) {
    return failureCode(cause) ?? 'unknown';
  }
}
