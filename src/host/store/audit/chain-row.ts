// One event as a checker gets it, from a database or from an export.

/** One event as it is stored. Envelope, commitments and fields are the stored JSON texts. */
export interface ChainRow {
  readonly writer: string;
  readonly seq: number;
  readonly envelope: string;
  readonly commitments: string;
  readonly previous: string;
  readonly hash: string;
  /** Null where there are none. */
  readonly fields: string | null;
  /** Where the row lies in the store; null in an export. */
  readonly position: number | null;
  /** Exported for the chain's sake alone, without its values. */
  readonly isWithheld: boolean;
}
