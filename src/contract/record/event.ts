// Events: what is written down, and how it hangs together. Each writer keeps one chain of hashes; heads are signed.
import type { JsonObject, JsonValue } from '../json.ts';

export const eventKinds = [
  'runtime_started',
  'runtime_stopped',
  'policy_decision',
  'tool_requested',
  'tool_denied',
  'tool_executed',
  'tool_failed',
  'tool_interrupted',
  'tool_ended_late',
  'alert_raised',
  'approval_answered',
  'approval_claimed',
  'approval_closed',
  'grant_added',
  'grant_revoked',
  'policy_changed',
  'session_changed',
  'self_model_updated',
  'values_erased',
  'audit_exported',
  'token_added',
  'token_revoked',
  'secret_set',
  'secret_removed',
  'note_added',
  'folder_trusted',
  'root_added',
  'root_removed',
  'searches_forgotten',
  'server_accepted',
  'question_asked',
  'question_ended',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** An event before it has a place in a chain. */
export interface NewEvent {
  readonly kind: EventKind;
  /** In clear, for ever: ids, names, effects. Never arguments or results. `at`, `kind` and `position` are the store's; `call` is what receipts
   * and queries by call read. */
  readonly envelope: JsonObject;
  /** Committed with a salt each and kept beside the chain, where a field can be erased and the chain still verifies. */
  readonly values: JsonObject;
}

/** An event as it is read back. */
export interface RecordedEvent {
  readonly writer: string;
  readonly seq: number;
  readonly at: number;
  readonly kind: EventKind;
  readonly envelope: JsonObject;
  /** Null per field that was erased. */
  readonly values: Readonly<Record<string, JsonValue | null>>;
  readonly hash: string;
}

export interface EventQuery {
  readonly after?: { readonly at: number; readonly writer: string; readonly seq: number };
  readonly kinds?: readonly EventKind[];
  readonly tool?: string;
  readonly callId?: string;
  readonly session?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  /** Default 50, at most 1,000; the newest when `after` is absent, in order of time. */
  readonly limit?: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly writers: readonly {
    readonly writer: string;
    readonly events: number;
    readonly signedTo: number;
    readonly unsigned: number;
  }[];
  readonly events: number;
  readonly problems: readonly { readonly writer: string; readonly seq: number | null; readonly message: string }[];
}
