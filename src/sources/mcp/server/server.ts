// One server: connected when somebody needs it or in the background, its tools as it lists them, connected anew when it drops.
import type { Clock, JsonObject } from '../../../contract/index.ts';
import { untilAborted } from '../../../host/index.ts';
import { isLoginNeeded, loginFaultBehind } from '../spec/login-faults.ts';
import { mostCallMs } from '../spec/call-limits.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import type { ServerTool } from '../tools/definition.ts';
import { createBreaker, type Breaker } from './breaker.ts';
import type { CallEnd, CallLimits, End } from '../asks/run-call.ts';
import type { AskEnd, Question } from '../asks/run-question.ts';
import { ConnectFailure, type ChangingList, type ConnectOptions, type Connection } from './connection.ts';
import { findConnection } from './find-connection.ts';
import { readListing, type ServerListing } from './listing.ts';
import type { ServerTraits } from './traits.ts';

export type { ServerListing } from './listing.ts';

export interface ServerStatus {
  readonly state: 'idle' | 'starting' | 'ready' | 'down' | 'closed';
  /** Nothing but a login of a person helps. */
  readonly needsLogin: boolean;
  /** Why it is down, or why its list is an older one. */
  readonly problem: string | null;
  readonly isStale: boolean;
  /** Of the protocol; null while there is no connection. */
  readonly protocol: string | null;
  readonly strayLines: number;
  readonly firstStray: string;
  readonly errorTail: string;
}

export interface Server {
  status(): ServerStatus;
  /** As it is connected, or was last. */
  traits(): ServerTraits;
  /** As it was listed last; null before that and while there is no connection. */
  listing(): ServerListing | null;
  /** Another one whenever the server says that a list of it is another; null where it says nothing of that. */
  listState(list: ChangingList): object | null;
  /** Connects where it is not connected. Rejects with what to tell whoever asked. */
  ready(signal: AbortSignal): Promise<ServerListing>;
  call(tool: ServerTool, args: JsonObject, limits: ToolLimits): Promise<CallEnd>;
  /** Any other question, within the limits of a call. */
  ask(question: Question, params: JsonObject, limits: ToolLimits): Promise<AskEnd>;
  /** From now on it is connected in the background, again and again. */
  keep(): void;
  /** Ends the connection and makes a new one. */
  reconnect(): Promise<void>;
  /** Ends the connection, as if there had been none. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

export type ToolLimits = Omit<CallLimits, 'totalMs'>;

export interface ServerNeeds {
  readonly spec: Pick<ServerSpec, 'name' | 'startTimeoutMs' | 'roots' | 'sampling'>;
  readonly connect: (options: Omit<ConnectOptions, 'instance'>) => Promise<Connection>;
  readonly clock: Clock;
  /** As it was when it was connected last. */
  readonly traits: ServerTraits;
  /** Called when the state or the listing is another one. Must not throw. */
  readonly changed: () => void;
  /** Called when the server says that a list of it is another one. Must not throw. */
  readonly listed: (list: ChangingList) => void;
}

export function createServer(needs: ServerNeeds): Server {
  return new KeptServer(needs);
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
  /** Calls under way on it. */
  calls: number;
}

class KeptServer implements Server {
  readonly #needs: ServerNeeds;
  readonly #breaker: Breaker;
  readonly #ending = new AbortController();
  #live: Live | null = null;
  #starting: Promise<Live> | null = null;
  #traits: ServerTraits;
  /** Starts that failed and connections that soon fell, in a row. */
  #failures = 0;
  #problem: string | null = null;
  #needsLogin = false;
  #isStale = false;
  #listStates: Record<ChangingList, object> = { resources: {}, prompts: {} };
  #errorTail = '';
  #isKept = false;
  #cancelRetry = (): void => undefined;
  #relisting: Promise<void> = Promise.resolve();
  /** All that are not closed yet, the one in use or not. */
  readonly #connections = new Set<Connection>();
  #isRelistDue = false;

  constructor(needs: ServerNeeds) {
    this.#needs = needs;
    this.#traits = needs.traits;
    this.#breaker = createBreaker(() => needs.clock.now());
  }

  status(): ServerStatus {
    const connection = this.#live?.connection;
    const { count, first } = connection?.stray() ?? { count: 0, first: '' };
    return {
      state: this.#state(),
      needsLogin: this.#needsLogin,
      problem: this.#problem,
      isStale: this.#isStale,
      protocol: connection?.protocol ?? null,
      strayLines: count,
      firstStray: first,
      errorTail: connection?.errorTail() ?? this.#errorTail,
    };
  }

