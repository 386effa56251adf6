// From the text of a fisk document to tools, beside parsing the same text.
import { readFileSync } from 'node:fs';
import { cliTools, readFisk, type CliSettings } from '../../src/sources/index.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeCalls } from '../measure/take-turns.ts';
import { cliSettings } from '../../test/fixtures/cli-program.ts';

const documents = ['nats', 'nats.typed'] as const;

const settings: CliSettings = { ...cliSettings, source: 'bench', argv: ['nats'], sandbox: 'off' };

export async function sources(): Promise<BenchResult> {
  const figures: Figure[] = [];
  const checks: Check[] = [];
  for (const name of documents) {
    const text = readFileSync(new URL(`../../test/fisk/documents/${name}.json`, import.meta.url), 'utf8');
    figures.push(await loadFigure(name, text));
    const { tools } = await load(text);
    checks.push({ what: `${name}: 221 tools, each with a fingerprint of its own`, holds: areAll(tools, 221) });
  }
  return {
    name: 'sources',
    about: 'The document of a program with 221 commands: its text to tools, beside JSON.parse of that text.',
    figures,
    checks,
  };
}

const load = (text: string) => cliTools(readFisk(JSON.parse(text)), settings);

async function loadFigure(name: string, text: string): Promise<Figure> {
  const { ours, theirs } = await timeCalls(
    { ours: () => load(text), theirs: async () => JSON.parse(text) },
    { rounds: 200, block: 3 },
  );
  const what = `the document ${name}, ${Math.round(text.length / 1_024)} KiB`;
  return { what, baseline: 'JSON.parse', ours, theirs, targets: [{ of: 'p50', atMost: 5 }] };
}

function areAll(tools: Awaited<ReturnType<typeof load>>['tools'], count: number): boolean {
  return tools.length === count && new Set(tools.map(({ origin }) => origin.fingerprint)).size === count;
}
