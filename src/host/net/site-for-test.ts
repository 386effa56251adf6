// Sites on loopback and fetches of them, through the whole of createNetAccess. For tests alone.
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FetchAnswer, FetchRequest } from '../../contract/index.ts';
import { checkUrl } from './check-url.ts';
import { createNetAccess, type NetAccessNeeds } from './net-access.ts';
import { createNetPolicy } from './net-policy.ts';

export interface Site {
  readonly origin: string;
  readonly port: number;
  readonly seen: { url: string; method: string; headers: Record<string, unknown>; body: string }[];
  connections(): number;
}

export async function site(answer: RequestListener): Promise<Site> {
  const seen: Site['seen'] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', method: request.method ?? '', headers: { ...request.headers }, body });
      answer(request, response);
    });
  });
  server.on('connection', () => connections++);
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${port}`, port, seen, connections: () => connections };
}

export type Extra = Partial<Omit<NetAccessNeeds, 'policy'>> & {
  listed?: readonly string[];
  request?: Partial<FetchRequest>;
};

export async function get(url: string, extra: Extra = {}): Promise<FetchAnswer> {
  const { listed = [new URL(url).origin], request, ...needs } = extra;
  const policy = createNetPolicy({ internalOrigins: listed, blockedHosts: [], allowedHosts: [] });
  const verdict = checkUrl(url, policy);
  if (!verdict.ok) throw new Error(verdict.text);
  const access = createNetAccess({ policy, ...needs });
  return access.fetch(verdict.url, {
    method: 'GET',
    headers: {},
    maxBytes: 100_000,
    signal: new AbortController().signal,
    ...request,
  });
}

export const textOf = (answer: FetchAnswer): string => Buffer.from(answer.body).toString();

export interface RawSite {
  readonly origin: string;
  readonly port: number;
  /** Resolves when no connection is open any more. */
  idle(): Promise<void>;
}

/** A server that speaks no HTTP of its own accord: what each connection gets is up to the test. */
export async function rawSite(serve: (socket: Socket) => void): Promise<RawSite> {
  const open = new Set<Socket>();
  let tellIdle = (): void => undefined;
  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) tellIdle();
    });
    serve(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => (tellIdle = resolve))),
  };
}

/** On loopback; the port it got. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `listen` on a port makes the address an object.
  return (server.address() as AddressInfo).port;
}
