// Answers what a server asks for in the midst of a call: its user, by a form or a page. In both eras the same, whether it came as a request or in a result.
import type { QuestionEnd } from '../../../contract/index.ts';
import { readQuestion } from './read-question.ts';
import type { CallVoice } from './under-way.ts';

/** What `elicitation/create` is answered with. */
export interface Elicited {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
}

export interface Asked {
  readonly server: string;
  readonly voice: CallVoice;
  readonly signal: AbortSignal;
}

/** Never rejects. A question that is none is declined, and its user is not shown it. */
export async function elicit(params: unknown, { server, voice, signal }: Asked): Promise<Elicited> {
  const read = readQuestion(server, params);
  if (!read.ok) {
    voice.tell({
      kind: 'log',
      level: 'warning',
      logger: 'gatehouse',
      data: `A question of the server ${server} was declined: ${read.problem}.`,
    });
    return { action: 'decline' };
  }
  const end = await voice.ask(read.question, signal);
  return end.act === 'accept' && read.question.form.mode === 'form'
    ? { action: 'accept', content: contentOf(end) }
    : { action: end.act };
}

function contentOf({ values }: Extract<QuestionEnd, { act: 'accept' }>): NonNullable<Elicited['content']> {
  // A cast: the answer was checked against a form that has nothing else.
  return { ...values } as NonNullable<Elicited['content']>;
}
