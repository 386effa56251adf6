// What a caller may know of the tools: the same for surfaces, reports and the tools that describe tools.
import {
  CapabilityError,
  type Caller,
  type Catalog,
  type JsonObject,
  type JsonValue,
  type OpenedDirectory,
  type Runtime,
} from '../../contract/index.ts';
import type { Sandbox } from '../../host/index.ts';
import {
  describeTool,
  isOwn,
  reportCapabilities,
  seenTools,
  summarise,
  wayProblem,
  withoutSecrets,
  type Presenter,
  type Registry,
  type ToolFinder,
} from '../../kernel/index.ts';
import type { PolicySource } from './policy-source.ts';

export interface ListingParts {
  readonly registry: Registry;
  readonly policy: PolicySource;
  readonly sandbox: Pick<Sandbox, 'known'>;
  readonly limits: Readonly<Record<string, JsonValue>>;
  readonly serverReports: () => readonly JsonObject[];
  readonly openedDirectories: () => Promise<readonly OpenedDirectory[]>;
  readonly finder: ToolFinder;
  readonly presenter: Presenter;
  /** The id of this Gatehouse among others. */
  readonly instance: string;
  /** What tools say of themselves may hold a secret as any text may. */
  readonly redact: (text: string) => string;
}

/** The part of a runtime that only tells, and so needs neither gate nor journal. */
export type Listing = Pick<Runtime, 'tools' | 'describeTool' | 'capabilities' | 'searchTools' | 'presentTools'>;

export function createListing(parts: ListingParts): Listing {
  const { registry, policy, presenter, redact } = parts;
  return {
    async tools(caller, filter) {
      const view = await policy.current();
      const seen = new Set(seenTools(registry.snapshot(), caller).all());
      return registry
        .list(filter)
        .filter((tool) => seen.has(tool))
        .map((tool) => {
          const summary = summarise(tool, caller, view);
          // Our own words hold no secret, and to look for one would be a good part of a start.
          return isOwn(tool.kind, tool.origin.source) ? summary : withoutSecrets(summary, redact);
        });
    },
    describeTool: (caller, name) => catalogFor(caller, parts).describe(name),
    capabilities: (caller) => catalogFor(caller, parts).capabilities(),
    searchTools: (caller, query, options) => catalogFor(caller, parts).search(query, options),
    async presentTools(caller) {
      const problem = wayProblem(caller, parts.instance);
      if (problem !== null) throw new CapabilityError('server_loop', `${problem.reason} ${problem.hint}`);
      return presenter.present(seenTools(registry.snapshot(), caller));
    },
  };
}

export function catalogFor(caller: Caller, parts: ListingParts): Catalog {
  const { registry, policy, sandbox, limits, finder, presenter, redact } = parts;
  const scope = async () => ({ snapshot: registry.snapshot(), caller, policy: await policy.current() });
  return {
    describe: async (name) => withoutSecrets(describeTool(name, await scope()), redact),
    search: async (query, options) => withoutSecrets(await finder.find(query, options, await scope()), redact),
    async capabilities() {
      const [own, proof, openedDirectories] = await Promise.all([scope(), sandbox.known(), parts.openedDirectories()]);
      const report = reportCapabilities({
        ...own,
        // A report starts no process: it tells what the start of the runtime, or a first command, has proven.
        sandboxLevel: proof?.level ?? null,
        openedDirectories,
        servers: parts.serverReports(),
        limits,
        tokens: presenter.report,
      });
      return withoutSecrets(report, redact);
    },
  };
}
