// What the gate costs: an allowed call, judged, bound and recorded on disk before and after, beside the same call without any gate.
import type { BenchResult, Check, Figure, Target } from '../measure/figure.ts';
import { timeCalls, type Turns } from '../measure/take-turns.ts';
import { openBareCommits } from './bare-commits.ts';
import { openGatedSide, type GatedSide } from './gated-side.ts';
import { openPlainSide, type PlainSide } from './plain-side.ts';

const toolCounts = [100, 1_000, 10_000] as const;
const ruleCounts = [0, 1_000] as const;

interface Case {
  readonly label: string;
  readonly tools: number;
  readonly rules: number;
  readonly gated: GatedSide;
  readonly plain: PlainSide;
}

interface Manner {
  readonly label: string;
  readonly turns: Turns;
}

/** How calls come: with all caches warm, which is the least that either can cost, down to how those of an agent do, which thinks in between. */
const manners: readonly Manner[] = [
  { label: '50 in a row', turns: { rounds: 60, block: 50 } },
  { label: 'one at a time', turns: { rounds: 3_000, block: 1 } },
  { label: '3 ms apart', turns: { rounds: 400, block: 1, restMs: 3 } },
];

const againstPlain: readonly Target[] = [
  { of: 'p50', atMost: 2 },
  { of: 'p99', atMost: 10 },
];
const againstSmall: readonly Target[] = [{ of: 'p50', atMost: 1.2 }];

export async function gate(): Promise<BenchResult> {
  const cases = await openCases();
  const figures: Figure[] = [];
  for (const manner of manners) for (const item of cases) figures.push(await besidePlain(item, manner));
  figures.push(...(await growth(cases)), ...(await floor(cases)));
  const checks: Check[] = [];
  for (const { gated, label } of cases) checks.push(...(await gated.check(label)));
  for (const { gated, plain } of cases) await Promise.all([gated.close(), plain.close()]);
  return {
    name: 'gate',
    about:
      'An allowed call of a tool that does nothing, through the composed gate with its store on disk, beside the same call through the plain MCP SDK in memory.',
    figures,
    checks,
  };
}

async function openCases(): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const tools of toolCounts) {
    const plain = await openPlainSide({ tools });
    for (const rules of ruleCounts) {
      const label = `${tools.toLocaleString('en')} tools, ${rules.toLocaleString('en')} rules`;
      cases.push({ label, tools, rules, gated: await openGatedSide({ tools, rules }), plain });
    }
  }
  return cases;
}

async function besidePlain({ label, gated, plain }: Case, manner: Manner): Promise<Figure> {
  const { ours, theirs } = await timeCalls({ ours: gated.call, theirs: plain.call }, manner.turns);
  return { what: `${manner.label}; ${label}`, baseline: 'plain MCP call', ours, theirs, targets: againstPlain };
}

/** What of it is the writing alone. */
async function floor([first]: readonly Case[]): Promise<readonly Figure[]> {
  if (first === undefined) return [];
  const bare = openBareCommits();
  const figures: Figure[] = [];
  for (const { label, turns } of manners) {
    const { ours, theirs } = await timeCalls({ ours: bare.call, theirs: first.plain.call }, turns);
    figures.push({ what: `two bare commits; ${label}`, baseline: 'plain MCP call', ours, theirs, targets: [] });
  }
  bare.close();
  return figures;
}

/** The gate beside itself with little to look through. */
async function growth(cases: readonly Case[]): Promise<readonly Figure[]> {
  const gateOf = (tools: number, rules: number): GatedSide['call'] => {
    const found = cases.find((item) => item.tools === tools && item.rules === rules);
    if (found === undefined) throw new Error(`There is no case of ${tools} tools and ${rules} rules.`);
    return found.gated.call;
  };
  const { small, manyTools, manyRules, both } = await timeCalls(
    { small: gateOf(100, 0), manyTools: gateOf(10_000, 0), manyRules: gateOf(100, 1_000), both: gateOf(10_000, 1_000) },
    { rounds: 60, block: 50 },
  );
  const beside = { baseline: 'gate with 100 tools, 0 rules', theirs: small, targets: againstSmall };
  return [
    { what: 'own cost; 10,000 tools, 0 rules', ours: manyTools, ...beside },
    { what: 'own cost; 100 tools, 1,000 rules', ours: manyRules, ...beside },
    { what: 'own cost; 10,000 tools, 1,000 rules', ours: both, ...beside },
  ];
}
