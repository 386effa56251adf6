// Makes the connection of a hop: to an address that was judged and nowhere else, directly or through the owner's proxy.
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector as Connector } from 'undici';
import type { Hop } from './wire/hop.ts';
import { canonicalAddress } from './judge-address.ts';
import { openTunnel } from './wire/tunnel.ts';

/** More addresses than these are judged, but not tried one after the other. */
const mostDialled = 8;

/** As much of a hop as its connection needs. */
type Dialled = Pick<Hop, 'url' | 'addresses' | 'proxy' | 'limits' | 'signal'>;

/** What undici connects with. A tunnel is open when this resolves. */
export async function connectJudged(hop: Dialled, buildConnector: typeof Connector): Promise<Connector.connector> {
  const pinned = hop.addresses.slice(0, mostDialled);
  const connect = buildConnector({
    lookup: pinnedLookup(pinned),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
    // Not NODE_TLS_REJECT_UNAUTHORIZED's choice.
    rejectUnauthorized: true,
    maxCachedSessions: 0,
    timeout: hop.limits.connectMs,
    allowH2: false,
  });
  if (hop.proxy === null) return provenConnector(connect, new Set(pinned.map(canonicalAddress)));
  const httpSocket = await openTunnel(hop.proxy, hop, pinned);
  return (options, callback) => {
    if (options.protocol === 'https:') connect({ ...options, httpSocket }, callback);
    // Not before the connector has returned: undici is not ready for it.
    else queueMicrotask(() => callback(null, httpSocket));
  };
}

function provenConnector(connect: Connector.connector, expected: ReadonlySet<string | null>): Connector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // The last word: whatever undici or Node did with the name, this is where the bytes would go.
      if (expected.has(canonicalAddress(socket.remoteAddress ?? ''))) return callback(null, socket);
      socket.destroy();
      return callback(new Error('the connection did not lead to the address that was checked'), null);
    });
}

/** Answers the judged addresses for the one name that is dialled. Literal addresses never come here. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (options.all === true || first === undefined) return callback(null, found);
    return callback(null, first.address, first.family);
  };
}
