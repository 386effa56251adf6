// Calls of 2026-era clients that wait for an answer of their user between two requests: the question is a result, and the same call made again, with
// the sealed state of the first, brings the answer and goes on waiting. The call itself runs once.
import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type InputResponseView,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, Notice, QuestionAnswer, QuestionView } from '../../../contract/index.ts';
import type { ToolCall } from '../call-tool.ts';
import type { CallEnd } from '../offers/register-offers.ts';
import { answerOrCancel, tellWhere, type Relay } from './push-questions.ts';
import { readAnswer, shownQuestion } from './question-words.ts';
import { clientListener } from './tell-client.ts';

export interface ParkedCalls {
  /** Runs a call until its end or its next question. `run` is called once for a call, however often its client comes back. */
  serve(call: ToolCall, relay: Relay, run: (call: ToolCall) => Promise<CallEnd>): Promise<CallEnd>;
  /** For the option of the SDK's server: what is not ours is refused before it is looked at. */
  readonly verify: RequestStateCodec['verify'];
  /** Gives up all that waits. */
  close(): void;
}

interface Parked {
  readonly id: string;
  /** Whose call it is, and of what: another's state, or the state of another call, finds nothing. */
  readonly key: string;
  readonly stop: AbortController;
  readonly answer: Promise<CallEnd>;
  readonly open: Map<string, QuestionView>;
  /** By question, what was wrong with the answers to it that did not fit. */
  readonly misfits: Map<string, readonly string[]>;
  /** Counts the times that its client was asked: each time has a state of its own, as a client may tell its rounds apart by them. */
  round: number;
  /** Of the request that waits now. */
  listener: (notice: Notice) => void;
  wake: () => void;
}

/** What a client carries, sealed. */
interface State {
  readonly call: string;
  readonly round: number;
}

const most = 256;
/** How long the end of a call is kept for a client that does not come back. */
const keptMs = 5 * 60_000;
const stateSeconds = 24 * 60 * 60;

export function createParkedCalls(callerOf: (context: ServerContext) => Caller): ParkedCalls {
  const parked = new Map<string, Parked>();
  const codec = createRequestStateCodec<State>({
    key: randomBytes(32),
    ttlSeconds: stateSeconds,
    bind: (context) => ownerKey(callerOf(context)),
  });
  return {
    verify: codec.verify,
    async serve(call, relay, run) {
      const { context } = relay;
      const state = context.mcpReq.requestState<State>();
      const known = state === undefined ? start(call, run, parked) : parked.get(state.call);
      if (known === undefined || known.key !== keyOf(call)) return { kind: 'gone', message: goneMessage };
      await giveAnswers(known, relay);
      return wait(known, relay, () => codec.mint({ call: known.id, round: (known.round += 1) }, context));
    },
    close() {
      for (const { stop } of parked.values()) stop.abort(new Error('The connection has ended.'));
      parked.clear();
    },
  };
}

function ownerKey({ principal, session }: Caller): string {
  return JSON.stringify([principal, session]);
}

function keyOf({ caller, tool, arguments: given }: ToolCall): string {
  return JSON.stringify([ownerKey(caller), tool, 'json' in given ? given.json : given.value]);
}

function start(call: ToolCall, run: (call: ToolCall) => Promise<CallEnd>, parked: Map<string, Parked>): Parked {
  const id = randomBytes(16).toString('hex');
  const stop = new AbortController();
  const open = new Map<string, QuestionView>();
  const onNotice = (notice: Notice): void => {
    if (notice.kind === 'question') open.set(notice.question.id, notice.question);
    if (notice.kind === 'question_ended') open.delete(notice.id);
    entry.listener(notice);
    entry.wake();
  };
  const answer = run({ ...call, signal: stop.signal, onNotice });
  const idle = { listener: () => undefined, wake: () => undefined };
  const entry: Parked = { id, key: keyOf(call), stop, answer, open, misfits: new Map(), round: 0, ...idle };
  const forget = (): void => void setTimeout(() => parked.delete(id), keptMs).unref();
  answer.then(forget, forget);
  if (parked.size < most) parked.set(id, entry);
  return entry;
}

/** What comes without an answer is asked again. */
async function giveAnswers({ open, misfits }: Parked, { context, ...relay }: Relay): Promise<void> {
  const { inputResponses } = context.mcpReq;
  // Those of now: one that is asked again is put back.
  for (const [id, question] of new Map(open)) {
    const response = inputResponse(inputResponses, id);
    if (response.kind !== (question.form.mode === 'completion' ? 'sampling' : 'elicit')) continue;
    open.delete(id);
    const before = misfits.get(id) ?? [];
    const misfit = await answerOrCancel(relay, question, { answer: answerIn(response), misfits: before });
    if (misfit === null) continue;
    misfits.set(id, [...before, misfit]);
    open.set(id, question);
  }
}

function answerIn(response: InputResponseView): QuestionAnswer {
  if (response.kind === 'elicit') return readAnswer(response.action, response.content);
  return response.kind === 'sampling' ? readAnswer('accept', response.result) : { act: 'cancel' };
}

async function wait(call: Parked, { context, shown }: Relay, mint: () => Promise<string>): Promise<CallEnd> {
  const { signal } = context.mcpReq;
  const onAbort = (): void => call.stop.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const tell = clientListener(context);
  const told = new Set<string>();
  call.listener = tell;
  try {
    for (;;) {
      const { promise: woken, resolve } = Promise.withResolvers<null>();
      call.wake = () => resolve(null);
      const questions = [...call.open.values()].filter(({ form }) => shown[form.mode]);
      for (const question of call.open.values()) {
        if (shown[question.form.mode] || told.has(question.id)) continue;
        told.add(question.id);
        tellWhere(question, context);
      }
      if (questions.length > 0)
        return {
          kind: 'asks',
          question: inputRequired({ inputRequests: requestsFor(questions, call), requestState: await mint() }),
        };
      const answer = await Promise.race([call.answer, woken]);
      if (answer !== null) return answer;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    call.listener = () => undefined;
    call.wake = () => undefined;
  }
}

function requestsFor(
  questions: readonly QuestionView[],
  { misfits }: Parked,
): NonNullable<Parameters<typeof inputRequired>[0]['inputRequests']> {
  return Object.fromEntries(
    questions.map((question) => {
      const shown = shownQuestion(question, misfits.get(question.id));
      if (shown.mode === 'completion') return [question.id, inputRequired.createMessage(shown.params)];
      return [question.id, shown.mode === 'url' ? inputRequired.elicitUrl(shown) : inputRequired.elicit(shown)];
    }),
  );
}

const goneMessage =
  'This answer belongs to a call that is not there any more: it has ended, or Gatehouse was started anew. It was not run again. ' +
  'Look at what it did before you make the call anew.';
