// The sessions of 2025-era clients over HTTP: which exist, whose they are, and when they end. An id finds a session and proves nothing: every
// request comes with its own authenticated principal, and another's session is as unknown as one that never was.
import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type McpServerFactory,
} from '@modelcontextprotocol/server';

interface SessionLimits {
  /** After so long without a request a session ends. */
  readonly idleMs: number;
  /** One more than so many, and the principal's longest unused one ends. */
  readonly perPrincipal: number;
}

export interface LegacySessionsDeps {
  readonly factory: McpServerFactory;
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number;
  readonly limits: SessionLimits;
}

interface LegacyExchange {
  readonly principal: string;
  /** The body of a POST; undefined for other methods. */
  readonly message: JSONRPCMessage | undefined;
}

export interface LegacySessions {
  handle(request: Request, exchange: LegacyExchange): Promise<Response>;
  readonly count: number;
  /** Ends every session and aborts its calls. */
  close(): Promise<void>;
}

interface Session {
  readonly principal: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

export function createLegacySessions({ factory, now, limits }: LegacySessionsDeps): LegacySessions {
  const sessions = new Map<string, Session>();

  return {
    async handle(request, { principal, message }) {
      const id = request.headers.get('mcp-session-id');
      if (id === null)
        return message !== undefined && isInitializeRequest(message)
          ? open(request, principal, message)
          : sessionless(request);
      await endIdle();
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principal) return rpcError(404, -32001, 'Session not found');
      session.usedAt = now();
      return session.transport.handleRequest(request, { parsedBody: message });
    },
    get count() {
      return sessions.size;
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };

  async function open(request: Request, principal: string, message: JSONRPCMessage): Promise<Response> {
    await endIdle();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      async onsessioninitialized(id) {
        sessions.set(id, { principal, transport, usedAt: now() });
        // Counted once it is there: many that open at the same time would else all find room.
        await endSurplus(principal);
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    const server = await factory({ era: 'legacy', requestInfo: request });
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: message });
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async function endIdle(): Promise<void> {
    const oldest = now() - limits.idleMs;
    const idle = [...sessions.values()].filter(({ usedAt }) => usedAt < oldest);
    await Promise.all(idle.map(({ transport }) => transport.close()));
  }

  async function endSurplus(principal: string): Promise<void> {
    const own = [...sessions.values()]
      .filter((session) => session.principal === principal)
      .toSorted((a, b) => a.usedAt - b.usedAt);
    const surplus = own.slice(0, Math.max(own.length - limits.perPrincipal, 0));
    await Promise.all(surplus.map(({ transport }) => transport.close()));
  }
}

/** An answer that belongs to no request of JSON-RPC. */
export function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}

function sessionless(request: Request): Response {
  if (!['GET', 'POST', 'DELETE'].includes(request.method)) {
    return Response.json(
      { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Method not allowed.' } },
      { status: 405, headers: { allow: 'GET, POST, DELETE' } },
    );
  }
  return rpcError(
    400,
    -32000,
    'No session: open one with an initialize request, and send its Mcp-Session-Id with every other.',
  );
}