  traits(): ServerTraits {
    return this.#traits;
  }

  listing(): ServerListing | null {
    return this.#live?.listing ?? null;
  }

  listState(list: ChangingList): object | null {
    return this.#live?.connection.tells.includes(list) === true ? this.#listStates[list] : null;
  }

  async ready(signal: AbortSignal): Promise<ServerListing> {
    return (await this.#readyFor(signal)).listing;
  }

  call(tool: ServerTool, args: JsonObject, given: ToolLimits): Promise<CallEnd> {
    return this.#asking(given, (connection, limits) => connection.call(tool, args, limits));
  }

  ask(question: Question, params: JsonObject, given: ToolLimits): Promise<AskEnd> {
    return this.#asking(given, (connection, limits) => connection.ask(question, params, limits));
  }

  keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    if (this.#live === null) this.#startBeside();
  }

  async reconnect(): Promise<void> {
    this.#breaker.worked();
    this.#failures = 0;
    await this.#starting?.catch(() => undefined);
    const before = this.#live;
    this.#live = null;
    // Calls that come while the old one ends wait for the new one: were they to start their own, one of the two would be nobody's.
    this.#starting ??= this.#open(before);
    await this.#starting;
  }

  async disconnect(): Promise<void> {
    this.#cancelRetry();
    this.#breaker.worked();
    await this.#starting?.catch(() => undefined);
    const before = this.#live;
    this.#live = null;
    this.#failures = 0;
    this.#problem = null;
    this.#needsLogin = false;
    await before?.connection.close();
    this.#needs.changed();
  }

  async close(): Promise<void> {
    this.#ending.abort(new Error('Gatehouse is closing.'));
    this.#cancelRetry();
    this.#live = null;
    const closing = [...this.#connections].map((connection) => this.#leave(connection));
    await Promise.allSettled([...closing, this.#starting, this.#relisting]);
  }

  #state(): ServerStatus['state'] {
    if (this.#ending.signal.aborted) return 'closed';
    if (this.#live !== null) return 'ready';
    if (this.#starting !== null) return 'starting';
    return this.#problem === null ? 'idle' : 'down';
  }

  async #readyFor(signal: AbortSignal): Promise<Live> {
    const { name } = this.#needs.spec;
    const seconds = this.#breaker.secondsLeft();
    if (seconds > 0)
      throw new Error(
        `The server ${name} failed several times in a row and is left alone. Do not call its tools again for ${seconds} s.`,
      );
    if (this.#live !== null) return this.#live;
    try {
      // What is waited for goes on for others.
      return await untilAborted(this.#start(), signal);
    } catch (cause) {
      signal.throwIfAborted();
      // Said each time, and as often as it is asked: no while makes it better.
      const login = loginFaultBehind(cause);
      if (login?.code === 'login_needed') throw login;
      this.#breaker.failed();
      throw new Error(`The server ${name} cannot be reached: ${messageOf(cause).replace(/\.$/, '')}.`, { cause });
    }
  }

  async #asking<Result>(
    given: ToolLimits,
    ask: (connection: Connection, limits: CallLimits) => Promise<End<Result>>,
  ): Promise<End<Result>> {
    const used = await this.#readyFor(given.signal);
    const limits = { ...given, totalMs: Math.max(given.idleMs, mostCallMs) };
    used.calls += 1;
    const asked = ask(used.connection, limits).catch((cause: unknown) => {
      // It was not sent, and the connection is what it was.
      if (loginFaultBehind(cause)?.code === 'login_failed') this.#breaker.failed();
      throw cause;
    });
    const end = await asked.finally(() => {
      used.calls -= 1;
      this.#closeUnused(used);
    });
    if (end.kind === 'expired') this.#expired(used);
    else if (end.kind === 'timed_out' || end.kind === 'lost') this.#breaker.failed();
    else this.#breaker.worked();
    // Over HTTP nothing else tells that a session or a server is gone.
    if (end.kind === 'lost') this.#dropped(used, end.why);
    return end;
  }

  #start(): Promise<Live> {
    this.#starting ??= this.#open();
    return this.#starting;
  }

  /** What it comes to is in the state. */
  #startBeside(): void {
    this.#start().catch(() => undefined);
  }

  async #open(before: Live | null = null): Promise<Live> {
    this.#cancelRetry();
    try {
      if (before !== null) await this.#leave(before.connection);
      this.#ending.signal.throwIfAborted();
      const connection = await this.#connect();
      const live = await this.#firstListing(connection);
      this.#live = live;
      this.#problem = null;
      this.#needsLogin = false;
      this.#isStale = false;
      void connection.closed.then((why) => this.#dropped(live, why));
      return live;
    } catch (cause) {
      this.#problem = messageOf(loginFaultBehind(cause) ?? cause);
      this.#needsLogin = isLoginNeeded(cause);
      if (cause instanceof ConnectFailure) this.#errorTail = cause.errorTail;
      this.#failures += 1;
      this.#retryLater();
      throw cause;
    } finally {
      this.#starting = null;
      this.#needs.changed();
    }
  }

  async #connect(): Promise<Connection> {
    const { connect, spec } = this.#needs;
    this.#listStates = { resources: {}, prompts: {} };
    const options = {
      server: spec.name,
      roots: spec.roots,
      sampling: spec.sampling,
      startTimeoutMs: spec.startTimeoutMs,
      onToolsChanged: () => this.#relist(),
      onListChanged: (list: ChangingList) => {
        this.#listStates[list] = {};
        this.#needs.listed(list);
      },
      signal: this.#ending.signal,
    };
    const connection = await findConnection(async (spoken) => {
      this.#ending.signal.throwIfAborted();
      return connect({ ...options, ...spoken });
    }, this.#traits);
    this.#traits = connection.traits;
    this.#connections.add(connection);
    return connection;
  }

  async #firstListing(connection: Connection): Promise<Live> {
    try {
      const listing = await readListing(connection, this.#listingTime());
      this.#ending.signal.throwIfAborted();
      return { connection, listing, since: this.#needs.clock.now(), calls: 0 };
    } catch (cause) {
      this.#errorTail = connection.errorTail();
      await this.#leave(connection);
      throw new Error(`its tools could not be listed: ${messageOf(cause)}`, { cause });
    }
  }

  #listingTime(): AbortSignal {
    return AbortSignal.any([this.#ending.signal, AbortSignal.timeout(this.#needs.spec.startTimeoutMs)]);
  }

  #dropped(which: Live, why: string): void {
    if (this.#live !== which) return;
    const { connection, since } = which;
    this.#errorTail = connection.errorTail();
    this.#live = null;
    this.#problem = why;
    this.#failures = this.#needs.clock.now() - since < stableMs ? this.#failures + 1 : 1;
    void this.#leave(connection);
    this.#retryLater();
    this.#needs.changed();
  }

  /** Only the session is gone: the next call opens one, and until then the tools stay. Once for each session: many calls may find it gone. */
  #expired(which: Live): void {
    if (this.#live !== which) return;
    this.#breaker.failed();
    this.#live = null;
    this.#closeUnused(which);
  }

  /** Other calls on it come to their own end first: what they are answered is theirs. */
  #closeUnused(which: Live): void {
    if (this.#live !== which && which.calls === 0) void this.#leave(which.connection);
  }

  async #leave(connection: Connection): Promise<void> {
    await connection.close();
    this.#connections.delete(connection);
  }

  #retryLater(): void {
    if (!this.#isKept || this.#ending.signal.aborted || this.#failures > mostRetries) return;
    const ms = Math.min(firstRetryMs * 2 ** Math.max(0, this.#failures - 1), longestRetryMs);
    this.#cancelRetry();
    this.#cancelRetry = this.#needs.clock.after(ms, () => this.#startBeside());
  }

  /** One after the other, and one for all that is said while one is under way. */
  #relist(): void {
    if (this.#isRelistDue) return;
    this.#isRelistDue = true;
    this.#relisting = this.#relisting.then(() => this.#readAgain());
  }

  async #readAgain(): Promise<void> {
    this.#isRelistDue = false;
    const live = this.#live;
    if (live === null) return;
    try {
      live.listing = await readListing(live.connection, this.#listingTime());
      this.#isStale = false;
      this.#problem = null;
    } catch (cause) {
      // The last good list holds: an error is no empty list.
      this.#isStale = true;
      this.#problem = `its changed tools could not be listed: ${messageOf(cause)}`;
    }
    if (this.#live === live) this.#needs.changed();
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
