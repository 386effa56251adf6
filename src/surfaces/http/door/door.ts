// What every request passes, on either listener: admission before anything else, then its place among those under way, then the API. Nothing is
// thrown out of here, and every answer leaves with the same protective headers.
import { CapabilityError } from '../../../contract/index.ts';
import type { Admission, Api } from '../api.ts';
import { replyFault, replyProtocol } from '../exchange/reply.ts';
import { wantsStream } from '../exchange/wants-stream.ts';
import type { Answer, Connection } from '../listen/http-server.ts';
import type { UnderWay } from './under-way.ts';

interface Admitted {
  readonly admission: Admission;
  /** Who it counts for. */
  readonly key: string;
}

/** Throws what a request is refused with. */
export type Admit = (request: Request) => Promise<Admitted>;

export interface DoorParts {
  readonly admit: Admit;
  readonly api: Api;
  readonly underWay: UnderWay;
  /** Told of faults that are ours. */
  readonly report: (message: string) => void;
}

export function createDoor(parts: DoorParts): Answer {
  return async (request, connection) => protect(await answer(request, connection, parts));
}

async function answer(
  request: Request,
  connection: Connection,
  { admit, api, underWay, report }: DoorParts,
): Promise<Response> {
  let signal: AbortSignal | null = null;
  try {
    if (underWay.isStopping())
      throw new CapabilityError('runtime_closed', 'Gatehouse is closing and takes no requests.');
    const { admission, key } = await admit(request);
    signal = underWay.enter({ key, isStream: request.method === 'GET' && wantsStream(request.headers) }, connection);
    if (signal === null)
      return replyProtocol(
        'too_many_requests',
        'This token has as many requests under way as it may. Wait for one to end.',
      );
    return await api({ ...admission, request, signal, cut: connection.cut });
  } catch (fault) {
    // Whose connection is gone hears nothing any more, and what broke off with it is no fault of ours.
    if (!(fault instanceof CapabilityError) && signal?.aborted !== true) report(describeFault(fault));
    return replyFault(fault);
  }
}

function describeFault(fault: unknown): string {
  return `A request met a fault of ours: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`;
}

/** No page may read, frame or cache an answer, and no browser may take one for something else. No CORS header is ever sent. */
const protection = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function protect(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(protection)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
