// Questions of running calls between the call that waits, in this process, and whoever answers, in any process of the owner.
import {
  CapabilityError,
  isCapabilityError,
  type AskedQuestion,
  type Clock,
  type JsonObject,
  type Journal,
  type NewEvent,
  type OpenQuestion,
  type QuestionAnswer,
  type QuestionEnd,
  type Questions,
  type QuestionStatus,
  type QuestionView,
} from '../../contract/index.ts';
import type { Seal } from '../../host/index.ts';
import type { QuestionBook, QuestionRecord } from '../../state/index.ts';
import { canonicalJson, newId, parseJson } from '../../text/index.ts';
import type { CheckAnswer } from './check-answer.ts';

export interface QuestionDesk extends Questions {
  list(which: 'open' | 'all'): Promise<readonly QuestionView[]>;
  find(id: string): Promise<QuestionView | null>;
  /** Rejects with `unknown_approval`, `not_answerable`, or `malformed_request` for an answer that does not fit: then it stays open. */
  answer(id: string, answer: QuestionAnswer, by: string): Promise<QuestionView>;
  /** Closes what a process that died left open, and forgets what ended long ago. */
  tidy(): Promise<void>;
  /** Ends what waits here. */
  close(): Promise<void>;
}

export interface QuestionDeskNeeds {
  readonly book: QuestionBook;
  readonly journal: Pick<Journal, 'lease' | 'changeCount' | 'isLive'>;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly check: CheckAnswer;
  /** HMAC with the key of this home: what was answered is told apart by it, and not told. */
  readonly keyed: (text: string) => string;
  readonly expiryMs: number;
  /** Keeps this process alive: a call that waits for a person may be all that it does. Answers how to let go. */
  readonly stayAlive: () => () => void;
}

/** How soon an answer of another process is noticed. */
const lookMs = 200;

export function createQuestionDesk(needs: QuestionDeskNeeds): QuestionDesk {
  const { book } = needs;
  const waiting = new Map<string, Waiting>();
  return {
    list: async (which) => (await book.list(which)).map(({ view }) => view),
    find: async (id) => (await book.find(id))?.view ?? null,
    open: (asked) => open(asked, { needs, waiting }),
    answer: (id, answer, by) => giveAnswer({ id, answer, by }, { needs, waiting }),
    async tidy() {
      for (const record of await book.list('open'))
        if (await isLeft(record, { needs, waiting })) await leave(record, needs);
      await book.tidy();
    },
    async close() {
      await Promise.all([...waiting.values()].map(({ stop }) => stop('interrupted')));
    },
  };
}

type Ended = Exclude<QuestionStatus, 'open'>;

interface Waiting {
  readonly settle: (end: QuestionEnd) => void;
  /** Ends the question, and with it the waiting. Never rejects. */
  readonly stop: (status: Ended) => Promise<void>;
}

interface DeskParts {
  readonly needs: QuestionDeskNeeds;
  readonly waiting: Map<string, Waiting>;
}

async function open(asked: AskedQuestion, { needs, waiting }: DeskParts): Promise<OpenQuestion> {
  const { book, clock, expiryMs } = needs;
  const record = newRecord(asked, needs);
  const { view } = record;
  const { promise: end, resolve } = Promise.withResolvers<QuestionEnd>();
  let ends: readonly (() => void)[] = [];
  const settle = (with_: QuestionEnd): void => {
    for (const cease of ends) cease();
    waiting.delete(view.id);
    resolve(with_);
  };
  const stop = async (status: Ended): Promise<void> => {
    try {
      await book.end(record, { status, by: null, sealed: null, events: [endedEvent(record, { status, by: null })] });
      settle(endOf(status));
    } catch (cause) {
      // Somebody was first; and where the store is away nobody waits for it.
      const ended =
        isCapabilityError(cause) && cause.code === 'not_answerable' ? await book.find(view.id).catch(() => null) : null;
      settle(ended === null ? endOf(status) : await takeAnswer(ended, needs));
    }
  };
  waiting.set(view.id, { settle, stop });
  try {
    await book.open(record, [askedEvent(record)]);
  } catch (cause) {
    waiting.delete(view.id);
    throw cause;
  }
  ends = [needs.stayAlive(), clock.after(expiryMs, () => void stop('expired')), watch(record, needs, settle)];
  return { view, end, withdraw: async () => (waiting.has(view.id) ? stop('withdrawn') : undefined) };
}

/** Other processes answer through the store. Answers how it is ended. */
function watch({ view }: QuestionRecord, needs: QuestionDeskNeeds, settle: Waiting['settle']): () => void {
  const { book, clock, journal } = needs;
  let seen = -1;
  let isOver = false;
  let cancel = (): void => undefined;
  const look = async (): Promise<void> => {
    const count = await journal.changeCount();
    if (count === seen) return;
    seen = count;
    const now = await book.find(view.id);
    // One that was answered and is not sealed was given in this process, which hands it over itself.
    const isHere = now?.view.status === 'answered' && now.sealed === null;
    if (now !== null && now.view.status !== 'open' && !isHere && !isOver) settle(await takeAnswer(now, needs));
  };
  const turn = async (): Promise<void> => {
    // What cannot be read now is looked at again; the time of the question ends it either way.
    await look().catch(() => undefined);
    next();
  };
  const next = (): void => {
    if (!isOver) cancel = clock.after(lookMs, () => void turn());
  };
  next();
  return (): void => {
    isOver = true;
    cancel();
  };
}

