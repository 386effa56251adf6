// Writes docs/errors.md from the table of error codes, so that every code has its line and no line has gone stale.
// With --check: exits 1 when the file on disk differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../src/contract/index.ts';

const file = join(import.meta.dirname, '..', 'docs', 'errors.md');
const audiences = { model: 'the caller', operator: 'the operator' } as const;
const retries = { never: 'no', 'after-fix': 'after a change', later: 'later' } as const;

function render(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { meaning, audience, retry }]) =>
      `| \`${code}\` | ${meaning} | ${audiences[audience]} | ${retries[retry]} |`,
  );
  return `# Error codes

Generated from \`src/contract/errors/error-codes.ts\`. A refused or failed call carries one of these codes beside a sentence that says
what happened and what other call would work. A tool's own errors are in the text of its result.

| code | what it means | whom it speaks to | try again |
|---|---|---|---|
${rows.join('\n')}
`;
}

const wanted = render();
if (process.argv.includes('--check')) {
  const stale = readFileSync(file, 'utf8') !== wanted;
  if (stale) console.error('docs/errors.md is stale: run node scripts/generate-error-docs.ts');
  process.exitCode = stale ? 1 : 0;
} else {
  writeFileSync(file, wanted);
}
