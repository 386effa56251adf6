// HTTP over a unix socket: how this program talks to its own daemon. The socket's mode is the authority, so no token and no URL.
import type { IncomingMessage } from 'node:http';
import { CapabilityError } from '../../../contract/index.ts';
import { readEvents } from './event-stream.ts';
import { hasSocket } from './has-socket.ts';

export interface SocketRequest {
  readonly socketPath: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface SocketAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The daemon is ours; a peer that is not, or has gone wrong, must not fill our memory all the same. */
const mostBytes = 256 * 1024 * 1024;

/** One request. Throws `daemon_unreachable` where nobody answers, and the signal's reason when it aborts. */
export async function socketRequest(wanted: SocketRequest): Promise<SocketAnswer> {
  const message = await send(wanted);
  return { status: message.statusCode ?? 0, headers: headersOf(message), body: await textOf(message, wanted) };
}

/**
 * The data of server-sent events, one string each, until the peer ends the stream or `signal` aborts (both end the iteration).
 * Throws `daemon_unreachable` where nobody answers, or the answer is not 200; its body is in the details then.
 */
export async function* socketEvents(wanted: SocketRequest): AsyncGenerator<string> {
  let message: IncomingMessage | null = null;
  try {
    message = await send({ ...wanted, headers: { accept: 'text/event-stream', ...wanted.headers } });
    if (message.statusCode !== 200) {
      const body = await textOf(message, wanted);
      throw new CapabilityError(
        'daemon_unreachable',
        `The daemon answered ${message.statusCode} to ${wanted.method} ${wanted.path}.`,
        {
          details: { status: message.statusCode ?? 0, body },
        },
      );
    }
    yield* readEvents(message);
  } catch (cause) {
    if (wanted.signal?.aborted === true) return;
    throw unreachable(wanted, cause);
  } finally {
    message?.destroy();
  }
}

function send(wanted: SocketRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const body = wanted.body === undefined ? null : Buffer.from(wanted.body);
    const length = body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) };
    // Taken with the first request that somebody may answer: it takes longer to load than all that most commands do.
    if (!hasSocket(wanted.socketPath)) throw unreachable(wanted, new Error('there is no socket'));
    const { Agent, request } = process.getBuiltinModule('node:http');
    const outgoing = request({
      socketPath: wanted.socketPath,
      method: wanted.method,
      path: wanted.path,
      headers: { host: 'localhost', ...length, ...wanted.headers },
      // An agent of its own: the global one may have been given a proxy by the environment.
      agent: new Agent(),
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
    });
    outgoing.once('response', resolve);
    outgoing.on('error', (cause) =>
      reject(wanted.signal?.aborted === true ? wanted.signal.reason : unreachable(wanted, cause)),
    );
    outgoing.end(body ?? undefined);
  });
}

async function textOf(message: IncomingMessage, wanted: SocketRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message) {
      // Without an encoding, http hands out buffers.
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
      chunks.push(bytes);
    }
  } catch (cause) {
    throw wanted.signal?.aborted === true ? wanted.signal.reason : unreachable(wanted, cause);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

function headersOf(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

function unreachable(wanted: SocketRequest, cause: unknown): Error {
  if (cause instanceof CapabilityError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CapabilityError('daemon_unreachable', `The daemon does not answer on ${wanted.socketPath}: ${why}.`, {
    cause,
  });
}
