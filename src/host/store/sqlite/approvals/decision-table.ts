// The append-only record of answers: who said what, when, to which hash. The chain holds the digest of every row.
import type { DatabaseSync } from 'node:sqlite';
import { CapabilityError, type AnswerWrite, type Clock, type NewEvent } from '../../../../contract/index.ts';
import { decisionDigest, decisionField } from '../../audit/decision-digest.ts';

export interface DecisionTable {
  /** Within a transaction: writes the row; answers the events of the answer, the one that names it with its digest. */
  add(write: AnswerWrite): readonly NewEvent[];
}

export function createDecisionTable(db: DatabaseSync, clock: Clock): DecisionTable {
  const insert =
    db.prepare(`insert into approval_decisions(approval_id, act, decided_by, decided_at, note, request_hash, original_hash, replacement_id)
    values(:approval_id, :act, :decided_by, :decided_at, :note, :request_hash, :original_hash, :replacement_id)`);
  return {
    add(write) {
      const { replacement } = write;
      const row = {
        approval_id: write.id,
        act: write.answer,
        decided_by: write.by,
        decided_at: clock.now(),
        note: write.note,
        request_hash: replacement?.requestHash ?? write.requestHash,
        original_hash: replacement === null ? null : write.requestHash,
        replacement_id: replacement?.id ?? null,
      };
      insert.run(row);
      return withDigest(write.events, decisionDigest(row));
    },
  };
}

/** Without its event an answer would be outside the chain: such a write is refused. */
function withDigest(events: readonly NewEvent[], digest: string): readonly NewEvent[] {
  const answers = events.filter((event) => event.kind === 'approval_answered').length;
  if (answers !== 1)
    throw new CapabilityError(
      'internal',
      `An answer is recorded with one approval_answered event, not with ${answers}.`,
    );
  return events.map((event) =>
    event.kind === 'approval_answered' ? { ...event, envelope: { ...event.envelope, [decisionField]: digest } } : event,
  );
}
