// The port by which the gate puts a question of a running call to its user.
import type { Caller } from './caller.ts';
import type { QuestionEnd, QuestionView } from '../question/question.ts';

export interface AskedQuestion extends Pick<QuestionView, 'askedBy' | 'message' | 'form' | 'findings'> {
  readonly callId: string;
  readonly tool: string;
  readonly caller: Caller;
}

export interface OpenQuestion {
  readonly view: QuestionView;
  /** Never rejects. */
  readonly end: Promise<QuestionEnd>;
  /** The call needs no answer any more. Never rejects. */
  withdraw(): Promise<void>;
}

/** Contract: a question is written down before it is shown, ended once over racing processes, and ends by itself after its time. */
export interface Questions {
  open(asked: AskedQuestion): Promise<OpenQuestion>;
}
