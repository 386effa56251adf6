// What the name of a kept result tells without opening it: when, whose, how it is marked and how long it is. Never the ref itself.
import type { NewResult } from '../../contract/index.ts';
import { sha256Hex } from '../../text/index.ts';

export interface EntryName {
  readonly file: string;
  readonly at: number;
  /** It was the last result of its caller when it came. */
  readonly isLast: boolean;
  readonly isMarked: boolean;
  readonly principal: string;
  readonly ref: string;
  readonly bytes: number;
}

/** Of the time that a name begins with. */
export const stampDigits = 14;
const pattern = /^(\d{14})-\d{6}-([la])([mn])-([0-9a-f]{16})-([0-9a-f]{32})-(\d{1,9})$/;

/** What others wrote, or what is private. */
export function isMarkedResult({ label }: Pick<NewResult, 'label'>): boolean {
  return label.trust === 'untrusted' || label.private;
}

/** Names sort in the order in which the results came. */
export function entryName(result: NewResult, place: { at: number; count: number; ref: string; bytes: number }): string {
  const { use, principal } = result;
  const mark = isMarkedResult(result) ? 'm' : 'n';
  const at = String(place.at).padStart(stampDigits, '0');
  const count = String(place.count % 1_000_000).padStart(6, '0');
  return [
    at,
    count,
    `${use === 'again' ? 'a' : 'l'}${mark}`,
    principalDigest(principal),
    refDigest(place.ref),
    String(place.bytes),
  ].join('-');
}

/** Null for a file that is none of ours. */
export function readEntryName(file: string): EntryName | null {
  const [, at, use, mark, principal = '', ref = '', bytes] = pattern.exec(file) ?? [];
  if (at === undefined) return null;
  return { file, at: Number(at), isLast: use === 'l', isMarked: mark === 'm', principal, ref, bytes: Number(bytes) };
}

export function principalDigest(principal: string): string {
  return sha256Hex(principal).slice(0, 16);
}

export function refDigest(ref: string): string {
  return sha256Hex(ref).slice(0, 32);
}

export function sessionFolder(session: string): string {
  return sha256Hex(session).slice(0, 32);
}
