// Opens a connection through the owner's forward proxy. The proxy is told an address that was judged, never a name: it could look up another.
import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { CapabilityError } from '../../../contract/index.ts';
import { startDeadline } from './deadline.ts';
import type { Hop, NetLimits } from './hop.ts';

/** The setting `net.proxy`: null for `direct`. Throws `invalid_config`. */
export function readProxy(text: string): URL | null {
  if (text === 'direct') return null;
  const url = URL.parse(text);
  // Credentials would stand in a file that is not made for secrets, and a path would suggest something that is not done.
  if (url?.protocol === 'http:' && `${url.origin}/` === url.href) return url;
  throw new CapabilityError(
    'invalid_config',
    `net.proxy: ${JSON.stringify(text.replace(/\/\/.*@/, '//…@'))} is not a proxy. Write direct, or scheme, host and port without credentials, such as http://proxy.example:3128.`,
  );
}

interface TunnelHop extends Pick<Hop, 'url' | 'signal'> {
  readonly limits: Pick<NetLimits, 'connectMs' | 'maxHeaderBytes'>;
}

/** Tries the addresses one after the other, all within the time to connect. */
export async function openTunnel(
  proxy: URL,
  { url, limits, signal }: TunnelHop,
  addresses: readonly string[],
): Promise<Socket> {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const deadline = startDeadline(limits.connectMs, 'UND_ERR_CONNECT_TIMEOUT', signal);
  let failure = new Error('there is no address to connect to');
  try {
    for (const address of addresses) {
      const target = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
      try {
        return await tunnelTo(proxy, target, { maxHeaderSize: limits.maxHeaderBytes, signal: deadline.signal });
      } catch (cause) {
        deadline.signal.throwIfAborted();
        if (cause instanceof Error) failure = cause;
      }
    }
  } finally {
    deadline.met();
  }
  throw failure;
}

function tunnelTo(
  proxy: URL,
  target: string,
  limits: { readonly maxHeaderSize: number; readonly signal: AbortSignal },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const asking = request({
      method: 'CONNECT',
      path: target,
      headers: { host: target },
      // A connection of our own, so that no agent's proxy from the environment comes between.
      createConnection: () =>
        connect({ host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(proxy.port || '80') }),
      ...limits,
    });
    asking.once('error', (cause) => {
      const text = limits.signal.aborted ? 'given up' : 'the proxy of the setting net.proxy cannot be reached';
      reject(new Error(text, { cause }));
    });
    asking.once('connect', ({ statusCode = 0 }, socket, head) => {
      // Bytes before ours are no answer to anything that was asked.
      if (statusCode >= 200 && statusCode < 300 && head.length === 0) {
        // Made by `connect` above; the type says Duplex, since other agents may bring other streams.
        return resolve(socket as Socket);
      }
      socket.destroy();
      return reject(new Error(`the proxy of the setting net.proxy answered ${statusCode} and did not connect`));
    });
    asking.end();
  });
}
