// A grant: what an approver allowed for a while after being asked once.

/**
 * Matches the tool at this fingerprint in this workspace, and the literal targets; a call without targets by the argument key; a command by both,
 * since what it does depends on its other arguments too, such as the folder it runs in.
 */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly fingerprint: string;
  readonly principal: string;
  readonly agent: string;
  readonly session: string;
  /** A session may go over several workspaces, and `npm test` means another program in each. */
  readonly workspace: string;
  /** Literal targets as `kind action value`, sorted; null when the argument key alone decides. */
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
