// One connection to one server, through the SDK's client: either protocol era, tools page by page, calls with their limits.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client, Transport } from '@modelcontextprotocol/client';
import manifest from '../../../../package.json' with { type: 'json' };
import type { JsonObject, JsonValue } from '../../../contract/index.ts';
import { untilAborted, type LibraryFetch } from '../../../host/index.ts';
import { logLevel, runCall, type CallEnd, type CallLimits } from '../asks/run-call.ts';
import { createUnderWay, type UnderWay } from '../asks/under-way.ts';
import type { ServerTool } from '../tools/definition.ts';
import { ProgramTransport, type StartProgram, type StrayLines } from './program-transport.ts';

export type Era = 'auto' | 'legacy';

export type Way =
  | { readonly kind: 'program'; readonly start: StartProgram }
  | {
      readonly kind: 'web';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly fetch: LibraryFetch;
    };

export interface ConnectOptions {
  readonly era: Era;
  readonly startTimeoutMs: number;
  /** The server says that its tools are others now. */
  readonly onToolsChanged: () => void;
}

export interface Connection {
  readonly instructions: string;
  /** The revision of the protocol that both speak. */
  readonly protocol: string | null;
  /** As the server lists them, not looked at yet. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** Rejects with the signal's reason where that aborted: then that request alone is cancelled. */
  call(tool: ServerTool, args: JsonObject, limits: CallLimits): Promise<CallEnd>;
  /** Resolves with why, once it is over. */
  readonly closed: Promise<string>;
  stray(): StrayLines;
  errorTail(): string;
  close(): Promise<void>;
}

/** A failed connection, with what the program said before its end. */
export class ConnectFailure extends Error {
  readonly errorTail: string;
  /** The program was gone before it answered: it may be one that ends at a question it does not know. */
  readonly endedEarly: boolean;

  constructor(
    message: string,
    { cause, errorTail, endedEarly }: { cause: unknown; errorTail: string; endedEarly: boolean },
  ) {
    super(message, { cause });
    this.name = 'ConnectFailure';
    this.errorTail = errorTail;
    this.endedEarly = endedEarly;
  }
}

/** How long a server is given to answer a question of the newer protocol, which older ones may leave unanswered. */
const probeMs = 5_000;
const mostPages = 1_000;
const mostTools = 10_000;
const changeDebounceMs = 300;

/** Rejects with ConnectFailure. */
export async function connectServer(way: Way, options: ConnectOptions): Promise<Connection> {
  // Loaded when there is a server: it is a quarter of a second.
  const sdk = await import('@modelcontextprotocol/client');
  const { era, startTimeoutMs, onToolsChanged } = options;
  const client = new sdk.Client(
    { name: 'gatehouse', version: manifest.version },
    {
      capabilities: {},
      versionNegotiation: { mode: era, probe: { timeoutMs: Math.min(probeMs, startTimeoutMs) } },
      // Its own would run foreign patterns without a limit; results are checked by our schemas.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: trusted(data), errorMessage: undefined }),
      },
      listChanged: { tools: { autoRefresh: false, debounceMs: changeDebounceMs, onChanged: onToolsChanged } },
    },
  );
  const program = way.kind === 'program' ? new ProgramTransport(way.start, sdk.parseJSONRPCMessage) : null;
  const transport: Transport = program ?? webTransport(sdk, way);
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<string>();
  client.onclose = () => onClosed(program?.end ?? 'the connection ended');
  const underWay = createUnderWay();
  hearLog(client, underWay);
  // Reported where they end something.
  client.onerror = () => undefined;
  const deadline = AbortSignal.timeout(startTimeoutMs);
  try {
    await untilAborted(client.connect(transport, { timeout: startTimeoutMs, signal: deadline }), deadline);
  } catch (cause) {
    const end = program?.end ?? null;
    await Promise.allSettled([transport.close(), client.close()]);
    const why = deadline.aborted ? `it was not ready within ${startTimeoutMs} ms` : (end ?? messageOf(cause));
    throw new ConnectFailure(why, { cause, errorTail: program?.errorTail() ?? '', endedEarly: end !== null });
  }
  askForLog(client, startTimeoutMs);
  return {
    instructions: client.getInstructions() ?? '',
    protocol: client.getNegotiatedProtocolVersion() ?? null,
    listTools: (signal) => listTools(client, signal),
    call: (tool, args, limits) => runCall({ client, sdk, tool, args, limits, underWay }),
    closed,
    stray: () => program?.stray ?? { count: 0, first: '' },
    errorTail: () => program?.errorTail() ?? '',
    async close() {
      await client.close().catch(() => undefined);
      await transport.close().catch(() => undefined);
    },
  };
}

/** A line of log names no call. */
function hearLog(client: Client, underWay: UnderWay): void {
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const { level, logger = null, data } = params;
    underWay.only()?.tell({ kind: 'log', level, logger, data: data as JsonValue }); // a cast: it was JSON on the wire
  });
}

/** Beside the start: a server that does not answer this is a server without a log. */
function askForLog(client: Client, timeout: number): void {
  if (client.getProtocolEra() === 'modern' || client.getServerCapabilities()?.logging === undefined) return;
  client.setLoggingLevel(logLevel, { timeout }).catch(() => undefined);
}

type Sdk = typeof sdkModule;

function webTransport(sdk: Sdk, way: Way): Transport {
  if (way.kind !== 'web') throw new Error('A program has a transport of its own.');
  const { url, headers, fetch } = way;
  return new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: (asked, init) => fetch(asked, init),
  });
}

/** The SDK's types want the value back as what the schema would make of it. */
function trusted<Value>(data: unknown): Value {
  return data as Value;
}

async function listTools(client: Client, signal: AbortSignal): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const { z } = await import('zod');
  // Nothing is asked of a tool here: one that is misshapen leaves out no other.
  const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, page, { signal });
    tools.push(...answer.tools);
    if (tools.length > mostTools) throw new Error(`it lists more than ${mostTools} tools`);
    cursor = answer.nextCursor ?? undefined;
    if (cursor === undefined) return tools;
    if (seen.has(cursor)) throw new Error('its list of tools leads in a circle');
    seen.add(cursor);
  }
  throw new Error(`its list of tools has more than ${mostPages} pages`);
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
