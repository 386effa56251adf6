// Finding a tool beside a plain Map, and a filtered list beside Array.filter, over the same objects.
import type { Tool } from '../../src/contract/index.ts';
import { createRegistry, type Registry } from '../../src/kernel/index.ts';
import { handler, tools } from '../gate/tool.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeBlocks } from '../measure/take-turns.ts';

const counts = [100, 1_000, 10_000] as const;

export async function registry(): Promise<BenchResult> {
  const figures: Figure[] = [];
  const checks: Check[] = [];
  for (const count of counts) {
    const registered = registryOf(variedTools(count));
    const all = registered.list({ includeHidden: true });
    figures.push(findFigure(registered, all), listFigure(registered, all));
    checks.push(sameList(registered, all));
  }
  return {
    name: 'registry',
    about: 'Finding a tool by name beside Map.get; a list for a guest beside Array.filter over the same objects.',
    figures,
    checks,
  };
}

function registryOf(list: readonly Tool[]): Registry {
  const made = createRegistry({ isKnownMode: () => true });
  for (const tool of list) made.register({ tool, loader: () => Promise.resolve(handler) });
  return made;
}

/** A third of them is not for guests, and some are hidden. */
function variedTools(count: number): readonly Tool[] {
  return tools(count).map((tool, index) => ({
    ...tool,
    policyClass: index % 3 === 0 ? 'exec' : 'read_only',
    category: index % 2 === 0 ? 'bench' : 'other',
    hidden: index % 50 === 0,
    ownerOnly: index % 40 === 0,
  }));
}

function findFigure(registered: Registry, all: readonly Tool[]): Figure {
  const names = all.map((tool) => tool.name);
  const plain = new Map(all.map((tool) => [tool.name, tool]));
  const nameOf = (call: number): string => names[(call * 7919) % names.length] ?? '';
  const { ours, theirs } = timeBlocks(
    { ours: (call) => registered.find(nameOf(call)), theirs: (call) => plain.get(nameOf(call)) },
    { rounds: 400, block: 5_000 },
  );
  return {
    what: `find among ${all.length.toLocaleString('en')} tools`,
    baseline: 'Map.get',
    ours,
    theirs,
    targets: [],
  };
}

function listFigure(registered: Registry, all: readonly Tool[]): Figure {
  const { ours, theirs } = timeBlocks(
    { ours: () => ourList(registered), theirs: () => plainList(all) },
    { rounds: 200, block: Math.max(1, 10_000 / all.length) },
  );
  return {
    what: `list for a guest of ${all.length.toLocaleString('en')} tools`,
    baseline: 'Array.filter',
    ours,
    theirs,
    targets: [],
  };
}

function ourList(registered: Registry): readonly Tool[] {
  return registered.list({ trust: 'guest', excludedCategories: ['other'] });
}

function plainList(all: readonly Tool[]): readonly Tool[] {
  return all.filter(
    (tool) => tool.policyClass === 'read_only' && !tool.ownerOnly && tool.category !== 'other' && !tool.hidden,
  );
}

function sameList(registered: Registry, all: readonly Tool[]): Check {
  const ours = ourList(registered);
  const plain = plainList(all);
  const holds = ours.length === plain.length && ours.every((tool, index) => tool === plain[index]);
  return { what: `${all.length.toLocaleString('en')} tools: both lists hold the same ${plain.length}`, holds };
}
