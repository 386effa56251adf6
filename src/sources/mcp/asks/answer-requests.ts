// Answers what a server asks for in the midst of a call: its user, by a form or a page, or a completion of the client that called. In both eras the same, whether it came as a request or in a result.
import type { JsonObject, QuestionEnd } from '../../../contract/index.ts';
import { readQuestion } from './read-question.ts';
import { readSampling } from '../sampling/read-sampling.ts';
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

export type Sampled =
  | { readonly ok: true; readonly result: JsonObject }
  | { readonly ok: false; readonly isRefusedByUser: boolean; readonly message: string };

/** Never rejects. Nothing of it is made here: without a client that makes it, and a person who says yes, there is none. */
export async function sample(params: unknown, { server, voice, signal }: Asked): Promise<Sampled> {
  const question = readSampling(server, params);
  if (typeof question === 'string')
    return { ok: false, isRefusedByUser: false, message: `No completion: ${question}.` };
  const end = await voice.ask(question, signal);
  if (end.act === 'accept') return { ok: true, result: end.values };
  return { ok: false, isRefusedByUser: end.act === 'decline', message: `No completion: ${end.reason}` };
}

function contentOf({ values }: Extract<QuestionEnd, { act: 'accept' }>): NonNullable<Elicited['content']> {
  // A cast: the answer was checked against a form that has nothing else.
  return { ...values } as NonNullable<Elicited['content']>;
}