/** Sealed until here, and gone from the store afterwards. */
async function takeAnswer(record: QuestionRecord, { book, seal }: QuestionDeskNeeds): Promise<QuestionEnd> {
  const { view, sealed } = record;
  // Without what was answered nothing was.
  if (view.status !== 'answered' || sealed === null) return endOf(view.status);
  try {
    const parsed = parseJson(seal.open(Buffer.from(sealed, 'base64'), view.id));
    await book.forgetAnswer(record);
    if (parsed.ok) return { act: 'accept', values: parsed.value as JsonObject }; // a cast: it was checked before it was sealed
  } catch {
    // Then it is no answer.
  }
  return { act: 'cancel', reason: 'The answer could not be read.' };
}

interface Giving {
  readonly id: string;
  readonly answer: QuestionAnswer;
  readonly by: string;
}

const statusOf = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

async function giveAnswer({ id, answer, by }: Giving, { needs, waiting }: DeskParts): Promise<QuestionView> {
  const { book, seal, check, keyed } = needs;
  const record = await book.find(id);
  if (record === null)
    throw new CapabilityError('unknown_approval', `No question has the id ${JSON.stringify(id.slice(0, 80))}.`);
  if (record.view.status !== 'open') throw notOpen(record.view);
  const checked = await check(record.view.form, answer);
  const status = statusOf[checked.act];
  const text = checked.act === 'accept' ? canonicalJson(checked.values) : null;
  const here = waiting.get(id);
  const sealed = text === null || here !== undefined ? null : Buffer.from(seal.close(text, id)).toString('base64');
  const told = text === null ? { status, by } : { status, by, digest: keyed(text) };
  const { view } = await book.end(record, { status, by, sealed, events: [endedEvent(record, told)] });
  here?.settle(checked.act === 'accept' ? checked : endOf(status));
  return view;
}

function notOpen({ id, status }: QuestionView): CapabilityError {
  return new CapabilityError('not_answerable', `The question ${id} is ${status}: it cannot be answered any more.`);
}

/** Nobody waits for it any more. */
async function isLeft({ view, runtimeId }: QuestionRecord, { needs, waiting }: DeskParts): Promise<boolean> {
  if (waiting.has(view.id)) return false;
  const { journal, clock } = needs;
  if (Date.parse(view.expiresAt) + lookMs < clock.now()) return true;
  return runtimeId !== journal.lease.runtimeId && !(await journal.isLive(runtimeId));
}

async function leave(record: QuestionRecord, { book }: QuestionDeskNeeds): Promise<void> {
  const status = 'interrupted';
  try {
    await book.end(record, { status, by: null, sealed: null, events: [endedEvent(record, { status, by: null })] });
  } catch (cause) {
    // Another process tidies too.
    if (!isCapabilityError(cause) || cause.code !== 'not_answerable') throw cause;
  }
}

function newRecord(
  { caller, ...asked }: AskedQuestion,
  { clock, journal, expiryMs }: QuestionDeskNeeds,
): QuestionRecord {
  const now = clock.now();
  const { agent, principal, session, workspace } = caller;
  const view: QuestionView = {
    ...asked,
    kind: 'question',
    id: newId('qst'),
    status: 'open',
    agent,
    principal,
    session,
    workspace,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + expiryMs).toISOString(),
    endedBy: null,
  };
  return { view, runtimeId: journal.lease.runtimeId, sealed: null };
}

const reasons: Readonly<Record<Exclude<QuestionStatus, 'open' | 'answered'>, string>> = {
  declined: 'The user declined.',
  cancelled: 'The user did not answer.',
  expired: 'Nobody answered in time.',
  withdrawn: 'The question was taken back.',
  interrupted: 'Gatehouse stopped while the question was open.',
};

function endOf(status: QuestionStatus): QuestionEnd {
  if (status === 'open' || status === 'answered') return { act: 'cancel', reason: 'The answer is lost.' };
  return { act: status === 'declined' ? 'decline' : 'cancel', reason: reasons[status] };
}

/** Null where the agent itself asks, which is named beside it. */
function serverOf({ askedBy }: QuestionView): string | null {
  return askedBy.kind === 'server' ? askedBy.name : null;
}

function askedEvent({ view }: QuestionRecord): NewEvent {
  const { id, callId, tool, form, principal, session, agent, message } = view;
  const envelope = {
    question: id,
    call: callId,
    tool,
    server: serverOf(view),
    mode: form.mode,
    agent,
    principal,
    session,
  };
  return { kind: 'question_asked', envelope, values: { message } };
}

interface Told {
  readonly status: Ended;
  readonly by: string | null;
  readonly digest?: string;
}

/** Of an answer its digest with the key of this home is recorded, and never what it says. */
function endedEvent({ view }: QuestionRecord, told: Told): NewEvent {
  const { id, callId, tool, session, principal } = view;
  return {
    kind: 'question_ended',
    envelope: { question: id, call: callId, tool, server: serverOf(view), principal, session, ...told },
    values: {},
  };
}
