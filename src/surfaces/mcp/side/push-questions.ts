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
export function tellWhere({ id, server, message }: QuestionView, { mcpReq }: ServerContext): void {
  const text = `The server ${server} asks: ${message}\nTo answer: gatehouse approvals answer ${id}`;
  mcpReq.log('notice', text, 'gatehouse').catch(() => undefined);
}

/** A client that fails to ask has not answered: the question stays open for the owner. A completion is nobody else's: then there is none. */
async function push(question: QuestionView, over: AbortSignal, { context, ...relay }: Relay): Promise<void> {
  const { id, form } = question;
  try {
    await answerOrCancel(relay, id, await answerOf(question, over, context));
  } catch {
    if (over.aborted || context.mcpReq.signal.aborted) return;
    if (form.mode !== 'completion') tellWhere(question, context);
    // Where that fails too the question ends with its call, or in its time.
    else await answerOrCancel(relay, id, { act: 'decline' }).catch(() => undefined);
  }
}

async function answerOf(question: QuestionView, over: AbortSignal, { mcpReq }: ServerContext): Promise<QuestionAnswer> {
  const timeout = Math.min(Math.max(Date.parse(question.expiresAt) - Date.now(), 1), longestMs);
  const options = { signal: AbortSignal.any([mcpReq.signal, over]), timeout };
  const shown = shownQuestion(question);
  if (shown.mode === 'completion') {
    const { params } = shown;
    return readAnswer('accept', await mcpReq.send({ method: 'sampling/createMessage', params }, options));
  }
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params: { ...shown } }, options);
  return readAnswer(action, content);
}

/** An answer that does not fit the form is none: its server is told that nobody answered, rather than nothing. */
export async function answerOrCancel(
  { runtime, caller }: Pick<Relay, 'runtime' | 'caller'>,
  id: string,
  answer: QuestionAnswer,
): Promise<void> {
  try {
    await runtime.answerQuestion(caller, id, answer);
  } catch (cause) {
    if (!isCapabilityError(cause)) throw cause;
    // Else somebody was first, and their answer holds.
    if (cause.code === 'malformed_request') await runtime.answerQuestion(caller, id, { act: 'cancel' });
  }
}
