// Under which names the tools of sources are registered: two of one name, and one that is taken, get the name of their source before it.
import type { Tool } from '../../contract/index.ts';
import type { Registration } from '../../kernel/index.ts';
import { canonicalJson, sha256Hex } from '../../text/index.ts';

export interface SourceTools {
  readonly source: string;
  readonly tools: readonly Registration[];
}

export interface NamedTools extends SourceTools {
  /** What was renamed or left out, and why. */
  readonly warnings: readonly string[];
}

const longestName = 64;

/** `holderOf` says who else has a name: a tool that is none of a source's. The order of the sources does not matter. */
export function nameTools(
  sources: readonly SourceTools[],
  holderOf: (name: string) => string | null,
): readonly NamedTools[] {
  const bearers = new Map<string, string[]>();
  for (const { source, tools } of sources)
    for (const { tool } of tools) bearers.set(tool.name, [...(bearers.get(tool.name) ?? []), source]);
  const rivalOf = (name: string, source: string): string | null => {
    const other = bearers.get(name)?.find((each) => each !== source);
    return holderOf(name) ?? (other === undefined ? null : `a tool of the source ${other}`);
  };
  const finalName = (name: string, source: string): string =>
    rivalOf(name, source) === null ? name : prefixedName(source, name);
  const finals = sources.flatMap(({ source, tools }) => tools.map(({ tool }) => finalName(tool.name, source)));
  const times = new Map<string, number>();
  for (const name of finals) times.set(name, (times.get(name) ?? 0) + 1);
  const isFree = (name: string): boolean => holderOf(name) === null && times.get(name) === 1;
  return sources.map(({ source, tools }) => {
    const warnings: string[] = [];
    const named = tools.flatMap((entry): readonly Registration[] => {
      const { name } = entry.tool;
      const rival = rivalOf(name, source);
      if (rival === null) return [entry];
      const prefixed = prefixedName(source, name);
      if (!isFree(prefixed)) {
        warnings.push(`${name} stays out: ${rival} has that name, and ${prefixed} is taken too. Give it a prefix.`);
        return [];
      }
      warnings.push(`${name} is called ${prefixed}: ${rival} has that name.`);
      return [{ ...entry, tool: renamed(entry.tool, prefixed) }];
    });
    return { source, tools: named, warnings };
  });
}

function prefixedName(source: string, name: string): string {
  const whole = `${source}_${name}`;
  return whole.length <= longestName ? whole : `${whole.slice(0, longestName - 9)}_${sha256Hex(whole).slice(0, 8)}`;
}

/** Another definition, which has another fingerprint. */
function renamed({ origin, ...definition }: Tool, name: string): Tool {
  const changed = { ...definition, name };
  // The old one may say of more than the definition, such as of the headers that a request has.
  const said = { changed, of: origin.fingerprint };
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(said))));
  return { ...changed, origin: { ...origin, fingerprint } };
}
