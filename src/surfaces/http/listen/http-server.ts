// A server of node:http in front of a function from Request to Response, with limits against clients that send too much or too slowly.
import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** The connection of one request, as far as its answer has to do with it. */
export interface Connection {
  /** Ends it where it stands. */
  cut(): void;
  /** Told once, when the answer is sent or the client is gone. */
  onEnd(listener: () => void): void;
}

/** Never rejects. */
export type Answer = (request: Request, connection: Connection) => Promise<Response>;

export interface ServerLimits {
  readonly maxHeaderBytes: number;
  readonly maxConnections: number;
  /** For the head of a request: slow ones hold a connection for nothing (slowloris). */
  readonly headersTimeoutMs: number;
  /** For the whole of a request. Answers may take as long as they take. */
  readonly requestTimeoutMs: number;
}

/** Both server and listener are node's own; the adapter does not touch the global Request and Response. */
export function createHttpServer(answer: Answer, limits: ServerLimits): Server {
  const listener = getRequestListener((request, bindings) => answer(request, connectionOf(bindings as HttpBindings)), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = limits.maxConnections;
  return server;
}

function connectionOf({ outgoing }: HttpBindings): Connection {
  return {
    cut: () => void outgoing.destroy(),
    onEnd(listener) {
      if (outgoing.closed) listener();
      else outgoing.once('close', listener);
    },
  };
}
