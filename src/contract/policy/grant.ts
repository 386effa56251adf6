// A grant: what an approver allowed for a while after being asked once.

/** Matches the tool at this fingerprint, and either the literal targets or, for a call without targets, the argument key. */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly fingerprint: string;
  readonly principal: string;
  readonly agent: string;
  readonly session: string;
  /** Literal targets as `kind action value`, sorted; null when the argument key decides. */
  readonly targets: readonly string[] | null;
  readonly argumentKey: string | null;
  /** The ASK reasons (as `source:id`) that were answered. A call that asks for another reason is not covered. */
  readonly reasons: readonly string[];
  readonly mode: string;
  readonly approvalId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
}
