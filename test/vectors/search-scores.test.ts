import { describe, expect, test } from 'vitest';
import { drawChart, type ChartPoint } from '../../scripts/chart/draw-chart.ts';
import type { SetScore } from '../../scripts/vectors/toolsearch.ts';
import { sampleOf, type EngineScore } from '../../scripts/vectors/toolsearch/ask-in-turn.ts';
import { renderScores } from '../../scripts/vectors/toolsearch/render-scores.ts';

const quality = (share: number) => ({ r1: share, r3: share, r5: share, r10: share, mrr: share });

const engine = (name: string, more: Partial<EngineScore> = {}): EngineScore => ({
  engine: name,
  settings: 'none',
  quality: quality(0.5),
  asked: 200,
  buildMs: 1_000,
  p50Ms: 2,
  p99Ms: 4,
  meanMs: 2,
  ...more,
});

const scored = (set: string, share: number, engines: readonly EngineScore[]): SetScore => ({
  set,
  tools: set === 'mcp_pool' ? 13_000 : 100,
  queries: 300,
  ours: quality(share),
  plain: quality(0.25),
  engines,
});

describe('the scores of a run', () => {
  const slow = (asked: number) => [engine('Gatehouse'), engine('plain BM25'), engine('slow', { asked, p50Ms: 60 })];
  const text = renderScores([
    scored('mcp_pool', 0.1, slow(20)),
    scored('one', 0.5, slow(200)),
    scored('two', 1, slow(200)),
  ]);

  test('say which engine was cut short, where and how far it came', () => {
    expect(text.match(/.*cut short.*/g)).toEqual(['slow was cut short in mcp_pool: 20 of 200 queries in its time.']);
  });

  test('tell times in the largest set and the mean without the set that pools others', () => {
    expect(text).toMatch(/among the 13,000 tools of mcp_pool/);
    expect(text).toMatch(/^slow +0\.500 .*60\.00 ms/m);
    expect(text).toMatch(/^mean +0\.750 +0\.250 +0\.500$/m);
    expect(text).toMatch(/\nmacro R@1 0\.750 R@3 0\.750 R@5 0\.750 R@10 0\.750 MRR 0\.750$/);
  });
});

test('a sample is spread over the whole set, and all of a small one', () => {
  const queries = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), text: '', groups: [] }));
  const ids = sampleOf(queries).map(({ id }) => Number(id));
  expect(ids).toHaveLength(200);
  expect(new Set(ids.map((id) => Math.floor(id / 100))).size).toBe(10);
  expect(sampleOf(queries.slice(0, 7))).toEqual(queries.slice(0, 7));
});

describe('the chart', () => {
  const point = (label: string, x: number, y: number): ChartPoint => ({ label, x, y, isOurs: label === 'ours' });
  const draw = (...points: readonly ChartPoint[]) =>
    drawChart(points, { title: 'a < b', xTitle: 'ms', yTitle: 'share' });
  const labels = (svg: string) =>
    [...svg.matchAll(/x="([\d.]+)" y="([\d.]+)" text-anchor="\w+">([^<]*) \d+ %</g)].map(([, x, y, label]) => ({
      x: Number(x),
      y: Number(y),
      label,
    }));

  test('draws each point with its name, ours apart, and escapes what is text', () => {
    const svg = draw(point('ours', 1, 0.7), point('a&b', 20, 0.4));
    expect(svg.match(/class="point ours"/g)).toHaveLength(1);
    expect(svg.match(/class="point other"/g)).toHaveLength(1);
    expect(svg).toContain('<title>a &lt; b</title>');
    expect(labels(svg).map(({ label }) => label)).toEqual(['ours', 'a&amp;b']);
  });

  test('keeps names apart where points lie on each other', () => {
    const close = Array.from({ length: 5 }, (_, at) => point(`engine ${at}`, 2 + at / 100, 0.64 + at / 1_000));
    const set = labels(draw(point('ours', 1, 0.7), ...close, point('far', 50, 0.3)));
    expect(set).toHaveLength(7);
    const lying = set.flatMap((one, at) =>
      set.slice(at + 1).filter((other) => Math.abs(one.x - other.x) < 60 && Math.abs(one.y - other.y) < 15),
    );
    expect(lying).toEqual([]);
  });

  test('has room for a single point and is as bright or dark as its page', () => {
    expect(draw(point('ours', 1, 0.5))).not.toContain('NaN');
    expect(draw(point('ours', 1, 0.5))).toContain('@media (prefers-color-scheme: dark)');
  });
});
