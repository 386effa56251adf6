// What a call comes to. The gate never throws for a call: every end is one of these.
import type { JsonValue } from '../json.ts';
import type { ResultLabel } from '../tool/result-label.ts';
import type { ShownBlock } from '../tool/tool-result.ts';
import type { ApprovalView } from './approval-view.ts';
import type { Decision } from './decision.ts';

export const stages = [
  'resolve',
  'admit',
  'validate',
  'inspect',
  'decide',
  'bind',
  'approve',
  'execute',
  'observe',
] as const;
export type Stage = (typeof stages)[number];

/** Where a call stands in the chain of records. */
export interface Receipt {
  readonly callId: string;
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
}

/** A result as a model gets it. `text` joins the text blocks; where the label says untrusted it stands between markers. */
export interface Observation {
  readonly text: string;
  /** The blocks in their order, without markers but in `marked`, for people and programs. */
  readonly blocks: readonly ShownBlock[];
  readonly structured: JsonValue | null;
  readonly isError: boolean;
  readonly label: ResultLabel;
  /** Characters that the cap left out; 0 when whole. */
  readonly omittedChars: number;
  /** Under which the whole text can be read in this session (`last_output`, `read_content`); null where nothing was left out or kept. */
  readonly ref: string | null;
}

/** One thing wrong with the arguments. */
export interface ArgumentProblem {
  /** JSON pointer into the arguments; empty for the whole. */
  readonly path: string;
  readonly message: string;
  readonly expected: string;
}

interface OutcomeCommon {
  readonly callId: string;
  /** The canonical name; the name as written where nothing was found. */
  readonly tool: string;
  readonly decision: Decision | null;
  /** Null only when nothing could be recorded, which `unrecorded` then says. */
  readonly receipt: Receipt | null;
  /** The store could not take the record of the end. */
  readonly unrecorded: boolean;
}

export interface Completed extends OutcomeCommon {
  readonly kind: 'completed';
  readonly observation: Observation;
}

export interface Pending extends OutcomeCommon {
  readonly kind: 'pending';
  readonly approval: ApprovalView;
  /** How to collect the outcome. */
  readonly retry: string;
}

export interface Refused extends OutcomeCommon {
  readonly kind: 'refused';
  readonly by: Stage;
  readonly code: string;
  /** What happened. */
  readonly reason: string;
  /** What other call would work, or what would change the answer. */
  readonly hint: string;
  readonly problems: readonly ArgumentProblem[];
  /** Near matches of an unknown name. */
  readonly nearest: readonly string[];
  /** The schema, where the arguments failed it. */
  readonly schema: JsonValue | null;
}

export interface Failed extends OutcomeCommon {
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  /** The executor outlived its timeout and may act yet. */
  readonly mayStillAct: boolean;
}

export interface Aborted extends OutcomeCommon {
  readonly kind: 'aborted';
  readonly reason: string;
}

export type Outcome = Completed | Pending | Refused | Failed | Aborted;

/** What `explain` returns: the decision, or the refusal that comes before one. Nothing was written, looked up or started. */
export interface Explanation {
  readonly tool: string;
  readonly decision: Decision | null;
  readonly refusal: Pick<Refused, 'by' | 'code' | 'reason' | 'hint' | 'problems' | 'nearest' | 'schema'> | null;
}
