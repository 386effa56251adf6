// What a running call says on the side: how far it is, lines of a log, and that it has a question. Nothing of it is part of the outcome.
import type { JsonValue } from '../json.ts';
import type { QuestionView } from '../question/question.ts';

/** From the least to the most severe, as syslog has them. */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface ProgressNotice {
  readonly kind: 'progress';
  readonly progress: number;
  readonly total: number | null;
  readonly message: string | null;
}

export interface LogNotice {
  readonly kind: 'log';
  readonly level: LogLevel;
  /** What of the tool says it. */
  readonly logger: string | null;
  readonly data: JsonValue;
}

/** What only the gate says: a question of this call is open, or is no more. */
export type QuestionNotice =
  | { readonly kind: 'question'; readonly question: QuestionView }
  | { readonly kind: 'question_ended'; readonly id: string };

export type Notice = ProgressNotice | LogNotice | QuestionNotice;
