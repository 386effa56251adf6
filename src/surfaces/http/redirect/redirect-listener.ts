// Waits on loopback for a browser that a login sends back. It takes one path, says the same to everybody, and sends nobody anywhere.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface RedirectListener {
  readonly port: number;
  /**
   * The address with which the browser came back, of the login with that state; whoever comes with another one is told so and counts for
   * nothing. The browser waits for what `tell` says of it.
   */
  wait(redirectUri: string, state: string): Promise<Returned>;
  close(): Promise<void>;
}

export interface Returned {
  readonly address: string;
  readonly tell: (isDone: boolean) => void;
}

/** Null where the port is taken. 0 is a free one. On both loopback addresses, as far as this machine has them: names mean either. */
export async function listenForRedirect(port: number): Promise<RedirectListener | null> {
  let found: Wanted | null = null;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (found !== null && isBack(request, found)) return found.come(request, response);
    return say(response, 400, 'This is not what a login waits for. You can close this window.');
  };
  const first = await listen(port, '127.0.0.1', answer);
  if (first === null) return null;
  const place = first.address();
  const taken = typeof place === 'object' && place !== null ? place.port : port;
  const servers = [first, await listen(taken, '::1', answer)].filter((server) => server !== null);
  return {
    port: taken,
    wait: (redirectUri, state) =>
      new Promise((resolve) => {
        const come = (request: IncomingMessage, response: ServerResponse): void => {
          found = null;
          const address = new URL(request.url ?? '', redirectUri).href;
          const tell = (isDone: boolean): void =>
            isDone
              ? say(response, 200, 'You are logged in. You can close this window.')
              : say(response, 400, 'The login did not work. What went wrong stands in the terminal.');
          resolve({ address, tell });
        };
        found = { redirectUri: new URL(redirectUri), state, come };
      }),
    async close() {
      for (const server of servers) server.closeIdleConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

interface Wanted {
  readonly redirectUri: URL;
  readonly state: string;
  readonly come: (request: IncomingMessage, response: ServerResponse) => void;
}

/** By the host that was asked for, too: no page can make a name of its own lead here. */
function isBack({ method, url = '', headers }: IncomingMessage, { redirectUri, state }: Wanted): boolean {
  if (method !== 'GET' || headers.host !== redirectUri.host || !url.startsWith('/')) return false;
  const asked = URL.parse(url, redirectUri.href);
  if (asked === null || asked.origin !== redirectUri.origin || asked.pathname !== redirectUri.pathname) return false;
  return asked.searchParams.get('state') === state;
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`${text}\n`);
}

function listen(
  port: number,
  host: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server | null> {
  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 10_000 }, answer);
  server.maxConnections = 20;
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}
