// The index of all tools, in segments that grow by merging: one tool more or less costs one small segment, never a rebuild of the whole.
import type { Tool } from '../../../contract/index.ts';
import { buildSegment, type Segment } from './segment.ts';

export interface ToolIndex {
  /** Largest first. */
  readonly segments: readonly Segment[];
  readonly size: number;
  /** By name and the fingerprint of its definition. */
  find(name: string, fingerprint: string): Tool | undefined;
  /** By name, else by alias, whatever the case. Of several the one in this case, else the first in order of name. */
  named(name: string, sees: (tool: Tool) => boolean): Tool | undefined;
  placeOf(tool: Tool): Place | undefined;
  /** None of them may be there already. */
  add(tools: readonly Tool[]): void;
  remove(tools: Iterable<Tool>): void;
}

export interface Place {
  readonly segment: Segment;
  readonly document: number;
}

/** Segments of about the same size that may stand side by side before they become one. */
const fanOut = 8;

export function createToolIndex(): ToolIndex {
  let segments: Segment[] = [];
  const places = new Map<Tool, Place>();
  const identities = new Map<string, Tool>();
  const names = createNameTable();
  const aliases = createNameTable();

  function put(tools: readonly Tool[]): void {
    const segment = buildSegment(tools);
    tools.forEach((tool, document) => {
      places.set(tool, { segment, document });
      identities.set(identity(tool.name, tool.origin.fingerprint), tool);
      names.add(tool.name, tool);
      for (const alias of tool.aliases) aliases.add(alias, tool);
    });
    segments.push(segment);
    segments.sort((left, right) => right.tools.length - left.tools.length);
  }

  /** What is left of some segments, as one. */
  function merge(merging: readonly Segment[]): void {
    segments = segments.filter((segment) => !merging.includes(segment));
    const kept = merging.flatMap((segment) => segment.tools.filter((_, document) => segment.holds(document)));
    if (kept.length > 0) put(kept);
  }

  function tidy(): void {
    const thinned = segments.filter((segment) => segment.size * 2 < segment.tools.length);
    if (thinned.length > 0) merge(thinned);
    for (let crowded = crowdedTier(segments); crowded !== null; crowded = crowdedTier(segments)) merge(crowded);
  }

  return {
    get segments() {
      return segments;
    },
    get size() {
      return places.size;
    },
    find: (name, fingerprint) => identities.get(identity(name, fingerprint)),
    named: (name, sees) => names.find(name, sees) ?? aliases.find(name, sees),
    placeOf: (tool) => places.get(tool),
    add(tools) {
      if (tools.length === 0) return;
      put(tools);
      tidy();
    },
    remove(tools) {
      for (const tool of tools) {
        const place = places.get(tool);
        if (place === undefined) continue;
        place.segment.remove(place.document);
        places.delete(tool);
        identities.delete(identity(tool.name, tool.origin.fingerprint));
        names.remove(tool.name, tool);
        for (const alias of tool.aliases) aliases.remove(alias, tool);
      }
      tidy();
    },
  };
}

interface NameTable {
  /** Once more is as once. */
  add(name: string, tool: Tool): void;
  remove(name: string, tool: Tool): void;
  find(name: string, sees: (tool: Tool) => boolean): Tool | undefined;
}

/** Names that differ by case alone stand side by side: which one came last says nothing. */
function createNameTable(): NameTable {
  const held = new Map<string, readonly Tool[]>();
  return {
    add(name, tool) {
      const key = name.toLowerCase();
      const others = held.get(key) ?? [];
      if (!others.includes(tool)) held.set(key, [...others, tool]);
    },
    remove(name, tool) {
      const key = name.toLowerCase();
      const others = (held.get(key) ?? []).filter((other) => other !== tool);
      if (others.length === 0) held.delete(key);
      else held.set(key, others);
    },
    find(name, sees) {
      const seen = (held.get(name.toLowerCase()) ?? []).filter(sees);
      const inOrder = seen.toSorted((left, right) => (left.name < right.name ? -1 : 1));
      return inOrder.find((tool) => tool.name === name || tool.aliases.includes(name)) ?? inOrder[0];
    },
  };
}

function identity(name: string, fingerprint: string): string {
  return `${name} ${fingerprint}`;
}

/** The segments of one order of size, where there are too many of them. */
function crowdedTier(segments: readonly Segment[]): readonly Segment[] | null {
  const tiers = Map.groupBy(segments, ({ tools }) => Math.floor(Math.log(tools.length) / Math.log(fanOut)));
  return [...tiers.values()].find((tier) => tier.length >= fanOut) ?? null;
}
