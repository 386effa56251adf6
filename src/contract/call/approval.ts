// A request for approval: the durable record that is the authority. Every prompt is a view of it.
import type { JsonValue } from '../json.ts';
import type { Risk } from '../tool/tool.ts';
import type { Caller } from './caller.ts';
import type { ApprovalStatus } from './approval-view.ts';
import type { Decision } from './decision.ts';
import type { Target } from './fact.ts';
import type { Outcome } from './outcome.ts';

/** The whole record, as the store keeps it. Arguments and outcome are sealed at rest and purged when final and delivered. */
export interface ApprovalRecord {
  readonly version: 1;
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly caller: Caller;
  readonly tool: string;
  readonly fingerprint: string;
  readonly arguments: JsonValue;
  readonly argumentKey: string;
  readonly targets: readonly Target[];
  readonly risk: Risk;
  readonly decision: Decision;
  readonly salt: string;
  readonly requestHash: string;
  readonly policyRevision: string;
  readonly sessionMode: string;
  readonly runtimeId: string;
  readonly workspace: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  /** The answer: `once`, `session`, `edit` (this record supersedes the one in `supersedes`), `deny`, `elicited`. */
  readonly answer: string | null;
  readonly note: string | null;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  /** What became of it, as the caller gets it; null until final. */
  readonly outcome: Outcome | null;
  readonly deliveredAt: number | null;
}

/** What an approver says. */
export type ApprovalAnswer =
  | { readonly act: 'once' }
  | { readonly act: 'session'; readonly minutes?: number }
  | { readonly act: 'deny'; readonly note?: string }
  | { readonly act: 'edit'; readonly arguments: string };
