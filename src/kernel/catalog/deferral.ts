// Which tools are shown whole to a model, and which it finds when it needs them.
import { bridges, type Tool } from '../../contract/index.ts';
import { isBridge } from '../registry/is-bridge.ts';
import { isOwn } from '../registry/is-own.ts';
import type { SeenTools } from './seen-tools.ts';

/** With fewer tools all go out whole: to search among them would cost more than it saves. */
const deferFrom = 10;

/** Says that the schema always goes out. */
const pinned = 'ai:no_defer';

/** Tools that come with Gatehouse, and commands that the operator wrote into the configuration: few, and meant to be at hand. */
const ownSources: ReadonlySet<string> = new Set(['builtin', 'preset']);

export interface Parting {
  readonly inline: readonly Tool[];
  readonly deferred: readonly Tool[];
}

/** Both in order of name. Nothing is deferred that this caller could not search for and call, but for what a profile's limit leaves out. */
export function partTools(seen: SeenTools, besideDeferred: ReadonlySet<string> = new Set()): Parting {
  const all = seen.all();
  // Describing a tool is of use in itself; the other two are there for what is deferred.
  const isBeside = (tool: Tool) => isOwn(tool.kind, tool.origin.source) && besideDeferred.has(tool.name);
  const others = all.filter((tool) => !isBeside(tool) && (!isBridge(tool) || tool.name === bridges.describe));
  const deferred = others.filter(mayDefer);
  const canReach = [bridges.search, bridges.call].every((name) => {
    const bridge = seen.find(name);
    return bridge !== undefined && isBridge(bridge) && !bridge.locked;
  });
  const isWhole = others.length < deferFrom || deferred.length === 0 || !canReach;
  const parting = isWhole
    ? { inline: others, deferred: [] }
    : { inline: all.filter((tool) => !mayDefer(tool)), deferred };
  return seen.most === null || parting.inline.length <= seen.most ? parting : limited(all, seen.most);
}

/** Clients refuse a list that is too long as a whole, so what is over the limit goes, whatever it is. */
function limited(all: readonly Tool[], most: number): Parting {
  const inline = new Set(all.toSorted((left, right) => rank(left) - rank(right)).slice(0, most));
  return { inline: all.filter((tool) => inline.has(tool)), deferred: all.filter((tool) => !inline.has(tool)) };
}

/** What leads to the others, then what is to be at hand. */
function rank(tool: Tool): number {
  if (isBridge(tool) && tool.name !== bridges.describe) return 0;
  if (tool.tags.includes(pinned)) return 1;
  return mayDefer(tool) ? 3 : 2;
}

function mayDefer(tool: Tool): boolean {
  if (isBridge(tool) || tool.kind === 'skill' || tool.tags.includes(pinned)) return false;
  // Of another kind it is not ours, whatever it calls its source.
  return tool.kind !== 'builtin' || !ownSources.has(tool.origin.source);
}
