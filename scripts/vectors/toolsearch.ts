// How well the search over tools finds what is wanted, beside others: `npm run vectors -- toolsearch DIR [--history half] [--engines ours]`.
import { createHash } from 'node:crypto';
import { askAll, askInTurn, builtOver, sampleOf, type EngineScore } from './toolsearch/ask-in-turn.ts';
import { otherEngines } from './toolsearch/engines/all-engines.ts';
import { createOurs } from './toolsearch/engines/ours.ts';
import { plainBm25 } from './toolsearch/engines/plain-bm25.ts';
import { readSets, type SearchQuery, type SearchSet } from './toolsearch/read-sets.ts';
import type { Quality } from './toolsearch/recall.ts';
import { VectorFileError } from './vector-kind.ts';

export interface SearchMeasuring {
  readonly folder: string;
  readonly withHistory: boolean;
  /** Ours alone takes seconds, all of them some minutes. */
  readonly besideOthers: boolean;
}

export interface SetScore {
  readonly set: string;
  readonly tools: number;
  /** How many were scored. */
  readonly queries: number;
  /** Over all of these queries. */
  readonly ours: Quality;
  /** Null where ours was measured alone. */
  readonly plain: Quality | null;
  /** All engines over the same sample of the queries; empty where ours was measured alone. */
  readonly engines: readonly EngineScore[];
}

/** Throws `VectorFileError` where there is nothing to measure. */
export function scoreToolSearch({ folder, withHistory, besideOthers }: SearchMeasuring): readonly SetScore[] {
  const scores = readSets(folder).flatMap((set) => {
    const asked = withHistory ? set.queries.filter((query) => !isHistory(query)) : set.queries;
    if (asked.length === 0) return [];
    const history = withHistory ? set.queries.filter(isHistory) : [];
    return [scoreSet({ ...set, queries: asked }, history, besideOthers)];
  });
  if (scores.length === 0) throw new VectorFileError(`${folder} holds no queries*.jsonl with queries to score.`);
  return scores;
}

function scoreSet(
  { name, tools, queries }: SearchSet,
  history: readonly SearchQuery[],
  besideOthers: boolean,
): SetScore {
  const build = builtOver(tools);
  const ours = build(createOurs(history));
  const scored = { set: name, tools: tools.length, queries: queries.length, ours: askAll(ours, queries) };
  if (!besideOthers) return { ...scored, plain: null, engines: [] };
  const others = otherEngines.map(build);
  const plain = others.find((engine) => engine.name === plainBm25.name);
  return {
    ...scored,
    plain: plain === undefined ? null : askAll(plain, queries),
    engines: askInTurn([ours, ...others], sampleOf(queries)),
  };
}

/** Queries whose digest is even are the history, the others are scored. */
function isHistory({ id }: SearchQuery): boolean {
  return ((createHash('sha256').update(id).digest().at(-1) ?? 0) & 1) === 0;
}
