// gatehouse source add openapi: what a document would bring, and what is written of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createCommandLine, type CommandLine } from '../../../run-for-test.ts';

let at: CommandLine;
let file: string;
let document: string;

beforeEach(() => {
  at = createCommandLine(onTestFinished);
  file = join(dirname(at.home), '.config', 'gatehouse', 'config.yaml');
  document = join(dirname(at.home), 'pets.yaml');
  const paths = '{ /pets: { get: { operationId: pets, summary: Lists pets }, fetch: {} } }';
  writeFileSync(document, `openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: ${paths}\n`);
});

it('shows the tools of a document and writes it with --yes', async () => {
  const args = ['source', 'add', 'openapi', document, '--server', 'https://api.example/v1'];
  const shown = await at.run(args, { columns: 300 });
  expect(shown.stdout).toMatch(/^ {2}pets: Lists pets\. GET \/pets$/m);
  expect(shown.stdout).toContain(`${document}#/paths/~1pets/fetch: no method that is known.`);
  expect([shown.code, existsSync(file)]).toEqual([0, false]);
  expect((await at.run([...args, '--yes'])).code).toBe(0);
  const written = `sources:\n  pets:\n    kind: openapi\n    document: ${document}\n    server: https://api.example/v1\n`;
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect((await at.run(['tools', 'list', '--source', 'pets'])).stdout).toMatch(/^pets /m);
});

it('writes nothing of a document that cannot be used, and says why', async () => {
  const nowhere = await at.run(['source', 'add', 'openapi', document, '--yes'], { columns: 300 });
  expect(nowhere.stdout).toContain('the document names no host for its operations');
  expect([nowhere.code, existsSync(file)]).toEqual([1, false]);
  writeFileSync(document, '{"swagger":"2.0"}');
  const old = await at.run(['source', 'add', 'openapi', document, '--name', 'old', '--yes'], { columns: 300 });
  expect(old.stdout).toContain('Swagger 2.0 (at /swagger)');
  expect(old.stdout).toContain('Nothing was written.');
  const inside = await at.run([
    'source',
    'add',
    'openapi',
    'http://169.254.169.254/openapi.json',
    '--name',
    'x',
    '--yes',
  ]);
  expect([inside.code, inside.stdout]).toEqual([1, expect.stringMatching(/169\.254\.169\.254/)]);
});

it.each([
  [['openapi', './x', '--sandbox', 'on'], 'a document has no use for them'],
  [['http', './x', '--server', 'https://a.example'], '--server says where the operations of a document are'],
])('refuses the wrong use %j and says what is right', async (args, message) => {
  const { code, stderr } = await at.run(['source', 'add', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
