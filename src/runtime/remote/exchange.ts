// One request to the daemon and its answer: JSON that loses nothing, faults as the faults they are on the other side.
import { CapabilityError, errorCodes, type Caller, type ErrorCodeName, type JsonObject, type JsonValue } from '../../contract/index.ts';
import { socketRequest } from '../../host/index.ts';
import { parseJson } from '../../text/index.ts';

export interface RemotePlace {
  readonly socketPath: string;
  readonly workspace: string;
}

/** One request to the daemon: the answer's JSON, or a thrown fault. */
export type Exchange = <Answer>(request: RemoteRequest) => Promise<Answer>;

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Who asks. The owner's own command line where none is given. */
  readonly caller?: Caller;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Statuses, besides 2xx, whose body is an answer all the same. */
  readonly answers?: readonly number[];
}

export const answerLimits = { maxDepth: 512, maxBytes: 256 * 1024 * 1024 };
export function exchangeOver(place: RemotePlace): Exchange {
  return async <Answer>(request: RemoteRequest): Promise<Answer> => {
    const answer = await socketRequest({
      socketPath: place.socketPath,
      method: request.method,
      path: request.path,
      headers: remoteHeaders(place, request.caller),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    const parsed = parseJson(answer.body, answerLimits);
    if (!parsed.ok) throw new CapabilityError('daemon_unreachable', `The daemon answered ${answer.status} with something that is not JSON.`);
    const good = answer.status < 300 || request.answers?.includes(answer.status) === true;
    if (!good || isFault(parsed.value, request)) throw toFault(parsed.value, answer.status);
    // The daemon is of this version (its health said so on connecting) and writes what the contract says.
    return parsed.value as Answer;
  };
}

/** An outcome and a fault can share a status; only a fault is nothing but an `error`. */
function isFault(value: JsonValue, request: RemoteRequest): boolean {
  const describing = request.answers?.includes(400) === true;
  return !describing && typeof value === 'object' && value !== null && 'error' in value && !('kind' in value) && !('refusal' in value);
}

export function remoteHeaders(place: RemotePlace, caller: Caller | undefined): Record<string, string> {
  return {
    host: 'localhost',
    'content-type': 'application/json',
    'x-gatehouse-workspace': encodeURIComponent(place.workspace),
    ...(caller === undefined ? {} : { 'x-gatehouse-caller': Buffer.from(JSON.stringify(caller)).toString('base64url') }),
  };
}

function toFault(value: JsonValue, status: number): CapabilityError {
  const error = typeof value === 'object' && value !== null && 'error' in value ? (value as JsonObject)['error'] : null;
  if (typeof error !== 'object' || error === null) return new CapabilityError('daemon_unreachable', `The daemon answered ${status}.`);
  const { code, message, details } = error as { code?: string; message?: string; details?: JsonObject };
  const known = code !== undefined && Object.hasOwn(errorCodes, code);
  // Checked against the table in the line above.
  return new CapabilityError(known ? (code as ErrorCodeName) : 'internal', message ?? `The daemon answered ${status}.`, { details: details ?? {} });
}
