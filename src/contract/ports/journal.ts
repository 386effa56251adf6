// The Journal: compound, transactional writes for calls, approvals and events. What has to be true together is one operation here.
import type { ApprovalRecord } from '../call/approval.ts';
import type { ApprovalStatus } from '../call/approval-view.ts';
import type { Outcome, Receipt } from '../call/outcome.ts';
import type { Grant } from '../policy/grant.ts';
import type { EventQuery, NewEvent, RecordedEvent } from '../record/event.ts';

/** A process that executes calls: alive while its heartbeat is young and, on the same host, its process exists. */
export interface Lease {
  readonly runtimeId: string;
  readonly pid: number;
  readonly host: string;
  readonly workspace: string;
  readonly startedAt: number;
}

/** Calls are equal when these three are. */
export interface EqualCall {
  readonly principal: string;
  readonly session: string;
  readonly argumentKey: string;
}

export interface ExecutionStart {
  readonly callId: string;
  readonly tool: string;
  /** Claim of an approved request: it must be `approved`, of this hash and not expired by the store's clock. */
  readonly approval: { readonly id: string; readonly requestHash: string } | null;
  /** A grant that must still be live. */
  readonly grantId: string | null;
  /** The policy revision the decision was made under; another one in the store fails the start. */
  readonly policyRevision: number;
  /** A request of this equal call that is open, or final and not delivered, fails the start: what became of it comes first. */
  readonly unlessRequested: EqualCall | null;
  readonly events: readonly NewEvent[];
}

export type Begun =
  | { readonly ok: true; readonly receipts: readonly Receipt[] }
  | { readonly ok: false; readonly why: 'policy_moved' | 'grant_gone' | 'requested' | 'not_claimable' };

export interface ExecutionEnd {
  readonly callId: string;
  readonly status: 'completed' | 'failed' | 'aborted';
  readonly events: readonly NewEvent[];
  /** The request this execution answers, with what the caller will collect. */
  readonly approval: { readonly id: string; readonly status: 'completed' | 'failed'; readonly outcome: Outcome } | null;
}

export interface Asked {
  /** The new record, or the open one of an equal call (same principal, session and argument key). */
  readonly record: ApprovalRecord;
  readonly joined: boolean;
  readonly receipts: readonly Receipt[];
}

export interface AnswerWrite {
  readonly id: string;
  readonly requestHash: string;
  readonly answer: 'once' | 'session' | 'deny' | 'elicited' | 'edit';
  readonly by: string;
  readonly note: string | null;
  readonly grant: Grant | null;
  /** For an edit: the new request, written as approved; the original becomes `superseded`. */
  readonly replacement: ApprovalRecord | null;
  readonly events: readonly NewEvent[];
}

export type Answered =
  | { readonly ok: true; readonly record: ApprovalRecord }
  | {
      readonly ok: false;
      readonly why: 'unknown' | 'not_pending' | 'expired' | 'other_hash';
      readonly status: ApprovalStatus | null;
    };

/** Why a request ended without an execution: recorded, and handed to the caller with the end. */
export interface Closing {
  readonly note: string | null;
  readonly events: readonly NewEvent[];
}

export interface ApprovalQuery {
  readonly statuses?: readonly ApprovalStatus[];
  readonly principal?: string;
  readonly session?: string;
  readonly tool?: string;
  /** Default 100. Newest first. */
  readonly limit?: number;
}

/**
 * Contract: every operation is one transaction, exactly once over racing processes; a promise that resolves means durable against the
 * death of the process; times are the store's clock. Rejects with `store_unavailable`, `store_locked` or `store_newer` and then
 * nothing was written.
 */
export interface Journal {
  readonly lease: Lease;
  append(events: readonly NewEvent[]): Promise<readonly Receipt[]>;
  begin(start: ExecutionStart): Promise<Begun>;
  finish(end: ExecutionEnd): Promise<readonly Receipt[]>;
  /** On a join the id of the new record in an envelope's `approval` becomes that of the joined one. */
  ask(record: ApprovalRecord, events: readonly NewEvent[]): Promise<Asked>;
  /** `events` hold exactly one `approval_answered`, to which the digest of the decision's row is added. An edit answers the replacement. */
  answer(write: AnswerWrite): Promise<Answered>;
  /** Ends an open request without an execution. False when it was no longer in one of `from`. */
  close(id: string, from: readonly ApprovalStatus[], to: ApprovalStatus, closing: Closing): Promise<boolean>;
  /** Takes a final request once, with its outcome where it has one; null when it was taken before. Purges arguments and outcome. */
  deliver(id: string): Promise<ApprovalRecord | null>;
  /** By whole id, or by a prefix of 6 characters or more that only one record has. */
  approval(id: string): Promise<ApprovalRecord | null>;
  approvals(query: ApprovalQuery): Promise<readonly ApprovalRecord[]>;
  /** The newest request of an equal call that is open, or final and not delivered. */
  equalRequest(principal: string, session: string, argumentKey: string): Promise<ApprovalRecord | null>;
  /** Approved and unclaimed: own ones, and those of the same workspace whose runtime is dead. */
  claimable(): Promise<readonly ApprovalRecord[]>;
  /** Marks overdue requests, approved ones too, expired; returns their ids. */
  expireOverdue(): Promise<readonly string[]>;
  /** Marks started executions of dead runtimes interrupted, never reruns them; returns their call ids. */
  recover(): Promise<readonly string[]>;
  isLive(runtimeId: string): Promise<boolean>;
  heartbeat(): Promise<void>;
  /** A number that moves whenever any process wrote to the store. Cheap. */
  changeCount(): Promise<number>;
  events(query: EventQuery): Promise<readonly RecordedEvent[]>;
  /** Erases values of an event; the erasure is recorded in the same transaction. */
  redact(writer: string, seq: number, fields: readonly string[], reason: string): Promise<void>;
  /** Signs the head of this writer's chain now. */
  sign(): Promise<void>;
}
