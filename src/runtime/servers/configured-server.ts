// One configured server between what the owner accepted of it and what it says now: only where both are the same is a tool registered.
import {
  CapabilityError,
  type Artifact,
  offeredTools,
  type ServerReview,
  type ServerState,
  type ServerView,
} from '../../contract/index.ts';
import type { Registry } from '../../kernel/index.ts';
import {
  acceptedForm,
  createServer,
  namesFor,
  reachText,
  readAcceptedTool,
  serverIdentity,
  toolFingerprint,
  type Connection,
  type ConnectOptions,
  type Server,
  type ServerListing,
  type ServerSpec,
  type ServerTool,
  type ToolNames,
  type Way,
} from '../../sources/index.ts';
import type { ServerPins } from '../../state/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';
import { knownTraits, type KnownTraits, type TraitNeeds } from './known-traits.ts';
import { lockedServer } from './lock/locked-server.ts';
import type { LockedServer } from './lock/lock-text.ts';
import { refuseFrozen } from './lock/frozen.ts';
import type { ListListener } from './list-events.ts';
import type { Locks } from './lock/locks.ts';
import { createServerLock, type ServerLock } from './lock/server-lock.ts';
import { createLaunchGuard, type LaunchGuard, type LaunchNeeds } from './launch-guard.ts';
import { artifactDigest } from './launch-text.ts';
import { lookFault } from './look-fault.ts';
import { createOfferedTools } from './tools/offered-tools.ts';
import { reviewOf } from './review.ts';
import { createServerLogin, type ServerLogin, type ServerLoginNeeds } from './login/server-login.ts';
import { createToolFamily, type ToolFamily } from './tools/tool-family.ts';
import { idleSettings, wantedBy, type IsWanted } from './tools/wanted-tools.ts';

export interface ServerNeeds extends Omit<LaunchNeeds, 'through'>, TraitNeeds, ServerLoginNeeds {
  readonly locks: Locks;
  /** Told of the lists besides tools that a server says are others. */
  readonly listed: ListListener;
  readonly registry: Registry;
  readonly pins: ServerPins;
}

export interface ConfiguredServer {
  readonly spec: ServerSpec;
  /** Null where there is nothing to log in to. */
  readonly login: ServerLogin | null;
  view(): ServerView;
  /** The same, once what it would run was looked at. Starts nothing. */
  examined(): Promise<ServerView>;
  /** Connects an accepted one in the background, again and again. */
  keep(): void;
  review(): Promise<ServerReview>;
  accept(digest: string, by: string): Promise<ServerView>;
  /** What a lock is to say of it; null where it is not accepted. */
  locked(): LockedServer | null;
  /** Ends its connection, accepted or not. */
  disconnect(): Promise<void>;
  /** Of an accepted one. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** What was accepted, as it is needed here. */
interface Accepted {
  readonly artifact: Artifact;
  readonly about: string;
  readonly tools: ReadonlyMap<string, ServerTool>;
}

/** What was shown, and the very definitions. */
interface Look {
  readonly review: ServerReview;
  readonly artifact: Artifact;
  readonly tools: ReadonlyMap<string, ServerTool>;
}

/** `servers` are the names of all that are configured. What was accepted is registered at once: nothing is started for it. */
export async function openConfiguredServer(
  spec: ServerSpec,
  servers: readonly string[],
  needs: ServerNeeds,
): Promise<ConfiguredServer> {
  const identity = serverIdentity(spec);
  const traits = await knownTraits({ spec, identity }, needs);
  return new PinnedServer({ spec, servers, traits, accepted: await acceptedOf(identity, needs.pins) }, needs);
}

interface Configured {
  readonly spec: ServerSpec;
  readonly servers: readonly string[];
  readonly traits: KnownTraits;
  readonly accepted: Accepted | null;
}

class PinnedServer implements ConfiguredServer {
  readonly spec: ServerSpec;
  readonly login: ServerLogin | null;
  readonly #needs: ServerNeeds;
  readonly #identity: string;
  readonly #server: Server;
  readonly #launch: LaunchGuard;
  readonly #lock: ServerLock;
  readonly #family: ToolFamily;
  readonly #offered: ReturnType<typeof createOfferedTools>;
  readonly #isWanted: IsWanted;
  readonly #names: (tool: string) => ToolNames;
  readonly #prints = new WeakMap<ServerTool, string>();
  #accepted: Accepted | null;
  /** So many looks are under way: what is started for them is started as it is. */
  #looks = 0;
  #isClosed = false;

