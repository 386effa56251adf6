// The Runtime of the daemon, over the owner's socket: the HTTP API in the words of the contract. Nothing is decided on this side.
import {
  CapabilityError,
  type ApprovalView,
  type Call,
  type Caller,
  type CapabilitiesReport,
  type Described,
  type ErrorCodeName,
  type EventQuery,
  type Explanation,
  type JsonObject,
  type Outcome,
  type Owner,
  type RecordedEvent,
  type Runtime,
  type ToolFilter,
} from '../../contract/index.ts';
import { socketEvents } from '../../host/index.ts';
import { parseJson } from '../../text/index.ts';
import { answerLimits, exchangeOver, remoteHeaders, type Exchange, type RemotePlace, type RemoteRequest } from './exchange.ts';
import { eventParameters, filterParameters } from './parameters.ts';
import { ownerOver } from './remote-owner.ts';

/** Every status an outcome can come with. */
const outcomeStatuses = [403, 404, 422, 499, 500, 503];

/** Throws `daemon_unreachable` when nobody answers. */
export async function connectRemote(place: RemotePlace): Promise<Runtime> {
  const exchange = exchangeOver(place);
  const health = await exchange<{ readonly elicitation: readonly string[] }>({ method: 'GET', path: '/api/health' });
  return remoteRuntime(place, exchange, health.elicitation);
}

function remoteRuntime(place: RemotePlace, exchange: Exchange, elicitation: readonly string[]): Runtime {
  const owner: Owner = ownerOver(exchange, place);
  return {
    workspace: place.workspace,
    tools: (caller, filter: ToolFilter) => exchange({ method: 'GET', path: `/api/tools?${filterParameters(filter)}`, caller }),
    describeTool: (caller, name) => describe(exchange, caller, name),
    capabilities: (caller) => exchange<CapabilitiesReport>({ method: 'GET', path: '/api/capabilities', caller }),
    call: (call) => exchange<Outcome>({ ...callRequest('/api/calls', call), answers: outcomeStatuses }),
    explain: (call) => exchange<Explanation>(callRequest('/api/explain', call)),
    collect: (caller, id) => exchange<Outcome>({ method: 'POST', path: `/api/approvals/${encodeURIComponent(id)}/collect`, caller, answers: outcomeStatuses }),
    approvals: (caller, { show, limit }) =>
      exchange({ method: 'GET', path: `/api/approvals?show=${show ?? 'open'}&limit=${limit ?? 100}`, caller }),
    approval: (caller, id) => orNull(exchange<ApprovalView>({ method: 'GET', path: `/api/approvals/${encodeURIComponent(id)}`, caller }), 'unknown_approval'),
    async withdraw(caller, id) {
      const done = await orNull(exchange({ method: 'DELETE', path: `/api/approvals/${encodeURIComponent(id)}`, caller }), 'not_answerable');
      return done !== null;
    },
    mayElicit: (caller) => elicitation.includes(caller.principal),
    elicited: (caller, id, accepted) =>
      exchange<Outcome>({ method: 'POST', path: `/api/approvals/${encodeURIComponent(id)}/elicited`, caller, body: { accepted }, answers: [404, 422, 499] }),
    events: (query) => exchange<readonly RecordedEvent[]>({ method: 'GET', path: `/api/events?${eventParameters(query)}` }),
    follow: (query, signal) => follow(query, signal, place),
    matrix: () => exchange({ method: 'GET', path: '/api/policy/matrix' }),
    rules: () => exchange({ method: 'GET', path: '/api/rules' }),
    grants: () => exchange({ method: 'GET', path: '/api/grants' }),
    owner,
    close: () => Promise.resolve(),
  };
}

/** The arguments go as the text they came in: what was sent is what arrives. */
function callRequest(path: string, call: Call): RemoteRequest {
  const body = 'json' in call.arguments ? { tool: call.tool, json: call.arguments.json } : { tool: call.tool, arguments: call.arguments.value ?? {} };
  return { method: 'POST', path, caller: call.caller, body, signal: call.signal };
}

async function describe(exchange: Exchange, caller: Caller, name: string): Promise<Described> {
  const path = `/api/capabilities?tool_name=${encodeURIComponent(name)}`;
  const answer = await exchange<JsonObject>({ method: 'GET', path, caller, answers: [400, 404] });
  const error = answer['error'];
  // The daemon answers with one of the two shapes of `Described`, told apart by the error.
  if (typeof error !== 'object' || error === null) return { ok: true, tool: answer as never };
  const { message, code, details } = error as { message: string; code: string; details: { nearest?: readonly string[] } };
  return { ok: false, code: code === 'unknown_tool' ? 'unknown' : 'invalid', message, nearest: details.nearest ?? [] };
}

async function orNull<Answer>(work: Promise<Answer>, code: ErrorCodeName): Promise<Answer | null> {
  try {
    return await work;
  } catch (fault) {
    if (fault instanceof CapabilityError && fault.code === code) return null;
    throw fault;
  }
}

async function* follow(query: EventQuery, signal: AbortSignal, place: RemotePlace): AsyncIterable<RecordedEvent> {
  const path = `/api/events?${eventParameters(query)}`;
  for await (const data of socketEvents({ socketPath: place.socketPath, method: 'GET', path, headers: remoteHeaders(place, undefined), signal })) {
    const parsed = parseJson(data, answerLimits);
    if (parsed.ok) yield parsed.value as never;
  }
}

