// Writes docs/tool-search.svg: how much each engine finds against how long a query takes, out of two measurements as JSON:
// `npm run -s vectors -- toolsearch DIR --json > PLAIN` and the same with `--history half`, then `node scripts/draw-search-chart.ts PLAIN HISTORY`.
import { readFileSync, writeFileSync } from 'node:fs';
import { drawChart, type ChartPoint } from './chart/draw-chart.ts';
import type { SetScore } from './vectors/toolsearch.ts';
import { ourName } from './vectors/toolsearch/engines/ours.ts';
import { largestOf, meanQuality } from './vectors/toolsearch/render-scores.ts';

const [plain = '', history = ''] = process.argv.slice(2);
const target = new URL('../docs/tool-search.svg', import.meta.url);

const without = scoresOf(plain);
const names = without[0]?.engines.map(({ engine }) => engine) ?? [];
const points = [
  ...names.map((name) => pointOf(without, name, name)),
  pointOf(scoresOf(history), ourName, `${ourName}, having learned`),
];
const tools = largestOf(without)?.tools.toLocaleString('en') ?? '';
writeFileSync(
  target,
  drawChart(points, {
    title: 'Right tools among the first five, against the time of a query',
    xTitle: `milliseconds for a query among ${tools} tools, median (less is better)`,
    yTitle: 'recall at 5, mean over the sets',
  }),
);

function scoresOf(path: string): readonly SetScore[] {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function pointOf(scores: readonly SetScore[], name: string, label: string): ChartPoint {
  const timed = largestOf(scores)?.engines.find(({ engine }) => engine === name);
  return { label, x: timed?.p50Ms ?? Number.NaN, y: meanQuality(scores, name).r5, isOurs: name === ourName };
}
