// The search over tools beside plain BM25 and the packages that people use for it: queries in turn, building, memory, changes, tokens.
import { createToolSearch } from '../../src/kernel/search/tool-search.ts';
import { askInTurn } from '../../scripts/vectors/toolsearch/ask-in-turn.ts';
import { otherEngines } from '../../scripts/vectors/toolsearch/engines/all-engines.ts';
import { createOurs } from '../../scripts/vectors/toolsearch/engines/ours.ts';
import type { SearchEngine } from '../../scripts/vectors/toolsearch/engines/search-engine.ts';
import { setTool } from '../../scripts/vectors/toolsearch/set-tool.ts';
import type { BenchGiven, BenchResult, Check, Figure, Target } from '../measure/figure.ts';
import type { Spread } from '../measure/spread.ts';
import { timeBlocks } from '../measure/take-turns.ts';
import { buildTimes, type Built } from './built.ts';
import { catalogueOf, promptCataloguesOf, type Catalogue } from './catalogues.ts';
import { tokenFigures } from './tokens.ts';

interface Size {
  readonly count: number;
  readonly engines: readonly SearchEngine[];
  readonly builds: number;
  readonly query: readonly Target[];
  readonly build: readonly Target[];
  readonly heap: readonly Target[];
}

const warming = 20;
const ms = 1_000;
const second = 1_000_000;
const megabyte = 1_000_000;

/** The others take a minute and more among so many tools, or most of a gigabyte. */
const fastEnough = otherEngines.filter(({ name }) => /^(?:plain BM25|SQLite)/.test(name));

const sizes: readonly Size[] = [
  {
    count: 10_000,
    engines: otherEngines,
    builds: 3,
    query: [
      { of: 'p50', within: ms },
      { of: 'p99', within: 5 * ms },
    ],
    build: [{ of: 'p50', within: 2 * second }],
    heap: [{ of: 'p50', within: 30 * megabyte }],
  },
  {
    count: 100_000,
    engines: fastEnough,
    builds: 1,
    query: [
      { of: 'p50', within: 10 * ms },
      { of: 'p99', within: 40 * ms },
    ],
    build: [{ of: 'p50', within: 20 * second }],
    heap: [],
  },
];

export async function search({ tools: folder }: BenchGiven): Promise<BenchResult> {
  const catalogue = catalogueOf(folder);
  const measured = sizes.map((size) => measure(size, catalogue));
  const change = changeFigure(catalogue, measured[0]?.ours.build);
  const tokens = [];
  for (const prompt of promptCataloguesOf(folder)) tokens.push(...(await tokenFigures(prompt)));
  return {
    name: 'search',
    about:
      `The search over tools (catalogue: ${catalogue.name}) beside plain BM25 and packages, each asked the same ${catalogue.queries.length} ` +
      'queries in turn, the best of three for what takes under 10 ms; among 100,000 tools only beside what answers in tens of milliseconds there.',
    figures: [...measured.flatMap(({ figures }) => figures), change.figure, ...tokens],
    checks: [...measured.flatMap(({ checks }) => checks), change.check],
  };
}

interface Measured {
  readonly ours: Built;
  readonly figures: readonly Figure[];
  readonly checks: readonly Check[];
}

function measure({ count, engines, builds, ...targets }: Size, { tools, queries }: Catalogue): Measured {
  const lines = tools(count);
  // As a registry has them, whoever searches.
  const made = new Map(lines.map((line) => [line, setTool(line)]));
  const ours = buildTimes(
    createOurs([], (line) => made.get(line) ?? setTool(line)),
    lines,
    builds,
  );
  const others = engines.map((engine) => buildTimes(engine, lines, builds));
  const asked = askedInTurn([ours, ...others], queries);
  const among = `${count.toLocaleString('en')} tools`;
  const figuresOf = (
    what: string,
    spread: (built: Built) => Spread | undefined,
    more: Pick<Figure, 'targets' | 'unit'>,
  ) =>
    others.flatMap((other): readonly Figure[] => {
      const [own, theirs] = [spread(ours), spread(other)];
      if (own === undefined || theirs === undefined) return [];
      return [{ what: `${what} ${among}`, baseline: other.engine.name, ours: own, theirs, ...more }];
    });
  return {
    ours,
    figures: [
      ...figuresOf('a query among', ({ engine }) => asked.get(engine.name), { targets: targets.query }),
      ...figuresOf('building over', ({ build }) => build, { targets: targets.build }),
      // What SQLite holds is outside of what Node counts.
      ...figuresOf('memory for', ({ engine, heap }) => (engine.name.startsWith('SQLite') ? undefined : heap), {
        targets: targets.heap,
        unit: 'bytes',
      }),
    ],
    checks: [ours, ...others].map((built) => answers(built, queries, among)),
  };
}

/** By the name of the engine. The first queries are asked before, so that all code is warm. */
function askedInTurn(built: readonly Built[], queries: Catalogue['queries']): ReadonlyMap<string, Spread> {
  const engines = built.map(({ engine }) => engine);
  askInTurn(engines, queries.slice(0, warming));
  const scores = askInTurn(engines, queries);
  return new Map(
    scores.map(({ engine, p50Ms, p99Ms, meanMs, asked }) => [
      engine,
      { p50: p50Ms * ms, p99: p99Ms * ms, mean: meanMs * ms, samples: asked },
    ]),
  );
}

function answers({ engine: { name, find } }: Built, queries: Catalogue['queries'], among: string): Check {
  const asked = queries.slice(0, warming);
  const answered = asked.filter(({ text }) => find(text, 10).length > 0).length;
  return {
    what: `${name}, ${among}: finds something for ${answered} of ${asked.length} queries`,
    holds: answered * 1.1 >= asked.length,
  };
}

/** One tool more, then one less, in an index that stands. */
function changeFigure(
  { tools }: Catalogue,
  whole: Spread | undefined,
): { readonly figure: Figure; readonly check: Check } {
  const count = 10_000;
  const all = tools(count + 100).map(setTool);
  const base = all.slice(0, count);
  const more = all.slice(count).map((tool) => [...base, tool]);
  const index = createToolSearch();
  index.follow(base);
  let step = 0;
  const next = () => {
    index.follow(step % 2 === 0 ? (more[(step / 2) % more.length] ?? base) : base);
    step += 1;
  };
  const { ours } = timeBlocks({ ours: next }, { rounds: 200, block: 1 });
  const added = all[count];
  index.follow(more[0] ?? base);
  const found = index.find({ text: added?.name ?? '', limit: 1, sees: () => true });
  return {
    figure: {
      what: `one tool added or removed among ${count.toLocaleString('en')} tools`,
      baseline: 'building anew',
      ours,
      theirs: whole ?? ours,
      targets: [{ of: 'p50', within: 2 * ms }],
    },
    check: { what: 'a tool that was added is found by its name', holds: found[0]?.tool === added },
  };
}
