// The Runtime of the daemon, over the owner's socket: the HTTP API in the words of the contract. Nothing is decided on this side.
import manifest from '../../../package.json' with { type: 'json' };
import {
  CapabilityError,
  isCapabilityError,
  type ApprovalView,
  type Call,
  type Caller,
  type Described,
  type ErrorCodeName,
  type EventQuery,
  type ListKind,
  type Explanation,
  type Outcome,
  type QuestionView,
  type RecordedEvent,
  type Runtime,
  type ToolDescription,
} from '../../contract/index.ts';
import { socketEvents } from '../../host/index.ts';
import {
  believed,
  exchangeOver,
  faultOf,
  isObject,
  readItem,
  socketRequestOf,
  streamFault,
  type Exchange,
  type RemotePlace,
  type RemoteRequest,
} from './exchange.ts';
import { approvalParameters, eventParameters, filterParameters, searchParameters } from './parameters.ts';
import { abortedOutcome, refusedOutcome, sendable } from './remote-call.ts';
import { streamedOutcome, withoutStatus, type SentOutcome } from './streamed-call.ts';
import { ownerOver } from './remote-owner.ts';

/** A daemon that works answers at once; composing a workspace takes it a moment. */
const patienceMs = 5_000;

/** Throws `daemon_unreachable` when nobody listens, and `store_locked` when what listens does not answer or is another version. */
export async function connectRemote(place: RemotePlace): Promise<Runtime> {
  const exchange = exchangeOver(place);
  const health = await askHealth(exchange, place);
  if (health.version !== manifest.version) {
    throw new CapabilityError(
      'store_locked',
      `The daemon that runs is Gatehouse ${health.version}, and this is ${manifest.version}. Stop it and start it again.`,
    );
  }
  return remoteRuntime({ socketPath: place.socketPath, workspace: health.workspace }, exchange);
}

interface Health {
  readonly version: string;
  readonly workspace: string;
}

async function askHealth({ read }: Exchange, { socketPath }: RemotePlace): Promise<Health> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await read<Health>({ method: 'GET', path: '/api/health', signal: patience });
  } catch (cause) {
    if (!patience.aborted) throw cause;
    // A process of our own beside one that stands still would wait for the same store.
    const message = `The daemon on ${socketPath} takes the connection and does not answer. Stop its process and start it again.`;
    throw new CapabilityError('store_locked', message, { cause });
  }
}

function remoteRuntime(place: RemotePlace, exchange: Exchange): Runtime {
  const { read } = exchange;
  const elicits = new Set<string>();
  const approvalPath = (id: string, act = '') => `/api/approvals/${encodeURIComponent(id)}${act}`;
  const questionPath = (id: string, act = '') => `/api/questions/${encodeURIComponent(id)}${act}`;
  return {
    workspace: place.workspace,
    tools: (caller, filter) => read({ method: 'GET', path: `/api/tools?${filterParameters(filter)}`, caller }),
    describeTool: (caller, name) => describe(exchange, caller, name),
    capabilities: (caller) => read({ method: 'GET', path: '/api/capabilities', caller }),
    searchTools: (caller, query, options) =>
      read({ method: 'GET', path: `/api/search?${searchParameters(query, options)}`, caller }),
    presentTools: (caller) => read({ method: 'GET', path: '/api/presentation', caller }),
    listChanges: (caller, signal) => listChanges(caller, signal, place),
    call: (call) => callTool(call, { exchange, place, elicits }),
    explain: (call) => explain(call, exchange),
    collect: async (caller, id) =>
      (await outcomeOf(exchange, { method: 'POST', path: approvalPath(id, '/collect'), caller })).outcome,
    approvals: (caller, filter) =>
      read({ method: 'GET', path: `/api/approvals?${approvalParameters(filter)}`, caller }),
    approval: (caller, id) =>
      orNull(read<ApprovalView>({ method: 'GET', path: approvalPath(id), caller }), ['unknown_approval']),
    async withdraw(caller, id) {
      const done = await orNull(read({ method: 'DELETE', path: approvalPath(id), caller }), [
        'unknown_approval',
        'not_answerable',
      ]);
      return done !== null;
    },
    questions: (caller, filter) =>
      read({ method: 'GET', path: `/api/questions?${approvalParameters(filter)}`, caller }),
    question: (caller, id) =>
      orNull(read<QuestionView>({ method: 'GET', path: questionPath(id), caller }), ['unknown_approval']),
    answerQuestion: (caller, id, answer) =>
      read({ method: 'POST', path: questionPath(id, '/elicited'), caller, body: answer }),
    mayElicit: (caller) => elicits.has(caller.principal),
    async elicited(caller, id, { onNotice, ...body }) {
      const request = { method: 'POST', path: approvalPath(id, '/elicited'), caller, body } as const;
      const sent = onNotice === undefined ? outcomeOf(exchange, request) : streamedOutcome(request, place, onNotice);
      return (await sent).outcome;
    },
    events: (query) => read({ method: 'GET', path: `/api/events?${eventParameters(query)}` }),
    follow: (query, signal) => follow(query, signal, place),
    matrix: () => read({ method: 'GET', path: '/api/policy/matrix' }),
    rules: () => read({ method: 'GET', path: '/api/rules' }),
    grants: () => read({ method: 'GET', path: '/api/grants' }),
    roots: () => read({ method: 'GET', path: '/api/roots' }),
    owner: ownerOver(exchange, place),
    close: () => Promise.resolve(),
  };
}

