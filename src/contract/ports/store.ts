// The Store: versioned records in named collections. Rules, grants, sessions, tokens and notes are kept through it (state/).
import type { JsonObject } from '../json.ts';
import type { NewEvent } from '../record/event.ts';

export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  /** A second key: records of one session, of one agent, of one token hash. */
  readonly group: string | null;
  /** Version of the body's shape. Readers refuse one they do not know. */
  readonly version: number;
  readonly body: JsonObject;
}

export interface StoreChange {
  /** Nothing is written, and `not_answerable` thrown, unless that record is there in that group. */
  readonly expects?: { readonly collection: string; readonly id: string; readonly group: string };
  readonly puts?: readonly StoredRecord[];
  readonly removes?: readonly { readonly collection: string; readonly id: string }[];
  /** Recorded in the same transaction. */
  readonly events?: readonly NewEvent[];
  /** True where the change may alter a decision: the policy revision moves by one. */
  readonly movesPolicy: boolean;
}

/** Contract: a change is one transaction; reads see whole changes; lists come in order of insertion. Rejects as Journal does. */
export interface Store {
  get(collection: string, id: string): Promise<StoredRecord | null>;
  list(collection: string, group?: string): Promise<readonly StoredRecord[]>;
  /** Answers the policy revision after the change. */
  write(change: StoreChange): Promise<number>;
  /** The policy revision now. Cheap: read on every call. */
  policyRevision(): Promise<number>;
}
