// One server: connected when somebody needs it or in the background, its tools as it lists them, connected anew when it drops.
import type { Clock, JsonObject } from '../../../contract/index.ts';
import { untilAborted } from '../../../host/index.ts';
import { mostCallMs } from '../calls/call-limits.ts';
import { readServerTool, type ServerTool } from '../tools/definition.ts';
import { createBreaker } from './breaker.ts';
import { ConnectFailure, type CallEnd, type ConnectOptions, type Connection, type Era } from './connection.ts';
import type { ServerSpec } from './spec.ts';

export type ServerState = 'idle' | 'starting' | 'ready' | 'down' | 'closed';

/** What a server lists, as far as it can be taken. */
export interface ServerListing {
  readonly tools: ReadonlyMap<string, ServerTool>;
  readonly instructions: string;
  /** What was left out, and why. */
  readonly notices: readonly string[];
}

export interface ServerStatus {
  readonly state: ServerState;
  /** Why it is down, or why its list is an older one. */
  readonly problem: string | null;
  readonly isStale: boolean;
  readonly strayLines: number;
  readonly firstStray: string;
  readonly errorTail: string;
}

export interface Server {
  status(): ServerStatus;
  /** As it was listed last; null before that and while there is no connection. */
  listing(): ServerListing | null;
  /** Connects where it is not connected. Rejects with what to tell whoever asked. */
  ready(signal: AbortSignal): Promise<ServerListing>;
  call(tool: ServerTool, args: JsonObject, signal: AbortSignal): Promise<CallEnd>;
  /** From now on it is connected in the background, again and again. */
  keep(): void;
  /** Ends the connection and makes a new one. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

export interface ServerNeeds {
  readonly spec: Pick<ServerSpec, 'name' | 'timeoutMs' | 'startTimeoutMs' | 'reach'>;
  readonly connect: (options: ConnectOptions) => Promise<Connection>;
  readonly clock: Clock;
  /** Called when the state or the listing is another one. Must not throw. */
  readonly changed: () => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
/** A server that fell sooner did not recover. */
const stableMs = 30_000;
/** So many failed starts in a row, and only a call, a refresh or another configuration tries again. */
const mostRetries = 10;

interface Live {
  readonly connection: Connection;
  listing: ServerListing;
  readonly since: number;
}

export function createServer(needs: ServerNeeds): Server {
  const { spec, clock, changed } = needs;
  const breaker = createBreaker(() => clock.now());
  const ending = new AbortController();
  let live: Live | null = null;
  let starting: Promise<Live> | null = null;
  let era: Era = 'auto';
  let failures = 0;
  let problem: string | null = null;
  let isStale = false;
  let errorTail = '';
  let isKept = false;
  let cancelRetry = (): void => undefined;

  async function connectOnce(): Promise<Connection> {
    const options = { startTimeoutMs: spec.startTimeoutMs, onToolsChanged: relist };
    try {
      return await needs.connect({ ...options, era });
    } catch (cause) {
      // Once more in the older way: some programs end at the first question that they do not know.
      const mayBeOld = era === 'auto' && cause instanceof ConnectFailure && cause.endedEarly;
      if (!mayBeOld || ending.signal.aborted) throw cause;
      const connection = await needs.connect({ ...options, era: 'legacy' });
      era = 'legacy';
      return connection;
    }
  }

  async function open(): Promise<Live> {
    cancelRetry();
    try {
      const connection = await connectOnce();
      const next = await firstListing(connection);
      if (ending.signal.aborted) {
        await connection.close();
        throw new Error('Gatehouse is closing.');
      }
      live = next;
      problem = null;
      isStale = false;
      void connection.closed.then((why) => dropped(next, why));
      return next;
    } catch (cause) {
      problem = messageOf(cause);
      if (cause instanceof ConnectFailure) errorTail = cause.errorTail;
      failures += 1;
      retryLater();
      throw cause;
    } finally {
      starting = null;
      changed();
    }
  }

  async function firstListing(connection: Connection): Promise<Live> {
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(spec.startTimeoutMs)]);
      return { connection, listing: await readListing(connection, signal), since: clock.now() };
    } catch (cause) {
      errorTail = connection.errorTail();
      await connection.close();
      throw new Error(`its tools could not be listed: ${messageOf(cause)}`, { cause });
    }
  }

  function start(): Promise<Live> {
    if (ending.signal.aborted) return Promise.reject(new Error('Gatehouse is closing.'));
    starting ??= open();
    return starting;
  }

  function dropped(which: Live, why: string): void {
    if (live !== which) return;
    errorTail = which.connection.errorTail();
    live = null;
    problem = why;
    failures = clock.now() - which.since < stableMs ? failures + 1 : 1;
    // Whatever is left of it.
    void which.connection.close();
    retryLater();
    changed();
  }

  function retryLater(): void {
    if (!isKept || ending.signal.aborted || failures > mostRetries) return;
    const ms = Math.min(firstRetryMs * 2 ** Math.max(0, failures - 1), longestRetryMs);
    cancelRetry = clock.after(ms, () => void start().catch(() => undefined));
  }

  let relisting: Promise<void> = Promise.resolve();
  let isRelistDue = false;
  function relist(): void {
    if (isRelistDue) return;
    isRelistDue = true;
    relisting = relisting.then(async () => {
      isRelistDue = false;
      const now = live;
      if (now === null) return;
      try {
        const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(spec.startTimeoutMs)]);
        now.listing = await readListing(now.connection, signal);
        isStale = false;
        problem = null;
      } catch (cause) {
        // The last good list holds: an error is no empty list.
        isStale = true;
        problem = `its changed tools could not be listed: ${messageOf(cause)}`;
      }
      if (live === now) changed();
    });
  }

  return {
    status: () => ({
      state: stateOf(),
      problem,
      isStale,
      strayLines: live?.connection.stray().count ?? 0,
      firstStray: live?.connection.stray().first ?? '',
      errorTail: live?.connection.errorTail() ?? errorTail,
    }),
    listing: () => live?.listing ?? null,
    ready: async (signal) => (await readyFor(signal)).listing,
    async call(tool, args, signal) {
      const used = await readyFor(signal);
      const { connection } = used;
      const limits = { idleMs: spec.timeoutMs, totalMs: Math.max(spec.timeoutMs, mostCallMs), signal };
      const end = await connection.call(tool, args, limits);
      if (end.kind === 'timed_out' || end.kind === 'lost') breaker.failed();
      else breaker.worked();
      // Over HTTP nothing else tells that a session or a server is gone.
      if (end.kind === 'lost') dropped(used, end.why);
      return end;
    },
    keep() {
      if (isKept || ending.signal.aborted) return;
      isKept = true;
      if (live === null) void start().catch(() => undefined);
    },
    async reconnect() {
      breaker.worked();
      failures = 0;
      await starting?.catch(() => undefined);
      const before = live;
      live = null;
      await before?.connection.close();
      await start();
    },
    async close() {
      ending.abort(new Error('Gatehouse is closing.'));
      cancelRetry();
      const before = live;
      live = null;
      await Promise.allSettled([before?.connection.close(), starting, relisting]);
    },
  };

  function stateOf(): ServerState {
    if (ending.signal.aborted) return 'closed';
    if (live !== null) return 'ready';
    if (starting !== null) return 'starting';
    return problem === null ? 'idle' : 'down';
  }

  async function readyFor(signal: AbortSignal): Promise<Live> {
    const seconds = breaker.secondsLeft();
    if (seconds > 0)
      throw new Error(
        `The server ${spec.name} failed several times in a row and is left alone. Do not call its tools again for ${seconds} s.`,
      );
    // Whoever lives on after that call wants it to come back.
    isKept = true;
    if (live !== null) return live;
    try {
      // What is waited for goes on for others.
      return await untilAborted(start(), signal);
    } catch (cause) {
      signal.throwIfAborted();
      breaker.failed();
      throw new Error(`The server ${spec.name} cannot be reached: ${messageOf(cause)}.`, { cause });
    }
  }
}

async function readListing(connection: Connection, signal: AbortSignal): Promise<ServerListing> {
  const listed = await connection.listTools(signal);
  const tools = new Map<string, ServerTool>();
  const twice = new Set<string>();
  const notices: string[] = [];
  for (const value of listed) {
    const reading = readServerTool(value);
    if (!reading.ok) {
      notices.push(reading.problem);
      continue;
    }
    const { tool } = reading;
    const other = tools.get(tool.name);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(tool)) twice.add(tool.name);
    tools.set(tool.name, tool);
  }
  for (const name of twice) {
    tools.delete(name);
    notices.push(`The tool ${JSON.stringify(name.slice(0, 80))} is left out: it is listed twice with different definitions.`);
  }
  return { tools, instructions: connection.instructions, notices };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