interface CallParts {
  readonly exchange: Exchange;
  readonly place: RemotePlace;
  /** Learns whose answers count: the daemon says so with every call that waits, which is when it is asked. */
  readonly elicits: Set<string>;
}

async function callTool(call: Call, { exchange, place, elicits }: CallParts): Promise<Outcome> {
  const sent = sendable(call);
  if (!sent.ok) return refusedOutcome(call.tool, sent.refusal);
  const { caller, signal, onNotice } = call;
  const request = { method: 'POST', path: '/api/calls', caller, body: sent.body, signal } as const;
  try {
    const { outcome, mayAnswer } =
      onNotice === undefined ? await outcomeOf(exchange, request) : await streamedOutcome(request, place, onNotice);
    if (mayAnswer) elicits.add(caller.principal);
    else if (outcome.kind === 'pending') elicits.delete(caller.principal);
    return outcome;
  } catch (cause) {
    if (signal?.aborted === true) return abortedOutcome(call.tool);
    throw cause;
  }
}

async function explain(call: Call, { read }: Exchange): Promise<Explanation> {
  const sent = sendable(call);
  if (!sent.ok) return { tool: call.tool, decision: null, refusal: sent.refusal };
  return read({ method: 'POST', path: '/api/explain', caller: call.caller, body: sent.body, signal: call.signal });
}

/** An outcome comes with the status of its class; a fault has the same statuses and no `kind`. */
async function outcomeOf({ ask }: Exchange, request: RemoteRequest): Promise<SentOutcome> {
  const { status, headers, value } = await ask(request);
  if (!isObject(value) || typeof value['kind'] !== 'string') throw faultOf(status, value);
  return { outcome: withoutStatus(value), mayAnswer: headers['x-gatehouse-elicitation'] === 'accepted' };
}

async function describe({ ask }: Exchange, caller: Caller, name: string): Promise<Described> {
  const { status, value } = await ask({
    method: 'GET',
    path: `/api/capabilities?tool_name=${encodeURIComponent(name.toWellFormed())}`,
    caller,
  });
  if (status === 200) return { ok: true, tool: believed<ToolDescription>(value) };
  const fault = faultOf(status, value);
  const { nearest } = fault.details;
  if (!Array.isArray(nearest)) throw fault;
  const names: readonly string[] = nearest.filter((item) => typeof item === 'string');
  return {
    ok: false,
    code: fault.code === 'unknown_tool' ? 'unknown' : 'invalid',
    message: fault.message,
    nearest: names,
  };
}

async function orNull<Answer>(work: Promise<Answer>, codes: readonly ErrorCodeName[]): Promise<Answer | null> {
  try {
    return await work;
  } catch (fault) {
    if (isCapabilityError(fault) && codes.includes(fault.code)) return null;
    throw fault;
  }
}

async function* follow(query: EventQuery, signal: AbortSignal, place: RemotePlace): AsyncIterable<RecordedEvent> {
  const path = `/api/events?${eventParameters(query)}`;
  try {
    for await (const data of socketEvents(socketRequestOf(place, { method: 'GET', path, signal }))) {
      yield believed<RecordedEvent>(readItem(data));
    }
  } catch (cause) {
    throw streamFault(cause);
  }
}

async function* listChanges(caller: Caller, signal: AbortSignal, place: RemotePlace): AsyncIterable<ListKind> {
  try {
    const request = { method: 'GET', path: '/api/list-changes', caller, signal } as const;
    for await (const data of socketEvents(socketRequestOf(place, request))) yield believed<ListKind>(readItem(data));
  } catch (cause) {
    if (signal.aborted) return;
    throw streamFault(cause);
  }
}
