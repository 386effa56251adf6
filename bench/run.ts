// npm run bench -- [NAME …] [--json | --markdown] [--tools DIR]: runs benchmarks and reports their figures. Exit 1 where a check of the work itself
// fails; a figure that misses its target is told and is no failure, since a machine with other work on it misses some.
import { parseArgs } from 'node:util';
import type { Bench } from './measure/figure.ts';
import { thisMachine } from './report/machine.ts';
import { asMarkdown, asText, type Report } from './report/render.ts';

/** Loaded on demand, so that one does not warm up what another measures. */
const benches: ReadonlyMap<string, () => Promise<Bench>> = new Map([
  ['gate', async () => (await import('./gate/gate.ts')).gate],
  ['decide', async () => (await import('./decide/decide.ts')).decide],
  ['classifier', async () => (await import('./classifier/classifier.ts')).classifier],
  ['registry', async () => (await import('./registry/registry.ts')).registry],
  ['redact', async () => (await import('./redact/redact.ts')).redact],
  ['sandbox', async () => (await import('./sandbox/sandbox.ts')).sandbox],
  ['search', async () => (await import('./search/search.ts')).search],
  ['mcp', async () => (await import('./mcp/mcp.ts')).mcp],
  ['sources', async () => (await import('./sources/sources.ts')).sources],
  ['openapi', async () => (await import('./openapi/openapi.ts')).openapi],
  ['start', async () => (await import('./start/start.ts')).start],
]);

const usage = `usage: npm run bench -- [${[...benches.keys()].join(' | ')} …] [--json | --markdown] [--tools DIR]`;

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const results = [];
  for (const name of asked.names) {
    const load = benches.get(name);
    if (load === undefined) continue;
    process.stderr.write(`measuring ${name} …\n`);
    const bench = await load();
    results.push(await bench({ tools: asked.tools }));
  }
  process.stdout.write(`${render({ machine: thisMachine(), results }, asked.form)}\n`);
  return results.every(({ checks }) => checks.every(({ holds }) => holds)) ? 0 : 1;
}

type Form = 'text' | 'json' | 'markdown';

function readArguments(): {
  readonly names: readonly string[];
  readonly form: Form;
  readonly tools: string | null;
} | null {
  const options = { json: { type: 'boolean' }, markdown: { type: 'boolean' }, tools: { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.some((name) => !benches.has(name)) || (values.json === true && values.markdown === true))
      return null;
    const form = values.json === true ? 'json' : values.markdown === true ? 'markdown' : 'text';
    return { names: positionals.length === 0 ? [...benches.keys()] : positionals, form, tools: values.tools ?? null };
  } catch {
    return null;
  }
}

function render(report: Report, form: Form): string {
  switch (form) {
    case 'json':
      return JSON.stringify(report, null, 2);
    case 'markdown':
      return asMarkdown(report);
    case 'text':
      return asText(report, process.stdout.columns ?? 160);
  }
}
