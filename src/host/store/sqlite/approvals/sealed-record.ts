// How a request for approval lies in its row: what is searched for in clear, all else sealed.
import type { ApprovalRecord, ApprovalStatus, JsonObject, JsonValue, Outcome } from '../../../../contract/index.ts';
import { approvalStatuses } from '../../../../contract/index.ts';
import { canonicalJson } from '../../../../text/index.ts';
import type { Seal } from '../../keys/seal.ts';
import {
  integerOf,
  optionalBytesOf,
  optionalIntegerOf,
  optionalTextOf,
  readJson,
  readJsonObject,
  textOf,
  type Row,
} from '../database/row.ts';
import { damaged } from '../database/store-errors.ts';

export const recordVersion = 1;

/** What stays sealed as long as the row stands. */
type Body = Pick<
  ApprovalRecord,
  'caller' | 'fingerprint' | 'targets' | 'risk' | 'decision' | 'salt' | 'policyRevision' | 'sessionMode'
>;

type SealedPart = 'body' | 'arguments' | 'outcome';

export function sealBody(record: ApprovalRecord, seal: Seal): Uint8Array {
  const { caller, fingerprint, targets, risk, decision, salt, policyRevision, sessionMode } = record;
  const body: Body = { caller, fingerprint, targets, risk, decision, salt, policyRevision, sessionMode };
  return sealPart(bodyJson(body), { id: record.id, part: 'body' }, seal);
}

export function sealArguments(record: ApprovalRecord, seal: Seal): Uint8Array {
  return sealPart(record.arguments, { id: record.id, part: 'arguments' }, seal);
}

export function sealOutcome(id: string, outcome: Outcome, seal: Seal): Uint8Array {
  return sealPart(outcomeJson(outcome), { id, part: 'outcome' }, seal);
}

/** `now` tells a request that is overdue, and not marked yet, as expired. */
export function openRecord(row: Row, seal: Seal, now: number): ApprovalRecord {
  if (integerOf(row, 'version') !== recordVersion)
    throw damaged(`a request for approval of version ${integerOf(row, 'version')}`);
  const id = textOf(row, 'id');
  const body = readJsonObject(openPart(row, 'body', seal) ?? '', 'a request for approval');
  const argumentsText = openPart(row, 'arguments', seal);
  const outcomeText = openPart(row, 'outcome', seal);
  return {
    ...bodyOf(body),
    version: recordVersion,
    id,
    status: statusOf(row, now),
    tool: textOf(row, 'tool'),
    arguments: argumentsText === null ? null : readJson(argumentsText, 'arguments of a request'),
    argumentKey: textOf(row, 'argument_key'),
    requestHash: textOf(row, 'request_hash'),
    runtimeId: textOf(row, 'runtime_id'),
    workspace: textOf(row, 'workspace'),
    createdAt: integerOf(row, 'created_at'),
    expiresAt: integerOf(row, 'expires_at'),
    decidedAt: optionalIntegerOf(row, 'decided_at'),
    decidedBy: optionalTextOf(row, 'decided_by'),
    answer: optionalTextOf(row, 'answer'),
    note: optionalTextOf(row, 'note'),
    supersedes: optionalTextOf(row, 'supersedes'),
    supersededBy: optionalTextOf(row, 'superseded_by'),
    outcome: outcomeText === null ? null : outcomeOf(readJsonObject(outcomeText, 'the outcome of a request')),
    deliveredAt: optionalIntegerOf(row, 'delivered_at'),
  };
}

/** Waits for somebody: these run out. */
export function canExpire(status: string): boolean {
  return status === 'pending' || status === 'approved';
}

export function statusOf(row: Row, now: number): ApprovalStatus {
  const status = approvalStatuses.find((known) => known === row['status']);
  if (status === undefined) throw damaged('a status');
  return canExpire(status) && integerOf(row, 'expires_at') <= now ? 'expired' : status;
}

interface SealedPlace {
  readonly id: string;
  readonly part: SealedPart;
}

function sealPart(value: JsonValue, { id, part }: SealedPlace, seal: Seal): Uint8Array {
  return seal.close(canonicalJson(value), `${id}/${part}`);
}

function openPart(row: Row, part: SealedPart, seal: Seal): string | null {
  const sealed = optionalBytesOf(row, part);
  return sealed === null ? null : seal.open(sealed, `${textOf(row, 'id')}/${part}`);
}

/** Our own recorded shapes are JSON by construction: readonly interfaces of texts, numbers, flags, lists and null. */
function bodyJson(value: Body): JsonValue {
  return value as JsonValue & Body;
}

function outcomeJson(value: Outcome): JsonValue {
  return value as JsonValue & Outcome;
}

/** Authenticated by the seal: it is what `sealBody` wrote for this version, byte by byte. */
function bodyOf(value: JsonObject): Body {
  return value as JsonObject & Body;
}

/** The same for `sealOutcome`. */
function outcomeOf(value: JsonObject): Outcome {
  return value as JsonObject & Outcome;
}
