// Questions of running calls, open ones and the last that ended. Answers lie here sealed, and only until the process that asked has taken them.
import {
  CapabilityError,
  questionStatuses,
  type JsonObject,
  type NewEvent,
  type QuestionAsker,
  type QuestionStatus,
  type QuestionView,
  type Store,
  type StoredRecord,
} from '../../contract/index.ts';
import { bodyOf, bodyVersion, objectOf, oneOf, textOf, textOrNull, textsOf } from '../record-body.ts';

const collection = 'questions';
const openGroup = 'open';
const endedGroup = 'ended';
/** So many that ended are kept to be looked at. */
const mostEnded = 500;

export interface QuestionRecord {
  readonly view: QuestionView;
  readonly runtimeId: string;
  /** The answer, sealed, on its way to another process. */
  readonly sealed: string | null;
}

export interface QuestionEnding {
  readonly status: Exclude<QuestionStatus, 'open'>;
  readonly by: string | null;
  readonly sealed: string | null;
  readonly events: readonly NewEvent[];
}

export interface QuestionBook {
  find(id: string): Promise<QuestionRecord | null>;
  /** Oldest first. */
  list(which: 'open' | 'all'): Promise<readonly QuestionRecord[]>;
  open(record: QuestionRecord, events: readonly NewEvent[]): Promise<void>;
  /** Ends an open one, once over racing processes. Rejects with `not_answerable` where it is open no more. */
  end(record: QuestionRecord, ending: QuestionEnding): Promise<QuestionRecord>;
  /** The answer was taken. */
  forgetAnswer(record: QuestionRecord): Promise<void>;
  /** Removes what ended long ago. */
  tidy(): Promise<void>;
}

export function createQuestions(store: Store): QuestionBook {
  return {
    async find(id) {
      const record = await store.get(collection, id);
      return record === null ? null : toRecord(record);
    },
    async list(which) {
      return (await store.list(collection, which === 'open' ? openGroup : undefined)).map(toRecord);
    },
    async open(record, events) {
      await store.write({ puts: [stored(record)], events, movesPolicy: false });
    },
    async end(record, { status, by, sealed, events }) {
      const ended = { ...record, view: { ...record.view, status, endedBy: by }, sealed };
      await store.write({
        expects: { collection, id: record.view.id, group: openGroup },
        puts: [stored(ended)],
        events,
        movesPolicy: false,
      });
      return ended;
    },
    async forgetAnswer(record) {
      await store.write({ puts: [stored({ ...record, sealed: null })], movesPolicy: false });
    },
    async tidy() {
      const ended = await store.list(collection, endedGroup);
      const removes = ended.slice(0, Math.max(0, ended.length - mostEnded)).map(({ id }) => ({ collection, id }));
      if (removes.length > 0) await store.write({ removes, movesPolicy: false });
    },
  };
}

function stored({ view, runtimeId, sealed }: QuestionRecord): StoredRecord {
  const { askedBy, form, findings, ...rest } = view;
  const server = askedBy.kind === 'server' ? askedBy.name : null;
  const body: JsonObject = { ...rest, server, form: { ...form }, findings: [...findings], runtimeId, sealed };
  return {
    collection,
    id: view.id,
    group: view.status === 'open' ? openGroup : endedGroup,
    version: bodyVersion,
    body,
  };
}

function toRecord(record: StoredRecord): QuestionRecord {
  const body = bodyOf(record);
  const text = (name: string): string => textOf(body[name]);
  return {
    view: {
      kind: 'question',
      id: record.id,
      status: oneOf(record, 'status', questionStatuses),
      askedBy: askerOf(textOrNull(body['server']), text('agent')),
      message: text('message'),
      form: formOf(objectOf(body['form'])),
      findings: textsOf(body['findings']),
      tool: text('tool'),
      callId: text('callId'),
      agent: text('agent'),
      principal: text('principal'),
      session: text('session'),
      workspace: text('workspace'),
      createdAt: text('createdAt'),
      expiresAt: text('expiresAt'),
      endedBy: textOrNull(body['endedBy']),
    },
    runtimeId: text('runtimeId'),
    sealed: textOrNull(body['sealed']),
  };
}

function askerOf(server: string | null, agent: string): QuestionAsker {
  return server === null ? { kind: 'agent', name: agent } : { kind: 'server', name: server };
}

function formOf(form: JsonObject): QuestionView['form'] {
  if (form['mode'] === 'form') return { mode: 'form', schema: objectOf(form['schema']) };
  if (form['mode'] === 'url') return { mode: 'url', url: textOf(form['url']) };
  const { mode } = form;
  if (mode === 'sampling' || mode === 'completion') return { mode, request: objectOf(form['request']) };
  throw new CapabilityError('store_unavailable', 'A stored question is of no kind that is known.');
}
