// Fails when the import table, the powers, the packages, the stage order or the runtime dependencies changed and no ADR says so.
// ADRs repeat them in blocks `<!-- recorded -->` … `<!-- end -->`, one list item a row; together the blocks must say exactly what holds.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { stages } from '../src/contract/index.ts';

const root = new URL('../', import.meta.url);
const names = z.array(z.string());

const { architecture } = z
  .object({
    architecture: z.object({
      folders: z.record(z.string(), z.object({ mayImport: names })),
      entries: z.record(z.string(), names),
      powers: z.array(z.object({ name: z.string(), builtins: names, places: names })),
      packages: z.record(z.string(), names),
    }),
  })
  // The key is not enumerable there, so it is named here.
  .parse({ architecture: Object(createRequire(import.meta.url)('../architecture.cjs')).architecture });

const list = (items: readonly string[]): string => items.join(', ') || 'nothing';

/** What the ADRs have to say, word for word. A package's row goes on with its reason, which is the ADR's own. */
function rowsThatHold(): string[] {
  return [
    ...Object.entries(architecture.folders).map(
      ([folder, { mayImport }]) => `src/${folder} may import ${list(mayImport)}`,
    ),
    ...Object.entries(architecture.entries).map(([file, mayImport]) => `src/${file} may import ${list(mayImport)}`),
    ...architecture.powers.map(({ name, builtins, places }) => `power ${name} (${list(builtins)}): ${list(places)}`),
    ...Object.entries(architecture.packages).map(([name, places]) => `package ${name} in ${list(places)}`),
    `stages: ${stages.join(', ')}`,
  ];
}

function recordedRows(): { row: string; file: string }[] {
  const folder = new URL('docs/decisions/', root);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const blocks = readFileSync(new URL(file, folder), 'utf8').matchAll(/<!-- recorded -->\n(.*?)<!-- end -->/gs);
      const lines = [...blocks].flatMap(([, block = '']) => block.split('\n'));
      return lines.filter((line) => line.startsWith('- ')).map((line) => ({ row: line.slice(2).trim(), file }));
    });
}

function problems(): string[] {
  const recorded = recordedRows();
  const says = (written: string, row: string): boolean =>
    written === row || (row.startsWith('package ') && written.startsWith(`${row}: `));
  const holding = rowsThatHold();
  const missing = holding.filter((row) => recorded.filter(({ row: written }) => says(written, row)).length !== 1);
  const stale = recorded.filter(({ row: written }) => !holding.some((row) => says(written, row)));
  const manifest = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')));
  const dependencies = Object.keys(manifest.dependencies);
  return [
    ...missing.map((row) => `no ADR, or more than one, records: ${row}`),
    ...stale.map(({ row, file }) => `docs/decisions/${file} records what no longer holds: ${row}`),
    ...dependencies
      .filter((name) => !(name in architecture.packages))
      .map((name) => `dependency without a row of packages: ${name}`),
    ...Object.keys(architecture.packages)
      .filter((name) => !dependencies.includes(name))
      .map((name) => `row of packages without a dependency: ${name}`),
  ];
}

const found = problems();
if (found.length > 0) {
  console.error(`Write or amend an ADR in docs/decisions/ (CONTRIBUTING.md says when):\n  ${found.join('\n  ')}`);
  process.exitCode = 1;
}
