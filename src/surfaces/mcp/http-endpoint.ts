// MCP over streamable HTTP, both protocol eras on one path. Stands behind the checks of token, host and origin: it takes the caller that
// they made with every request and has no way to serve one without.
import { createMcpHandler, isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Caller } from '../../contract/index.ts';
import { createLegacySessions, rpcError } from './legacy-sessions.ts';
import { maxMessageBytes, readMessage, refuseBytes, type MessageRefusal } from './read-message.ts';
import { createMcpServerFactory, narrowed, type McpServerOptions } from './server-factory.ts';
import { createSubscriptions } from './changes/subscriptions.ts';

export type McpHttpOptions = Omit<McpServerOptions, 'callerFor'>;

interface McpHttpContext {
  /** Who sent this very request, as authenticated. */
  readonly caller: Caller;
}

export interface McpHttpEndpoint {
  /** Answers one request of the path. Never rejects for what a client sent. */
  handle(request: Request, context: McpHttpContext): Promise<Response>;
  /** Ends every session and aborts every call; resolves when they have come to their end. */
  close(): Promise<void>;
}

const sessionLimits = { idleMs: 24 * 60 * 60 * 1000, perPrincipal: 64 };

export function createMcpHttpHandler(options: McpHttpOptions): McpHttpEndpoint {
  // By the request object, which the SDK hands through: nothing that a client can write names a caller.
  const callers = new WeakMap<Request, Caller>();
  const servers = createMcpServerFactory({
    ...options,
    callerFor({ request }) {
      const caller = request === undefined ? undefined : callers.get(request);
      if (caller === undefined) throw new Error('An MCP request arrived without its caller.');
      return caller;
    },
  });
  const subscriptions = createSubscriptions(options.runtime, options.report);
  const modern = createMcpHandler(servers.factory, {
    legacy: 'reject',
    bus: subscriptions.bus,
    onerror: (error) => options.report(error.message),
  });
  const sessions = createLegacySessions({
    factory: servers.factory,
    now: () => performance.now(),
    limits: sessionLimits,
  });
  let closed = false;

  return {
    async handle(request, { caller }) {
      if (closed) return rpcError(503, -32603, 'Gatehouse is closing and takes no calls.');
      const seen = options.readOnly ? narrowed(caller) : caller;
      callers.set(request, seen);
      const { principal } = seen;
      if (request.method !== 'POST') return sessions.handle(request, { principal, message: undefined });
      if (!isJsonContentType(request.headers.get('content-type'))) {
        return rpcError(415, -32000, 'Send the message as application/json.');
      }
      const text = await readText(request);
      if (text instanceof Response) return text;
      const reading = readMessage(text);
      if (!reading.ok) return refusal(reading.refusal);
      const { message } = reading;
      if (await isLegacyRequest(request, message)) return sessions.handle(request, { principal, message });
      return subscriptions.as(seen, () => modern.fetch(request, { parsedBody: message }));
    },
    async close() {
      closed = true;
      await Promise.all([sessions.close(), modern.close()]);
      await servers.whenIdle();
    },
  };
}

function refusal(body: MessageRefusal): Response {
  return Response.json(body, { status: 400 });
}

/** The body as text, or the answer to one that cannot be read. */
async function readText(request: Request): Promise<string | Response> {
  const tooLarge = () =>
    rpcError(413, -32600, `The message is longer than ${maxMessageBytes} bytes. Send less, or in parts.`);
  if (Number(request.headers.get('content-length')) > maxMessageBytes) return tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let received = 0;
  let text = '';
  try {
    for await (const chunk of request.body ?? []) {
      received += chunk.byteLength;
      if (received > maxMessageBytes) return tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    const isNoText =
      error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    if (isNoText) return refusal(refuseBytes('The body is not UTF-8. Send JSON text in UTF-8.'));
    return rpcError(400, -32700, 'The body could not be read to its end.');
  }
}
