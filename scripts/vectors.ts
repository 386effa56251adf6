// Runs a file of test vectors against the real modules: `npm run vectors -- KIND FILE`. Lists what differs and closes with the count.
import { parseArgs } from 'node:util';
import type { VectorKind } from './vectors/vector-kind.ts';
import { VectorFileError } from './vectors/vector-kind.ts';

/** Loaded on demand, so that a kind needs only what it tests. */
const kinds = new Map<string, () => Promise<VectorKind>>([
  ['policy', async () => (await import('./vectors/policy.ts')).policyVectors],
  ['ssrf', async () => (await import('./vectors/ssrf.ts')).ssrfVectors],
  ['paths', async () => (await import('./vectors/paths.ts')).pathVectors],
  ['shell', async () => (await import('./vectors/shell.ts')).shellVectors],
  ['secrets', async () => (await import('./vectors/secrets.ts')).secretVectors],
  ['formats', async () => (await import('./vectors/formats.ts')).formatVectors],
  ['fisk', async () => (await import('./vectors/fisk.ts')).fiskVectors],
  ['injections', async () => (await import('./vectors/injections.ts')).injectionVectors],
]);

const usage = `usage: npm run vectors -- KIND FILE
       npm run vectors -- toolsearch DIR [--history half] [--engines ours] [--json]
kinds: ${[...kinds.keys()].join(', ')}`;

process.exitCode = await main(process.argv.slice(2));

/** 0 all as stated, 1 something differs, 2 nothing could be run. */
async function main(args: readonly string[]): Promise<number> {
  const [kindName, file, ...rest] = args;
  if (kindName === 'toolsearch') return measureSearch(args.slice(1));
  if (kindName === undefined || file === undefined || rest.length > 0) return refuse(usage);
  const load = kinds.get(kindName);
  if (load === undefined) return refuse(`There is no kind of vectors named ${kindName}.\n${usage}`);
  const kind = await load();
  try {
    return report(await kind(file));
  } catch (cause) {
    if (cause instanceof VectorFileError) return refuse(cause.message);
    throw cause;
  }
}

/** A measurement and not a case that is right or wrong. */
async function measureSearch(args: readonly string[]): Promise<number> {
  const asked = readMeasuring(args);
  if (asked === null) return refuse(usage);
  const { scoreToolSearch } = await import('./vectors/toolsearch.ts');
  const { renderScores } = await import('./vectors/toolsearch/render-scores.ts');
  try {
    const scores = scoreToolSearch(asked);
    process.stdout.write(`${asked.asJson ? JSON.stringify(scores, null, 2) : renderScores(scores)}\n`);
    return 0;
  } catch (cause) {
    if (cause instanceof VectorFileError) return refuse(cause.message);
    throw cause;
  }
}

function readMeasuring(args: readonly string[]) {
  const options = { history: { type: 'string' }, engines: { type: 'string' }, json: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { history = 'none', engines = 'all', json = false } = values;
    const [folder, ...rest] = positionals;
    const known = ['none', 'half'].includes(history) && ['all', 'ours'].includes(engines);
    if (folder === undefined || rest.length > 0 || !known) return null;
    return { folder, withHistory: history === 'half', besideOthers: engines === 'all', asJson: json };
  } catch {
    return null;
  }
}

function report(results: Awaited<ReturnType<VectorKind>>): number {
  const failed = results.filter((result) => !result.passed);
  for (const { id, why, expected, got } of failed) {
    process.stdout.write(`${id}: ${why}\n  expected ${expected}\n  got      ${got}\n`);
  }
  for (const { told } of results) if (told !== undefined) process.stdout.write(`${told}\n`);
  const harmless = results.filter(({ isNuisance }) => isNuisance !== undefined);
  if (harmless.length > 0) process.stdout.write(`${nuisanceText(harmless)}\n`);
  process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
  return failed.length === 0 ? 0 : 1;
}

function nuisanceText(harmless: Awaited<ReturnType<VectorKind>>): string {
  const asked = harmless.filter(({ isNuisance }) => isNuisance === true).length;
  const percent = ((100 * asked) / harmless.length).toFixed(1);
  return `nuisance rate: ${percent} % (${asked} of ${harmless.length} harmless cases are asked about)`;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}
