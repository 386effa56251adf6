// What a caller may know of the tools: the same for surfaces, reports and the tools that describe tools.
import type { Caller, Catalog, JsonValue, OpenedDirectory, Runtime } from '../../contract/index.ts';
import type { Sandbox } from '../../host/index.ts';
import { describeTool, isVisible, reportCapabilities, summarise, type Registry } from '../../kernel/index.ts';
import type { PolicySource } from './policy-source.ts';

export interface ListingParts {
  readonly registry: Registry;
  readonly policy: PolicySource;
  readonly sandbox: Pick<Sandbox, 'known'>;
  readonly limits: Readonly<Record<string, JsonValue>>;
  readonly openedDirectories: () => Promise<readonly OpenedDirectory[]>;
}

/** The part of a runtime that only tells, and so needs neither gate nor journal. */
export type Listing = Pick<Runtime, 'tools' | 'describeTool' | 'capabilities'>;

export function createListing(parts: ListingParts): Listing {
  const { registry, policy } = parts;
  return {
    async tools(caller, filter) {
      const view = await policy.current();
      return registry
        .list(filter)
        .filter((tool) => isVisible(tool, caller))
        .map((tool) => summarise(tool, caller, view));
    },
    describeTool: (caller, name) => catalogFor(caller, parts).describe(name),
    capabilities: (caller) => catalogFor(caller, parts).capabilities(),
  };
}

export function catalogFor(caller: Caller, parts: ListingParts): Catalog {
  const { registry, policy, sandbox, limits } = parts;
  return {
    describe: async (name) =>
      describeTool(name, { snapshot: registry.snapshot(), caller, policy: await policy.current() }),
    async capabilities() {
      const [view, proof, openedDirectories] = await Promise.all([
        policy.current(),
        sandbox.known(),
        parts.openedDirectories(),
      ]);
      // A report starts no process: it tells what the start of the runtime, or a first command, has proven.
      const sandboxLevel = proof?.level ?? null;
      const snapshot = registry.snapshot();
      return reportCapabilities({ snapshot, caller, policy: view, sandboxLevel, openedDirectories, limits });
    },
  };
}