  constructor({ spec, servers, traits, accepted }: Configured, needs: ServerNeeds) {
    this.spec = spec;
    this.#needs = needs;
    this.#identity = serverIdentity(spec);
    this.#isWanted = wantedBy(spec);
    this.#accepted = accepted;
    this.#lock = createServerLock(spec, needs.locks);
    this.login = createServerLogin(spec, needs);
    const through = (way: Way): Way => this.login?.through(way) ?? way;
    this.#launch = createLaunchGuard(spec, { ...needs, through }, () => this.#publish());
    this.#launch.use(accepted?.artifact ?? null);
    this.#server = createServer({
      spec,
      clock: needs.clock,
      connect: (options) => this.#connect(options),
      traits: traits.first,
      listed: (list) => needs.listed(spec.name, list),
      changed: () => {
        traits.keep(this.#server.traits());
        this.#publish();
      },
    });
    const names = namesFor(spec, servers);
    this.#family = createToolFamily({ spec, server: this.#server, registry: needs.registry, names });
    this.#offered = createOfferedTools({ spec, server: this.#server, servers });
    this.#names = names;
    this.#publish();
    this.#tellFrozen();
  }

  view(): ServerView {
    const { state: _state, needsLogin: _needsLogin, isStale, ...status } = this.#server.status();
    const listing = this.#server.listing();
    const said = [...(listing?.tools.values() ?? [])];
    return {
      name: this.spec.name,
      state: this.#state(),
      from: this.spec.from,
      reach: reachText(this.spec.reach),
      launch: this.#launch.view(),
      lock: this.#lock.view(this.#accepted, this.#launch.seen()),
      tools: this.#family.names(),
      waiting: said.filter((tool) => this.#isWanted(tool) && !this.#isAccepted(tool)).length,
      stale: isStale,
      login: this.login?.view() ?? null,
      notices: [...(listing?.notices ?? []), ...this.#family.left(), ...this.#idleSettings(), ...this.#aboutNotice()],
      ...status,
      problem: this.#lock.refusal(this.#accepted) ?? status.problem,
    };
  }

  /** Whoever starts frozen is told once what is missing for it. */
  #tellFrozen(): void {
    const lock = this.#lock.view(this.#accepted, null);
    if (lock?.isFrozen !== true || lock.differences.length === 0 || this.spec.disabled) return;
    const more = lock.differences.length > 5 ? ` (and ${lock.differences.length - 5} more)` : '';
    this.#needs.report(`Frozen, MCP server ${this.spec.name}: ${lock.differences.slice(0, 5).join('; ')}${more}`);
  }

  async examined(): Promise<ServerView> {
    try {
      await this.#launch.look();
      return this.view();
    } catch (cause) {
      // A variable that is not set: told as it would be at the start.
      return { ...this.view(), problem: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  #aboutNotice(): readonly string[] {
    const listing = this.#server.listing();
    if (listing === null || this.#accepted === null || listing.instructions === this.#accepted.about) return [];
    return ['What it says of itself is not what was accepted; models are told the accepted words.'];
  }

  #idleSettings(): readonly string[] {
    const known = this.#server.listing()?.tools ?? this.#accepted?.tools;
    return idleSettings(
      this.spec,
      known === undefined ? null : [...known.keys(), ...(this.#server.traits().offers.length > 0 ? offeredTools : [])],
    );
  }

  keep(): void {
    if (this.#mayStart()) this.#server.keep();
  }

  /** Where it is frozen what is not as locked is not started, whoever asks. */
  async #connect(options: Omit<ConnectOptions, 'instance'>): Promise<Connection> {
    const refusal = this.#lock.refusal(this.#accepted);
    if (refusal !== null) throw new CapabilityError('drift', refusal);
    const isAsked = this.#looks > 0;
    if (this.#accepted === null && !isAsked)
      throw new CapabilityError(
        'not_permitted',
        `nothing of it is started before its owner looks at it: gatehouse mcp-servers accept ${this.spec.name} --start`,
      );
    return this.#launch.connect(options, isAsked && !this.#needs.locks.isFrozen);
  }

  locked(): LockedServer | null {
    return this.#accepted === null ? null : lockedServer(this.spec, this.#accepted, this.#needs.locks.portable);
  }

  async review(): Promise<ServerReview> {
    return (await this.#look()).review;
  }

  async accept(digest: string, by: string): Promise<ServerView> {
    refuseFrozen(this.#needs.locks);
    const { review, artifact, tools } = await this.#look();
    const { name } = this.spec;
    if (digest.length < leastDigest || /[^0-9a-f]/.test(digest))
      throw new CapabilityError(
        'malformed_request',
        `${JSON.stringify(digest.slice(0, 80))} is no digest: give the one that mcp-servers accept ${name} --start ends with.`,
      );
    if (!review.digest.startsWith(digest))
      throw new CapabilityError(
        'malformed_request',
        `What ${name} says now is not what was shown. Look again: gatehouse mcp-servers accept ${name}`,
      );
    const forms = new Map([...tools].map(([key, tool]) => [key, acceptedForm(tool)]));
    const act = { acceptedAt: this.#needs.clock.now(), by };
    const { about } = review;
    const pin = { identity: this.#identity, name, artifact, about, tools: forms };
    await this.#needs.pins.accept({ ...pin, ...act }, review.digest);
    this.#accepted = { artifact, about, tools };
    this.#launch.use(artifact);
    this.#publish();
    return this.view();
  }

  async reconnect(): Promise<void> {
    if (this.#mayStart()) await this.#server.reconnect();
  }

  async disconnect(): Promise<void> {
    await this.#server.disconnect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#server.close();
    this.#publish();
  }

  #mayStart(): boolean {
    return this.#accepted !== null && !this.spec.disabled;
  }

  #state(): ServerState {
    if (this.spec.disabled) return 'disabled';
    if (this.#accepted === null) return 'not_accepted';
    if (this.#launch.isOther()) return 'changed';
    const { state } = this.#server.status();
    return state === 'closed' ? 'down' : state;
  }

  #isAccepted(tool: ServerTool): boolean {
    const known = this.#accepted?.tools.get(tool.name);
    return known !== undefined && this.#print(known) === this.#print(tool);
  }

  /** Asked for at every listing: a server may have thousands. */
  #print(tool: ServerTool): string {
    const print = this.#prints.get(tool) ?? toolFingerprint(this.#identity, tool);
    this.#prints.set(tool, print);
    return print;
  }

  /** Grants, requests and rules that allow refer to it: they die with what was started. */
  #pinned(): string {
    if (this.#accepted === null) return this.#identity;
    return sha256Hex(canonicalJson([this.#identity, artifactDigest(this.#accepted.artifact)]));
  }

  /** Called in the middle of other work: what goes wrong is told and stops none of it. */
  #publish(): void {
    try {
      const pin = { identity: this.#pinned(), about: this.#accepted?.about ?? '' };
      const callable = this.#isClosed || this.spec.disabled ? null : this.#callable();
      this.#family.offer(callable ?? [], pin, callable === null ? [] : this.#offered(pin));
    } catch (cause) {
      this.#needs.report(`The tools of the MCP server ${this.spec.name} were not registered: ${String(cause)}`);
    }
  }

  /** What the server says now, where that is what was accepted; before it was ever asked, what was accepted. Null where it is not to be had. */
  #callable(): readonly ServerTool[] | null {
    if (this.#accepted === null || this.#launch.isOther() || this.#lock.refusal(this.#accepted) !== null) return null;
    const holds = this.#lock.holds(this.#accepted);
    const listing = this.#server.listing();
    if (listing !== null)
      return [...listing.tools.values()].filter(
        (tool) => this.#isWanted(tool) && this.#isAccepted(tool) && holds(tool.name),
      );
    const { state, problem, needsLogin } = this.#server.status();
    // Whoever calls is told that its owner has to log in, and no name goes.
    const isUnasked = needsLogin || (problem === null && (state === 'idle' || state === 'starting'));
    if (!isUnasked) return null;
    return [...this.#accepted.tools.values()].filter((tool) => this.#isWanted(tool) && holds(tool.name));
  }

  async #look(): Promise<Look> {
    const { spec } = this;
    if (spec.disabled)
      throw new CapabilityError('server_unavailable', `The MCP server ${spec.name} is disabled in ${spec.from}.`);
    this.#looks += 1;
    try {
      const { tools, instructions, software, notices } = await this.#ready();
      const artifact = await this.#launch.look();
      const wanted = new Map([...tools].filter(([, tool]) => this.#isWanted(tool)));
      const review = reviewOf(
        { spec, identity: this.#identity, artifact, about: instructions, software, tools: wanted, notices },
        {
          launch: this.#launch.view(),
          lock: this.#lock.view({ artifact, about: instructions, tools: wanted }, artifact),
          accepted: this.#accepted,
          registry: this.#needs.registry,
          exposed: (tool) => this.#names(tool).name,
        },
      );
      return { review, artifact, tools: wanted };
    } catch (cause) {
      throw lookFault(cause, this.#server.status().errorTail);
    } finally {
      this.#looks -= 1;
    }
  }

  /** What runs is what is looked at: a program that was started before its files changed says nothing of the new ones. */
  async #ready(): Promise<ServerListing> {
    await this.#launch.look();
    if (this.#launch.isOld()) await this.#server.reconnect();
    return this.#server.ready(AbortSignal.timeout(3 * this.spec.startTimeoutMs));
  }
}

/** So much of a digest cannot be guessed. */
const leastDigest = 12;

async function acceptedOf(identity: string, pins: ServerPins): Promise<Accepted | null> {
  const kept = await pins.find(identity);
  if (kept === null) return null;
  const tools = [...kept.tools.values()].map(readAcceptedTool).filter((tool) => tool !== null);
  return { artifact: kept.artifact, about: kept.about, tools: new Map(tools.map((tool) => [tool.name, tool])) };
}
