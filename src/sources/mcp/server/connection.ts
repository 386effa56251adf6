// One connection to one server, through the SDK's client: either protocol era, tools page by page, calls with their limits.
import type * as sdkModule from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import manifest from '../../../../package.json' with { type: 'json' };
import { wayKey, type JsonObject } from '../../../contract/index.ts';
import { untilAborted, type LibraryFetch } from '../../../host/index.ts';
import { capabilitiesWith, hear, ofConnection } from '../asks/hear.ts';
import { logLevel, runCall, type CallEnd, type CallLimits } from '../asks/run-call.ts';
import { createUnderWay } from '../asks/under-way.ts';
import type { ServerTool } from '../tools/definition.ts';
import { runQuestion, type AskEnd, type Question } from '../asks/run-question.ts';
import { createCarriedResults, type CarriedResults } from '../wire/carried-results.ts';
import { ProgramTransport, type StartProgram, type StrayLines } from './program-transport.ts';
import { offers, type Era, type ServerTraits } from './traits.ts';
import { webTransport, type WebTransport, type WebWay } from './web-transport.ts';

export type Way = { readonly kind: 'program'; readonly start: StartProgram } | WebWay;

export interface ConnectOptions {
  readonly era: Era;
  readonly web: ServerTraits['web'];
  readonly startTimeoutMs: number;
  /** Its name, as the user knows it. */
  readonly server: string;
  /** The id of this Gatehouse among others. */
  readonly instance: string;
  /** Absolute paths of the folders it is told of; with none it is not told that it could ask. */
  readonly roots: readonly string[];
  /** Whether it may ask for completions. */
  readonly sampling: boolean;
  /** The server says that its tools are others now. */
  readonly onToolsChanged: () => void;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** The server says that others of its lists are other ones now. */
  readonly onListChanged: (list: ChangingList) => void;
}

export type ChangingList = 'resources' | 'prompts';

export interface Connection {
  readonly instructions: string;
  /** Name and version that the server gives itself. */
  readonly software: string;
  /** The revision of the protocol that both speak. */
  readonly protocol: string | null;
  readonly traits: ServerTraits;
  /** Lists whose changes it tells. */
  readonly tells: readonly ChangingList[];
  /** As the server lists them, not looked at yet. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  /** Rejects with the signal's reason where that aborted: then that request alone is cancelled. */
  call(tool: ServerTool, args: JsonObject, limits: CallLimits): Promise<CallEnd>;
  ask(question: Question, params: JsonObject, limits: CallLimits): Promise<AskEnd>;
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
  /** With which HTTP status it refused the last message; null over stdio, and where it refused none. */
  readonly refusedWith: number | null;
  /** It was not ready in time. */
  readonly isLate: boolean;

  constructor(message: string, { cause, errorTail, endedEarly, refusedWith, isLate }: FailureParts) {
    super(message, { cause });
    this.name = 'ConnectFailure';
    this.errorTail = errorTail;
    this.endedEarly = endedEarly;
    this.refusedWith = refusedWith;
    this.isLate = isLate;
  }
}

type FailureParts = Pick<ConnectFailure, 'cause' | 'errorTail' | 'endedEarly' | 'refusedWith' | 'isLate'>;

/** How long a server is given to answer a question of the newer protocol, which older ones may leave unanswered. */
const probeMs = 5_000;
const mostPages = 1_000;
const mostTools = 10_000;
const changeDebounceMs = 300;

