// The daemon: one home, served to its owner on a unix socket and to clients with a token on loopback. Says how it starts and in which order it
// ends; what a request may do is decided at the doors and in the runtime.
import type { Server } from 'node:http';
import manifest from '../../../package.json' with { type: 'json' };
import type { Runtime } from '../../contract/index.ts';
import { createApi } from './api.ts';
import type { DaemonHome } from './daemon-home.ts';
import { createClientDoor } from './door/client-door.ts';
import { ownHosts } from './door/check-place.ts';
import { createDoor } from './door/door.ts';
import { createOwnerDoor, ownerKey } from './door/owner-door.ts';
import { createClientToken, createTokenBook, type TokenBook } from './door/token-book.ts';
import { createUnderWay, type UnderWay } from './door/under-way.ts';
import { createEnding, type Ending } from './ending.ts';
import type { DaemonFacts } from './exchange/route.ts';
import { createHttpServer, type Answer, type ServerLimits } from './listen/http-server.ts';
import { listenSocket } from './listen/listen-socket.ts';
import { listenTcp } from './listen/listen-tcp.ts';
import { createMcpRoute, type McpRoute } from './mcp-route.ts';
import { apiRoutes } from './routes/api-routes.ts';

export interface DaemonOptions {
  /** The daemon closes it when it ends, also when it could not start. */
  readonly home: DaemonHome;
  /** 0 takes any free one. */
  readonly port: number;
  /** The workspace that tokens work in. */
  readonly workspace: string;
  /** Told, for the operator, of what goes wrong while it runs. */
  readonly report: (message: string) => void;
}

export interface Daemon {
  readonly url: string;
  /** The file that holds the token for clients of this machine. */
  readonly tokenFile: string;
  readonly socketPath: string;
  /** Takes no more requests, ends those under way, then closes the runtimes. */
  close(): Promise<void>;
}

const tcpLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxConnections: 2_048,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
};
/** A caller that is narrowed to a list of tools makes a long header. */
const socketLimits: ServerLimits = {
  ...tcpLimits,
  maxHeaderBytes: 1024 * 1024,
  maxConnections: 2_048,
  requestTimeoutMs: 300_000,
};
/** The gate takes 1 MiB of arguments and says so itself; beyond this a body is not read at all. The owner may send what its own process could. */
const maxBodyBytes = { client: 4 * 1024 * 1024, owner: 64 * 1024 * 1024 };
const perToken = { requests: 1_024, streams: 16 };
const perOwner = { requests: 1024, streams: 256 };

/** How often the tokens of open requests are looked at anew: one that was revoked loses its streams. */
const revocationMs = 1_000;
/** How long requests under way may take to come to their end when the daemon stops. */
const graceMs = 5_000;

/** Throws `store_locked` where a daemon of this home runs already. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const ending = createEnding();
  ending.first(() => options.home.close());
  try {
    return await open(options, ending);
  } catch (cause) {
    await ending.run();
    throw cause;
  }
}

async function open(options: DaemonOptions, ending: Ending): Promise<Daemon> {
  const { home, port, workspace, report } = options;
  const underWay = createUnderWay((key) => (key === ownerKey ? perOwner : perToken));
  const doors = Promise.withResolvers<Doors>();
  // Nobody may be waiting when it fails.
  doors.promise.catch(() => undefined);
  ending.first(() => doors.reject(new Error('The daemon did not start.')));

  // The socket first: it tells whether a daemon runs already. Requests wait until all is there.
  const ownerServer = createHttpServer(async (...given) => (await doors.promise).owner(...given), socketLimits);
  await listenSocket(ownerServer, { path: home.ownerSocket, removeFile: (path) => home.removeFile(path) });
  ending.first(() => shut(ownerServer));

  const token = createClientToken();
  home.protectSecret('GATEHOUSE_CLIENT_TOKEN', token);
  const runtime = await home.runtimeFor(workspace);
  const clientServer = createHttpServer(async (...given) => (await doors.promise).client(...given), tcpLimits);
  const boundPort = await listenTcp(clientServer, port);
  ending.first(() => shut(clientServer));
  for (const server of [ownerServer, clientServer])
    server.on('error', (cause) => report(`A listener failed: ${cause.message}`));

  const url = `http://127.0.0.1:${boundPort}`;
  const daemon: DaemonFacts = { version: manifest.version, url, pid: process.pid };
  const tokens = createTokenBook(token, (hash) => home.identify(hash));
  const mcp = createMcpRoute(runtime, report);
  ending.first(() => endRequests(underWay, mcp));
  const clientApi = createApi({
    routes: apiRoutes,
    daemon,
    maxBodyBytes: maxBodyBytes.client,
    mcp: mcp.handle,
    report,
  });
  const ownerApi = createApi({ routes: apiRoutes, daemon, maxBodyBytes: maxBodyBytes.owner, mcp: null, report });
  doors.resolve({
    client: createDoor({
      admit: createClientDoor({ runtime, tokens, ownHosts: ownHosts(boundPort) }),
      api: clientApi,
      underWay,
      report,
    }),
    owner: createDoor({
      admit: createOwnerDoor({
        runtimeFor: (folder) => home.runtimeFor(folder),
        workspace: runtime.workspace,
        userId: process.getuid?.() ?? 0,
      }),
      api: ownerApi,
      underWay,
      report,
    }),
  });
  ending.first(watchRevocations(underWay, tokens));
  await announce(options, { token, daemon, runtime }, ending);
  return { url, tokenFile: home.clientToken, socketPath: home.ownerSocket, close: ending.run };
}

interface Doors {
  readonly client: Answer;
  readonly owner: Answer;
}

interface Announcement {
  readonly token: string;
  readonly daemon: DaemonFacts;
  readonly runtime: Runtime;
}

/** The files that tell the programs of this user where the daemon is, and with which token its clients come. */
async function announce(
  { home }: DaemonOptions,
  { token, daemon, runtime }: Announcement,
  ending: Ending,
): Promise<void> {
  ending.first(async () => {
    await home.removeFile(home.daemonFile);
    await home.removeFile(home.clientToken);
  });
  await home.writePrivateFile(home.clientToken, `${token}\n`);
  await home.writePrivateFile(
    home.daemonFile,
    `${JSON.stringify({ ...daemon, workspace: runtime.workspace }, null, 2)}\n`,
  );
}

/** Sessions of MCP hold streams open, so both come to their end together. */
async function endRequests(underWay: UnderWay, mcp: McpRoute): Promise<void> {
  underWay.stop();
  await Promise.all([mcp.close(), underWay.whenIdle(graceMs)]);
}

/** Answers how to end it. */
function watchRevocations(underWay: UnderWay, tokens: TokenBook): () => void {
  const isWelcome = async (key: string): Promise<boolean> => key === ownerKey || tokens.isLive(key);
  // While the store is away nothing is known of tokens; what is under way then ends by its own means.
  const timer = setInterval(() => void underWay.dismiss(isWelcome).catch(() => undefined), revocationMs);
  timer.unref();
  return () => clearInterval(timer);
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
