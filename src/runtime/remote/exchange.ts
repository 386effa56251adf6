// One request to the daemon and its answer: JSON that loses nothing, faults as the faults they are on the other side.
import {
  CapabilityError,
  errorCodes,
  isCapabilityError,
  type Caller,
  type ErrorCodeName,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.ts';
import { socketRequest } from '../../host/index.ts';
import { parseJson } from '../../text/index.ts';

export interface RemotePlace {
  readonly socketPath: string;
  readonly workspace: string;
}

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who asks. The owner's own command line where none is given. */
  readonly caller?: Caller;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: JsonValue;
}

export interface Exchange {
  /** Any answer that is JSON. Throws `daemon_unreachable` where nobody answers, and the signal's reason when it aborts. */
  ask(request: RemoteRequest): Promise<RemoteAnswer>;
  /** What a route answers with. A fault of the other side is thrown here as what it was there. */
  read<Answer>(request: RemoteRequest): Promise<Answer>;
}

const answerLimits = { maxDepth: 512, maxBytes: 256 * 1024 * 1024 };

export function exchangeOver(place: RemotePlace): Exchange {
  async function ask(request: RemoteRequest): Promise<RemoteAnswer> {
    const { status, headers, body } = await socketRequest(socketRequestOf(place, request));
    const parsed = parseJson(body, answerLimits);
    if (parsed.ok) return { status, headers, value: parsed.value };
    throw new CapabilityError('daemon_unreachable', `The daemon answered ${status} with something that is not JSON.`);
  }
  return {
    ask,
    async read<Answer>(request: RemoteRequest): Promise<Answer> {
      const { status, value } = await ask(request);
      if (status >= 300) throw faultOf(status, value);
      return believed<Answer>(value);
    },
  };
}

/** The daemon is of this version, as it said when we connected, and writes what the contract says: the one cast of its answers. */
export function believed<Answer>(value: JsonValue): Answer {
  return value as Answer;
}

type SocketRequest = Parameters<typeof socketRequest>[0];

/** The request as it goes over the socket: who asks, and in which workspace, are in its head. */
export function socketRequestOf(
  place: RemotePlace,
  { method, path, caller, body, signal }: RemoteRequest,
): SocketRequest {
  return {
    socketPath: place.socketPath,
    method,
    path,
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      'x-gatehouse-workspace': encodeURIComponent(place.workspace),
      ...(caller === undefined
        ? {}
        : { 'x-gatehouse-caller': Buffer.from(JSON.stringify(caller)).toString('base64url') }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** One item of a stream. */
export function readItem(text: string): JsonValue {
  const parsed = parseJson(text, answerLimits);
  if (parsed.ok) return parsed.value;
  throw new CapabilityError('daemon_unreachable', 'The daemon sent an event that is not JSON.');
}

/** What a stream failed with: where the daemon refused it, the fault that it told. */
export function streamFault(cause: unknown): unknown {
  if (!isCapabilityError(cause)) return cause;
  const { status, body } = cause.details;
  const parsed = typeof body === 'string' ? parseJson(body, answerLimits) : null;
  return typeof status === 'number' && parsed?.ok === true ? faultOf(status, parsed.value) : cause;
}

export function faultOf(status: number, value: JsonValue): CapabilityError {
  const error = memberOf(value, 'error');
  const [code, message, details] = [memberOf(error, 'code'), memberOf(error, 'message'), memberOf(error, 'details')];
  const text = typeof message === 'string' ? message : `The daemon answered ${status} without saying why.`;
  return new CapabilityError(codeOf(code, status), text, isObject(details) ? { details } : {});
}

/** Codes of HTTP itself have no word in the contract: a request that we made wrong, or a fault. */
function codeOf(code: JsonValue | undefined, status: number): ErrorCodeName {
  if (typeof code === 'string' && isCode(code)) return code;
  return status >= 400 && status < 500 ? 'malformed_request' : 'internal';
}

function isCode(code: string): code is ErrorCodeName {
  return Object.hasOwn(errorCodes, code);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
