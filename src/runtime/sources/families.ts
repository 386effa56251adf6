// The tools of sources in the registry: named, swapped family by family in one tick, and those that are none left out.
import { isCapabilityError } from '../../contract/index.ts';
import type { Registration, Registry } from '../../kernel/index.ts';
import type { OpenSource } from './kinds/source.ts';
import { nameTools, type NamedTools } from './name-tools.ts';

export interface FamilyNeeds {
  readonly registry: Registry;
  /** Names that mean something else than a tool of the registry. */
  readonly isReserved: (name: string) => boolean;
  /** Tools that are not there at all. */
  readonly disabled: readonly string[];
}

export interface Families {
  /** From now on these are all. No call sees half of it. */
  publish(sources: readonly OpenSource[]): void;
  /** Of a source, as it is registered. */
  of(source: string): Omit<NamedTools, 'source'>;
  /** Whether a source has a tool of that name, and it is left out as one that is disabled. */
  isDisabled(name: string): boolean;
}

const none = { tools: [], warnings: [] };

export function createFamilies(needs: FamilyNeeds): Families {
  const { registry } = needs;
  let published: ReadonlyMap<string, { readonly source: OpenSource; readonly named: Omit<NamedTools, 'source'> }> =
    new Map();
  let leftOut: ReadonlySet<string> = new Set();

  return {
    publish(sources) {
      const families = new Set(
        [...sources, ...[...published.values()].map(({ source }) => source)].map(({ family }) => family.family),
      );
      const out = new Set<string>();
      const isWanted = ({ tool }: Registration): boolean => {
        if (needs.disabled.includes(tool.name)) out.add(tool.name);
        return !out.has(tool.name);
      };
      const wanted = sources.map((source) => ({
        source: source.settings.name,
        tools: source.tools().filter(isWanted),
      }));
      const all = nameTools(wanted, holders(needs, families));
      const pairs = sources.map((source, at) => {
        const { tools, warnings } = all[at] ?? none;
        // By the name that it is called by as well.
        return { source, named: { tools: tools.filter(isWanted), warnings } };
      });
      leftOut = out;
      const isSame = ({ source, named }: (typeof pairs)[number]): boolean =>
        printOf(published.get(source.settings.name)?.named.tools ?? []) === printOf(named.tools);
      const changed = pairs.filter((pair) => !isSame(pair));
      const staying = new Set(sources.map(({ family }) => family.family));
      const leaving = [...published.values()].filter(({ source }) => !staying.has(source.family.family));
      // Before others take their names.
      for (const { source } of [...leaving, ...changed]) registry.swap('builtin', source.family, []);
      published = new Map(
        pairs.map((pair) => [
          pair.source.settings.name,
          changed.includes(pair) ? { ...pair, named: register(pair.source, pair.named, registry) } : pair,
        ]),
      );
    },
    isDisabled: (name) => leftOut.has(name),
    of: (source) => published.get(source)?.named ?? none,
  };
}

function holders({ registry, isReserved }: FamilyNeeds, families: ReadonlySet<string>) {
  return (name: string): string | null => {
    if (isReserved(name)) return 'another spelling of a tool';
    const holder = registry.find(name);
    return holder === undefined || families.has(holder.origin.family ?? '') ? null : `the tool ${holder.name}`;
  };
}

/** Beyond, what describes them is no description. */
const mostRefused = 20;

/** A tool that is none is left out, and the others are there. */
function register(
  { family }: OpenSource,
  { tools, warnings }: Omit<NamedTools, 'source'>,
  registry: Registry,
): Omit<NamedTools, 'source'> {
  let rest = tools;
  const told = [...warnings];
  for (let tries = 0; tries < mostRefused; tries += 1) {
    try {
      registry.swap('builtin', family, rest);
      return { tools: rest, warnings: told };
    } catch (cause) {
      if (!isCapabilityError(cause)) throw cause;
      told.push(cause.message);
      const fewer = rest.filter(({ tool }) => tool.name !== cause.details['tool']);
      if (fewer.length === rest.length) break;
      rest = fewer;
    }
  }
  return { tools: [], warnings: [...told, 'None of its tools is taken: too many of them cannot be registered.'] };
}

function printOf(tools: readonly Registration[]): string {
  return tools.map(({ tool }) => `${tool.name}:${tool.origin.fingerprint}`).join();
}
