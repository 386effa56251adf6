// A signed head: the statement that a writer's chain had this hash at this place. A stored and exported format.
import type { KeyObject } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { canonicalJson } from '../../../text/index.ts';
import { isSignedBy, type SigningKey } from '../keys/signing-key.ts';

export interface SignedHead {
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
  /** 1 where the writer ended: nothing may follow. 0 else. A number, so that what is signed is what is stored. */
  readonly closes: number;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
  readonly keyId: string;
  /** Ed25519 over `gatehouse-head-v1`, a line feed and the canonical JSON of the other members; base64. */
  readonly signature: string;
}

type Statement = Omit<SignedHead, 'signature'>;

const tag = 'gatehouse-head-v1';

export function signHead(head: Omit<Statement, 'keyId'>, key: SigningKey): SignedHead {
  const statement: Statement = { ...head, keyId: key.keyId };
  return { ...statement, signature: key.sign(signedText(statement)) };
}

/** Why the signature does not hold; null when it does. */
export function headFault(head: SignedHead, keys: ReadonlyMap<string, KeyObject>): string | null {
  const key = keys.get(head.keyId);
  if (key === undefined) return `is signed with key ${head.keyId}, which is not a key of this home`;
  return isSignedBy(key, signedText(head), head.signature) ? null : 'has a signature that does not fit it';
}

/** One line of the heads file, without its line feed. */
export function headLine(head: SignedHead): string {
  return canonicalJson({ ...head });
}

/** Null where the value is not a head; unknown members make it none, since they would not be signed. */
export function readHead(value: JsonObject): SignedHead | null {
  const { writer, seq, hash, closes, signedAt, keyId, signature, ...rest } = value;
  if (Object.keys(rest).length > 0) return null;
  if (!isText(writer) || !isText(hash) || !isText(keyId) || !isText(signature)) return null;
  if (typeof seq !== 'number' || typeof signedAt !== 'number' || typeof closes !== 'number') return null;
  return { writer, seq, hash, closes, signedAt, keyId, signature };
}

function signedText({ writer, seq, hash, closes, signedAt, keyId }: Statement): string {
  return `${tag}\n${canonicalJson({ writer, seq, hash, closes, signedAt, keyId })}`;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}
