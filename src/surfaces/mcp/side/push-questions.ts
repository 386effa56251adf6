// Asks the person behind a 2025-era client what a running call asks, by a request of ours; the owner may be the first to answer elsewhere.
import type { ServerContext } from '@modelcontextprotocol/server';
import {
  isCapabilityError,
  type Caller,
  type Notice,
  type QuestionAnswer,
  type QuestionView,
  type Runtime,
} from '../../../contract/index.ts';
import type { ShownBy } from '../ask-client.ts';
import { readAnswer, shownQuestion } from './question-words.ts';

export interface Relay {
  readonly runtime: Pick<Runtime, 'answerQuestion'>;
  readonly caller: Caller;
  readonly context: ServerContext;
  readonly shown: ShownBy;
}

const longestMs = 24 * 60 * 60 * 1000;

export function questionPusher(relay: Relay): (notice: Notice) => void {
  const { context, shown } = relay;
  const open = new Map<string, AbortController>();
  return (notice) => {
    if (notice.kind === 'question_ended') open.get(notice.id)?.abort(new Error('It is answered or over.'));
    if (notice.kind !== 'question') return;
    const { question } = notice;
    if (!shown[question.form.mode]) {
      tellWhere(question, context);
      return;
    }
    const over = new AbortController();
    open.set(question.id, over);
    void push(question, over.signal, relay).finally(() => open.delete(question.id));
  };
}

/** A client that cannot show it at least says where it is answered. */
export function tellWhere({ id, askedBy, message }: QuestionView, { mcpReq }: ServerContext): void {
  const text = `The ${askedBy.kind} ${askedBy.name} asks: ${message}\nTo answer: gatehouse approvals answer ${id}`;
  mcpReq.log('notice', text, 'gatehouse').catch(() => undefined);
}

/** A client that fails to ask has not answered: the question stays open for the owner. A completion is nobody else's: then there is none. */
async function push(question: QuestionView, over: AbortSignal, { context, ...relay }: Relay): Promise<void> {
  const { form } = question;
  try {
    let misfits: readonly string[] = [];
    for (let isOpen = true; isOpen;) {
      const answer = await answerOf(question, { over, misfits, context });
      const misfit = await answerOrCancel(relay, question, { answer, misfits });
      isOpen = misfit !== null;
      misfits = misfit === null ? misfits : [...misfits, misfit];
    }
  } catch {
    if (over.aborted || context.mcpReq.signal.aborted) return;
    if (form.mode !== 'completion') tellWhere(question, context);
    // Where that fails too the question ends with its call, or in its time.
    else await answerOrCancel(relay, question, { answer: { act: 'decline' }, misfits: [] }).catch(() => undefined);
  }
}

interface Pushing {
  readonly over: AbortSignal;
  readonly misfits: readonly string[];
  readonly context: ServerContext;
}

async function answerOf(question: QuestionView, { over, misfits, context }: Pushing): Promise<QuestionAnswer> {
  const { mcpReq } = context;
  const timeout = Math.min(Math.max(Date.parse(question.expiresAt) - Date.now(), 1), longestMs);
  const options = { signal: AbortSignal.any([mcpReq.signal, over]), timeout };
  const shown = shownQuestion(question, misfits);
  if (shown.mode === 'completion') {
    const { params } = shown;
    return readAnswer('accept', await mcpReq.send({ method: 'sampling/createMessage', params }, options));
  }
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params: { ...shown } }, options);
  return readAnswer(action, content);
}

const mostTries = 3;

interface Given {
  readonly answer: QuestionAnswer;
  /** What was wrong with each answer before. */
  readonly misfits: readonly string[];
}

/**
 * An answer that does not fit the form is none: its server is told that nobody answered, rather than nothing. An agent may ask for what the
 * form of a client does not check, so there its user is asked again: then this answers what was wrong, else null.
 */
export async function answerOrCancel(
  { runtime, caller }: Pick<Relay, 'runtime' | 'caller'>,
  { id, askedBy }: QuestionView,
  { answer, misfits }: Given,
): Promise<string | null> {
  try {
    await runtime.answerQuestion(caller, id, answer);
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    // Else somebody was first, and their answer holds.
    if (cause.code !== 'malformed_request') return null;
    if (askedBy.kind === 'agent' && misfits.length + 1 < mostTries) return cause.message;
    await runtime.answerQuestion(caller, id, { act: 'cancel' });
  }
  return null;
}
