// Tells how well tools were found: ours for each set, then beside the others, and last the mean over the sets.
import { layoutTable } from '../../../src/text/index.ts';
import type { SetScore } from '../toolsearch.ts';
import type { EngineScore } from './ask-in-turn.ts';
import { meanOf, qualityText, type Quality } from './recall.ts';

/** The set that pools others: shown, and no part of the mean. */
const pooled = 'mcp_pool';
const width = 200;

export function renderScores(scores: readonly SetScore[]): string {
  const lines = scores.map(({ set, queries, ours }) => `${set} (${queries} queries) ${qualityText(ours)}`);
  const beside = scores.some(({ engines }) => engines.length > 0) ? ['', ...besideOthers(scores), ''] : [];
  return [...lines, ...beside, `macro ${qualityText(meanOf(inMean(scores).map(({ ours }) => ours)))}`].join('\n');
}

export function inMean(scores: readonly SetScore[]): readonly SetScore[] {
  return scores.length === 1 ? scores : scores.filter(({ set }) => set !== pooled);
}

/** The set in which times are told. */
export function largestOf(scores: readonly SetScore[]): SetScore | undefined {
  return scores.toSorted((left, right) => right.tools - left.tools)[0];
}

function besideOthers(scores: readonly SetScore[]): readonly string[] {
  const names = scores[0]?.engines.map(({ engine }) => engine) ?? [];
  const largest = largestOf(scores);
  const timed = `the best times of three for one query among the ${largest?.tools.toLocaleString('en') ?? ''} tools of ${largest?.set ?? ''}`;
  const rows = names.map((name) => engineRow(name, scores, of(largest, name)));
  return [
    `Every engine asked the same queries in turn, at most 200 a set; means over the sets, ${timed}:`,
    layoutTable(rows, {
      width,
      headers: ['ENGINE', 'R@1', 'R@3', 'R@5', 'R@10', 'MRR', 'P50', 'P99', 'BUILD', 'SETTINGS'],
    }),
    ...cutLines(scores),
    '',
    'R@5 by set, ours and plain BM25 over all queries, the others over the same 200:',
    setTable(scores, names.slice(2)),
  ];
}

function of(score: SetScore | undefined, name: string): EngineScore | undefined {
  return score?.engines.find(({ engine }) => engine === name);
}

/** The mean over the sets of what an engine found of the sample. */
export function meanQuality(scores: readonly SetScore[], name: string): Quality {
  return meanOf(inMean(scores).flatMap((score) => of(score, name)?.quality ?? []));
}

function engineRow(name: string, scores: readonly SetScore[], timed: EngineScore | undefined): readonly string[] {
  const { r1, r3, r5, r10, mrr } = meanQuality(scores, name);
  const { p50Ms = 0, p99Ms = 0, buildMs = 0, settings = '' } = timed ?? {};
  return [
    name,
    ...[r1, r3, r5, r10, mrr].map((value) => value.toFixed(3)),
    `${p50Ms.toFixed(2)} ms`,
    `${p99Ms.toFixed(1)} ms`,
    `${(buildMs / 1_000).toFixed(2)} s`,
    settings,
  ];
}

/** Where an engine's time was up before it had answered all. */
function cutLines(scores: readonly SetScore[]): readonly string[] {
  return scores.flatMap(({ set, engines }) => {
    const most = Math.max(0, ...engines.map(({ asked }) => asked));
    return engines
      .filter(({ asked }) => asked < most)
      .map(({ engine, asked }) => `${engine} was cut short in ${set}: ${asked} of ${most} queries in its time.`);
  });
}

function setTable(scores: readonly SetScore[], packages: readonly string[]): string {
  const rows = scores.map((score) => [
    score.set,
    recall(score.ours),
    ...(score.plain === null ? [''] : [recall(score.plain)]),
    ...packages.map((name) => recall(of(score, name)?.quality ?? meanOf([]))),
  ]);
  const counted = inMean(scores);
  const mean = [
    'mean',
    recall(meanOf(counted.map(({ ours }) => ours))),
    recall(meanOf(counted.flatMap(({ plain }) => plain ?? []))),
    ...packages.map((name) => recall(meanQuality(scores, name))),
  ];
  return layoutTable([...rows, mean], { width, headers: ['SET', 'OURS', 'PLAIN', ...packages] });
}

function recall({ r5 }: Quality): string {
  return r5.toFixed(3);
}
