// How far a request for approval is, and what people and clients see of it.
import type { JsonValue } from '../json.ts';
import type { Risk } from '../tool/tool.ts';
import type { Reason } from './decision.ts';

export const approvalStatuses = [
  'pending',
  'approved',
  'executing',
  'completed',
  'failed',
  'interrupted',
  'denied',
  'expired',
  'withdrawn',
  'superseded',
  'invalidated',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Statuses that nothing follows. */
export const finalStatuses: readonly ApprovalStatus[] = [
  'completed',
  'failed',
  'interrupted',
  'denied',
  'expired',
  'withdrawn',
  'superseded',
  'invalidated',
];

/** What people and clients see of a request. Control and bidirectional characters are escaped in every text. */
export interface ApprovalView {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly tool: string;
  readonly title: string;
  readonly targets: readonly { readonly kind: string; readonly action: string; readonly value: string }[];
  /** Null once purged. */
  readonly arguments: JsonValue | null;
  /** Why it asks, in one sentence. */
  readonly reason: string;
  /** What the decision stood on. */
  readonly evidence: readonly Reason[];
  readonly risk: Risk;
  /** The rule that asked, where one did. */
  readonly rule: string | null;
  readonly requestHash: string;
  readonly agent: string;
  readonly principal: string;
  readonly surface: string;
  readonly session: string;
  readonly workspace: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly note: string | null;
  readonly decidedBy: string | null;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** True when an answer for the session is not offered. */
  readonly onceOnly: boolean;
}
