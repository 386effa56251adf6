// The way out of the sandbox: an HTTP proxy that dials what the net guard allows, for the hosts that were granted, and nothing else.
import { request as forward, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
import { checkUrl } from '../check-url.ts';
import { canonicalAddress } from '../judge-address.ts';
import { createAddressJudge, type NetAccessNeeds } from '../net-access.ts';
import { covers, readHost, type NetPolicy } from '../net-policy.ts';
import { openTunnel } from '../wire/tunnel.ts';

export interface FilteringProxyNeeds extends Pick<NetAccessNeeds, 'resolve' | 'ownAddresses' | 'proxy'> {
  readonly policy: NetPolicy;
  /** Each with its subdomains. */
  readonly hosts: readonly string[];
}

export interface FilteringProxy {
  /** One connection of a client, which speaks HTTP to a proxy on it. */
  serve(connection: Duplex): void;
  /** Ends every connection. */
  close(): void;
}

const lookupMs = 5_000;
const connectMs = 10_000;
const limits = { connectMs, maxHeaderBytes: 32_768 };
const headersMs = 15_000;
const idleMs = 60_000;
/** More addresses than these are judged, but not tried one after the other. */
const mostDialled = 4;

/** Of one hop: they speak of the connection to us. */
const ownHeader = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|proxy-.*)$/i;

/** Throws `invalid_config` for a host that cannot be read. Nothing listens: connections are handed in. */
export function createFilteringProxy(needs: FilteringProxyNeeds): FilteringProxy {
  const granted = new Set(needs.hosts.map((host) => readHost('sandbox hosts', host)));
  const judge = createAddressJudge(needs, lookupMs);
  const open = new Set<Duplex>();

  /** The connection to where the text leads, by addresses that were judged. Throws where it may not lead there. */
  const dial = async (asked: string): Promise<{ readonly url: URL; readonly socket: Socket }> => {
    const verdict = checkUrl(asked, needs.policy);
    if (!verdict.ok) throw new CapabilityError('address_refused', verdict.text);
    const { host } = verdict.url;
    if (!covers(granted, host)) {
      throw new CapabilityError(
        'address_refused',
        `${host} is not among the hosts that this program may reach: ${[...granted].join(', ')}.`,
      );
    }
    const url = new URL(verdict.url.href);
    const signal = AbortSignal.timeout(connectMs);
    const addresses = await judge({ url, host, internal: verdict.internal }, signal, signal);
    const proxy = verdict.internal ? null : (needs.proxy ?? null);
    const pinned = addresses.slice(0, mostDialled);
    const made = proxy === null ? dialFirst(pinned, url) : openTunnel(proxy, { url, signal, limits }, pinned);
    return { url, socket: track(open, await made) };
  };
  const server = createServer({
    headersTimeout: headersMs,
    keepAliveTimeout: idleMs,
    maxHeaderSize: limits.maxHeaderBytes,
  });
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing, dial));
  server.on('connect', (incoming, connection, early) => {
    // What a client sends without waiting for the answer.
    connection.unshift(early);
    void tunnel(tunnelUrl(incoming.url ?? '', needs.policy), connection, dial);
  });
  return {
    serve(connection) {
      server.emit('connection', track(open, connection));
    },
    close() {
      for (const connection of open) connection.destroy();
    },
  };
}

function track<Connection extends Duplex>(open: Set<Duplex>, connection: Connection): Connection {
  open.add(connection);
  connection.on('error', () => undefined).once('close', () => open.delete(connection));
  return connection;
}

type Dial = (asked: string) => Promise<{ readonly url: URL; readonly socket: Socket }>;

/** CONNECT, for https and whatever else speaks first to a host: the bytes are passed on as they are. */
const statusTexts = { 403: 'Forbidden', 502: 'Bad Gateway' } as const;

async function tunnel(asked: string, connection: Duplex, dial: Dial): Promise<void> {
  try {
    const { socket } = await dial(asked);
    connection.write('HTTP/1.1 200 Connection established\r\n\r\n');
    await pipeline(connection, socket, connection);
  } catch (cause) {
    if (!connection.writable) return;
    const { status, text } = refusal(cause);
    connection.end(
      `HTTP/1.1 ${status} ${statusTexts[status]}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
  }
}

/** What will be spoken is not known; an internal origin is one with its scheme. */
function tunnelUrl(target: string, { internalOrigins }: NetPolicy): string {
  const plain = URL.parse(`http://${target}/`);
  return plain !== null && internalOrigins.has(plain.origin) ? plain.href : `https://${target}/`;
}

/** A request in the form that proxies get, with the whole URL. */
async function answer(incoming: IncomingMessage, outgoing: ServerResponse, dial: Dial): Promise<void> {
  try {
    const { url, socket } = await dial(plainUrl(incoming.url ?? ''));
    const hop = forward({
      // One request, on the connection that was judged.
      createConnection: () => socket,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...passedOn(incoming.rawHeaders), host: url.host, connection: 'close' },
      setHost: false,
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      hop.once('response', resolve).once('error', reject);
    });
    void pipeline(incoming, hop).catch(() => undefined);
    const found = await response;
    outgoing.writeHead(found.statusCode ?? 502, { ...passedOn(found.rawHeaders), connection: 'close' });
    await pipeline(found, outgoing);
  } catch (cause) {
    if (outgoing.headersSent) return void outgoing.destroy();
    const { status, text } = refusal(cause);
    outgoing.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
  }
}

/** A path alone would be a request to the proxy itself; https comes as CONNECT. */
function plainUrl(asked: string): string {
  if (/^http:\/\//i.test(asked)) return asked;
  throw new CapabilityError('address_refused', 'This is a proxy: ask it for a whole http URL, or with CONNECT.');
}

function passedOn(raw: readonly string[]): Record<string, string | string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at]?.toLowerCase(), raw[at + 1]];
    if (!ownHeader.test(name)) headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries(headers);
}

function refusal(cause: unknown): { readonly status: 403 | 502; readonly text: string } {
  const isRefused = isCapabilityError(cause) && cause.code === 'address_refused';
  const why = isCapabilityError(cause) ? cause.message : 'The host could not be reached.';
  return { status: isRefused ? 403 : 502, text: `Gatehouse: ${why}\n` };
}

async function dialFirst(addresses: readonly string[], url: URL): Promise<Socket> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  let last: unknown = new CapabilityError('fetch_failed', `${url.host} has no address.`);
  for (const address of addresses) {
    try {
      return await dialOne(address, port);
    } catch (cause) {
      last = cause;
    }
  }
  throw last;
}

function dialOne(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: connectMs });
    const fail = (cause: Error): void => {
      socket.destroy();
      reject(cause);
    };
    socket.once('timeout', () => fail(new Error('no answer in time')));
    socket.once('error', fail);
    socket.once('connect', () => {
      // The last word: this is where the bytes would go.
      if (canonicalAddress(socket.remoteAddress ?? '') !== canonicalAddress(host))
        return fail(new Error('another address'));
      socket.removeAllListeners('timeout').removeListener('error', fail).setTimeout(0);
      resolve(socket);
    });
  });
}
