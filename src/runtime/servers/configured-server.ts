// One configured server between what the owner accepted of it and what it says now: only where both are the same is a tool registered.
import { CapabilityError, type Clock, type ServerReview, type ServerState, type ServerView } from '../../contract/index.ts';
import { checkTool, findMode, type Registration, type Registry } from '../../kernel/index.ts';
import {
  acceptedForm,
  connectServer,
  createServer,
  describeServerTool,
  exposedName,
  invokeServerTool,
  reachText,
  readAcceptedTool,
  serverFamily,
  serverIdentity,
  toolFingerprint,
  type Server,
  type ServerSpec,
  type ServerTool,
} from '../../sources/index.ts';
import type { ServerPins } from '../../state/index.ts';
import { parseSegment } from '../../text/index.ts';
import { reviewOf } from './review.ts';
import { wayTo, type WayNeeds } from './server-way.ts';

export interface ServerNeeds extends WayNeeds {
  readonly registry: Registry;
  readonly pins: ServerPins;
  readonly clock: Clock;
  /** Told what goes wrong in the background. */
  readonly report: (message: string) => void;
}

export interface ConfiguredServer {
  readonly spec: ServerSpec;
  view(): ServerView;
  /** Connects an accepted one in the background, again and again. */
  keep(): void;
  review(): Promise<ServerReview>;
  accept(digest: string, by: string): Promise<ServerView>;
  /** Of an accepted one. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** What was accepted, as it is needed here. */
interface Accepted {
  readonly about: string;
  readonly tools: ReadonlyMap<string, ServerTool>;
}

/** What was shown, and the very definitions. */
interface Look {
  readonly review: ServerReview;
  readonly tools: ReadonlyMap<string, ServerTool>;
}

/** `servers` are the names of all that are configured. What was accepted is registered at once: nothing is started for it. */
export async function openConfiguredServer(
  spec: ServerSpec,
  servers: readonly string[],
  needs: ServerNeeds,
): Promise<ConfiguredServer> {
  const { registry, pins, clock, report } = needs;
  const identity = serverIdentity(spec);
  const isWanted = wantedBy(spec);
  let accepted = await acceptedOf(identity, pins);
  let left: readonly string[] = [];
  let names: readonly string[] = [];
  let registered = '';
  let isClosed = false;
  const server: Server = createServer({
    spec,
    clock,
    connect: async (options) => connectServer(await wayTo(spec, needs), options),
    changed: publish,
  });

  function publish(): void {
    try {
      register(isClosed || spec.disabled ? [] : callable());
    } catch (cause) {
      report(`The tools of the MCP server ${spec.name} were not registered: ${String(cause)}`);
    }
  }

  /** What the server says now, where that is what was accepted; before it was ever asked, what was accepted. */
  function callable(): readonly ServerTool[] {
    if (accepted === null) return [];
    const listing = server.listing();
    const { state, problem } = server.status();
    if (listing === null) {
      const isUnasked = problem === null && (state === 'idle' || state === 'starting');
      return isUnasked ? [...accepted.tools.values()].filter(isWanted) : [];
    }
    return [...listing.tools.values()].filter((tool) => isWanted(tool) && isAccepted(tool));
  }

  function isAccepted(tool: ServerTool): boolean {
    const known = accepted?.tools.get(tool.name);
    return known !== undefined && toolFingerprint(identity, known) === toolFingerprint(identity, tool);
  }

  function register(tools: readonly ServerTool[]): void {
    const entries: Registration[] = [];
    const notices: string[] = [];
    for (const tool of tools) {
      const entry = registrationOf(tool);
      if (typeof entry === 'string') notices.push(entry);
      else entries.push(entry);
    }
    left = notices;
    names = entries.map(({ tool }) => tool.name);
    const now = entries.map(({ tool }) => `${tool.name} ${tool.origin.fingerprint}`).join();
    if (now !== registered) registry.swap('mcp', serverFamily(spec.name), entries);
    registered = now;
  }

  /** Why it stays out, where it does: one bad tool takes no other with it. */
  function registrationOf(tool: ServerTool): Registration | string {
    const name = exposedName(spec.name, tool.name, servers);
    const described = describeServerTool(tool, spec, { name, identity, about: accepted?.about ?? '' });
    const holder = registry.find(name);
    if (holder !== undefined && holder.origin.family !== described.origin.family)
      return `The tool ${name} is left out: the name is taken by a tool of ${holder.origin.source}.`;
    try {
      checkTool(described, (mode) => findMode(mode) !== undefined);
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
    return { tool: described, loader: () => Promise.resolve(invokeServerTool(tool, { server, spec, identity })) };
  }

  function view(): ServerView {
    const { state, problem, isStale, ...output } = server.status();
    const listing = server.listing();
    const waiting = [...(listing?.tools.values() ?? [])].filter((tool) => isWanted(tool) && !isAccepted(tool)).length;
    return {
      name: spec.name,
      state: stateOf(state),
      from: spec.from,
      reach: reachText(spec.reach),
      tools: names,
      waiting,
      stale: isStale,
      problem,
      notices: [...(listing?.notices ?? []), ...left],
      ...output,
    };
  }

  function stateOf(state: ReturnType<Server['status']>['state']): ServerState {
    if (spec.disabled) return 'disabled';
    if (accepted === null) return 'not_accepted';
    return state === 'closed' ? 'down' : state;
  }

  async function look(): Promise<Look> {
    if (spec.disabled)
      throw new CapabilityError('server_unavailable', `The MCP server ${spec.name} is disabled in ${spec.from}.`);
    try {
      const { tools, instructions, notices } = await server.ready(AbortSignal.timeout(3 * spec.startTimeoutMs));
      const wanted = new Map([...tools].filter(([, tool]) => isWanted(tool)));
      const review = reviewOf(
        { spec, identity, about: instructions, tools: wanted, notices },
        { accepted, registry, exposed: (name) => exposedName(spec.name, name, servers) },
      );
      return { review, tools: wanted };
    } catch (cause) {
      const { errorTail } = server.status();
      const said = errorTail === '' ? '' : ` It said: ${errorTail.trim().slice(-500)}`;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new CapabilityError('server_unavailable', `${why}${said}`, { cause });
    }
  }

  async function accept(digest: string, by: string): Promise<ServerView> {
    const { review: now, tools: wanted } = await look();
    if (digest.length < 12 || !now.digest.startsWith(digest))
      throw new CapabilityError(
        'malformed_request',
        `What ${spec.name} says now is not what was shown. Look again: gatehouse mcp-servers accept ${spec.name}`,
      );
    const forms = new Map([...wanted].map(([name, tool]) => [name, acceptedForm(tool)]));
    const act = { acceptedAt: clock.now(), by };
    await pins.accept({ identity, name: spec.name, about: now.about, tools: forms, ...act }, now.digest);
    accepted = { about: now.about, tools: wanted };
    publish();
    return view();
  }

  publish();
  return {
    spec,
    view,
    keep() {
      if (accepted !== null && !spec.disabled) server.keep();
    },
    review: async () => (await look()).review,
    accept,
    async reconnect() {
      if (accepted !== null && !spec.disabled) await server.reconnect();
    },
    async close() {
      isClosed = true;
      await server.close();
      publish();
    },
  };
}

async function acceptedOf(identity: string, pins: ServerPins): Promise<Accepted | null> {
  const kept = await pins.find(identity);
  if (kept === null) return null;
  const tools = [...kept.tools.values()].map(readAcceptedTool).filter((tool) => tool !== null);
  return { about: kept.about, tools: new Map(tools.map((tool) => [tool.name, tool])) };
}

/** First what is excluded, then what is included. */
function wantedBy({ include, exclude }: ServerSpec): (tool: Pick<ServerTool, 'name'>) => boolean {
  const [included, excluded] = [include, exclude].map((patterns) =>
    patterns?.map((pattern) => {
      const parse = parseSegment(pattern);
      return parse.ok ? parse.segment : null;
    }),
  );
  return ({ name }) => {
    if (excluded?.some((segment) => segment?.matches(name) !== false) === true) return false;
    return included === undefined || included.some((segment) => segment?.matches(name) === true);
  };
}
