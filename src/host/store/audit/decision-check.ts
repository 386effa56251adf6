// Checks the recorded answers against the events that name them.
import type { JsonObject } from '../../../contract/index.ts';
import type { ChainRow } from './chain-row.ts';
import { decisionDigest, decisionField } from './decision-digest.ts';
import type { Problems } from './problems.ts';

export interface DecisionCheck {
  event(row: ChainRow, envelope: JsonObject): void;
  /** After all events. */
  row(row: JsonObject): void;
  end(): void;
}

interface Answer {
  readonly writer: string;
  readonly seq: number;
  readonly digest: string;
  readonly isWithheld: boolean;
}

export function createDecisionCheck(problems: Problems): DecisionCheck {
  /** By request; those whose row was not seen yet. */
  const open = new Map<string, Answer>();
  const seen = new Set<string>();
  return {
    event({ writer, seq, isWithheld }, envelope) {
      if (envelope['kind'] !== 'approval_answered') return;
      const request = envelope['approval'];
      const digest = envelope[decisionField];
      if (typeof request !== 'string' || typeof digest !== 'string')
        return problems.add(writer, seq, 'The event names no recorded answer.');
      if (open.has(request)) return problems.add(writer, seq, `The request ${request} was answered twice.`);
      open.set(request, { writer, seq, digest, isWithheld });
    },
    row(row) {
      const { approval_id: id } = row;
      const request = typeof id === 'string' ? id : '';
      const answer = open.get(request);
      if (answer === undefined) {
        const why = seen.has(request) ? 'stands twice' : 'has no event';
        return problems.add('', null, `The recorded answer to ${request} ${why}.`);
      }
      open.delete(request);
      seen.add(request);
      if (decisionDigest(row) !== answer.digest)
        problems.add(answer.writer, answer.seq, `The recorded answer to ${request} was changed.`);
    },
    end() {
      for (const [request, answer] of open) {
        if (!answer.isWithheld) problems.add(answer.writer, answer.seq, `The recorded answer to ${request} is gone.`);
      }
    },
  };
}
