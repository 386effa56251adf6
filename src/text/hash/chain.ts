// What the event chain commits to, byte by byte. A stored format: whoever checks an exported chain with a program of their own
// computes exactly this, so a change needs a new version tag.
//
// parts(p1, p2, …) = for each part its length in UTF-8 bytes in decimal, ":", the part, "\n". No two lists of parts give the same text.
import { utf8Length } from '../plain/cut.ts';
import { sha256Hex } from './hash.ts';

const commitTag = 'gatehouse-commit-v1';
const chainTag = 'gatehouse-chain-v1';

/** What stands before the first event of a writer. */
export const genesisHash = '0'.repeat(64);

/** Hides a value until its salt is known: SHA-256 of parts(tag, salt, field, value) in hex. `canonicalValue` is canonical JSON. */
export function commit(salt: string, field: string, canonicalValue: string): string {
  return sha256Hex(parts([commitTag, salt, field, canonicalValue]));
}

/** One link of a writer's chain. */
export interface ChainLink {
  readonly writer: string;
  /** Place in the writer's chain: a whole number from 0. */
  readonly seq: number;
  /** The hash of the link before, `genesisHash` for the first. */
  readonly previous: string;
  /** Canonical JSON of the clear fields. */
  readonly envelope: string;
  /** Canonical JSON of field name to commitment. */
  readonly commitments: string;
}

/**
 * SHA-256 of parts(tag, writer, seq, previous, envelope, commitments) in hex. Throws RangeError for a `seq` that is no safe whole number:
 * beyond 2^53 two places would share one hash.
 */
export function chainHash({ writer, seq, previous, envelope, commitments }: ChainLink): string {
  if (!Number.isSafeInteger(seq) || seq < 0) throw new RangeError(`${seq} is no place in a chain.`);
  return sha256Hex(parts([chainTag, writer, String(seq), previous, envelope, commitments]));
}

function parts(list: readonly string[]): string {
  let text = '';
  for (const part of list) {
    // Written as UTF-8, half of a surrogate pair would be the replacement character, and two parts would hash alike.
    if (!part.isWellFormed()) throw new TypeError('Text with half of a surrogate pair cannot be committed to.');
    text += `${utf8Length(part)}:${part}\n`;
  }
  return text;
}