/** Rejects with ConnectFailure. */
export async function connectServer(way: Way, options: ConnectOptions): Promise<Connection> {
  // Loaded when there is a server: it is a quarter of a second.
  const sdk = await import('@modelcontextprotocol/client');
  const { web, startTimeoutMs, instance } = options;
  const client = clientFor(sdk, options);
  const carried = createCarriedResults();
  const { transport, program, refusedWith } = reach(sdk, way, { web, carried });
  carried.carry(transport);
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<string>();
  client.onclose = () => onClosed(program?.end ?? 'the connection ended');
  const underWay = createUnderWay();
  const asking = { client, sdk, underWay, instance };
  hear({ client, sdk, ...options, underWay });
  client.onerror = (error) => {
    // Of a stream that ended its transport would open another, with a session that nobody greeted. Others are reported where they end something.
    if (error instanceof sdk.SseError) void transport.close();
  };
  const deadline = AbortSignal.timeout(startTimeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  try {
    await untilAborted(client.connect(transport, { timeout: startTimeoutMs, signal }), signal);
  } catch (cause) {
    const end = program?.end ?? null;
    await Promise.allSettled([transport.close(), client.close()]);
    const why = deadline.aborted ? `it was not ready within ${startTimeoutMs} ms` : (end ?? messageOf(cause));
    const parts = { errorTail: program?.errorTail() ?? '', endedEarly: end !== null, isLate: deadline.aborted };
    throw new ConnectFailure(why, { cause, ...parts, refusedWith: refusedWith() });
  }
  askForLog(client, startTimeoutMs);
  const capabilities = client.getServerCapabilities() ?? {};
  return {
    instructions: client.getInstructions() ?? '',
    software: softwareText(client.getServerVersion()),
    protocol: client.getNegotiatedProtocolVersion() ?? null,
    traits: {
      era: client.getProtocolEra() === 'legacy' ? 'legacy' : 'auto',
      web,
      offers: offers.filter((offer) => capabilities[offer] !== undefined),
    },
    tells: (['resources', 'prompts'] as const).filter((list) => capabilities[list]?.listChanged === true),
    listTools: (signal) => listTools(client, instance, signal),
    call: (tool, args, limits) => runCall({ ...asking, ...options, carried, tool, args, limits }),
    ask: (question, params, limits) => runQuestion(question, params, { ...asking, ...options, limits }),
    closed,
    stray: () => program?.stray ?? { count: 0, first: '' },
    errorTail: () => program?.errorTail() ?? '',
    async close() {
      await client.close().catch(() => undefined);
      await transport.close().catch(() => undefined);
    },
  };
}

/** Beside the start: a server that does not answer this is a server without a log. */
function askForLog(client: Client, timeout: number): void {
  if (client.getProtocolEra() === 'modern' || client.getServerCapabilities()?.logging === undefined) return;
  client.setLoggingLevel(logLevel, { timeout }).catch(() => undefined);
}

function softwareText(said: { readonly name: string; readonly version: string } | undefined): string {
  return said === undefined ? '' : `${said.name} ${said.version}`.slice(0, 200);
}

type Sdk = typeof sdkModule;

function clientFor(
  sdk: Sdk,
  { era, startTimeoutMs, roots, sampling, onToolsChanged, onListChanged }: ConnectOptions,
): Client {
  return new sdk.Client(
    { name: 'gatehouse', version: manifest.version },
    {
      capabilities: capabilitiesWith(roots, sampling ? ofConnection : null),
      versionNegotiation: { mode: era, probe: { timeoutMs: Math.min(probeMs, startTimeoutMs) } },
      // Its own would run foreign patterns without a limit; results are checked by our schemas.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: trusted(data), errorMessage: undefined }),
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: changeDebounceMs, onChanged: onToolsChanged },
        // Read when somebody asks for them, so that a thousand changes cost as much as one.
        resources: { autoRefresh: false, debounceMs: 0, onChanged: () => onListChanged('resources') },
        prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => onListChanged('prompts') },
      },
    },
  );
}

interface Reached extends WebTransport {
  readonly program: ProgramTransport | null;
}

interface Reaching {
  readonly web: ServerTraits['web'];
  readonly carried: CarriedResults;
}

function reach(sdk: Sdk, way: Way, { web, carried }: Reaching): Reached {
  if (way.kind === 'web') {
    const fetch: LibraryFetch = async (asked, init) => carried.seeBody(await way.fetch(asked, init));
    return { ...webTransport(sdk, { ...way, fetch }, web), program: null };
  }
  const program = new ProgramTransport(way.start, (line) => {
    carried.see(line);
    return sdk.parseJSONRPCMessage(JSON.parse(line));
  });
  return { transport: program, program, refusedWith: () => null };
}

/** The SDK's types want the value back as what the schema would make of it. */
function trusted<Value>(data: unknown): Value {
  return data as Value;
}

async function listTools(client: Client, instance: string, signal: AbortSignal): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const { z } = await import('zod');
  // Nothing is asked of a tool here: one that is misshapen leaves out no other.
  const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const params = { ...(cursor === undefined ? {} : { cursor }), _meta: { [wayKey]: [instance] } };
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
