// Loads one document in a process of its own, registers all its tools, and prints what that took: for the tests and the bench of large ones.
import { readFileSync } from 'node:fs';
import { createRegistry, findMode } from '../../kernel/index.ts';
import { createSchemas } from '../../text/index.ts';
import { settingsForTest } from './document-for-test.ts';
import { readDocument } from './document/read-document.ts';
import { makeTools } from './make-tools.ts';
import { openapiTools } from './source.ts';
import { openApiFamily } from './tools/describe.ts';

export interface LoadedForTest {
  readonly bytes: number;
  /** Counted without our code. */
  readonly operations: number;
  readonly tools: number;
  readonly left: number;
  readonly compiled: number;
  readonly problems: readonly string[];
  readonly longest: number;
  readonly ms: { readonly parse: number; readonly read: number; readonly make: number; readonly register: number };
  /** Of the process when all was registered, and before anything was read. */
  readonly peakMb: number;
  readonly baseMb: number;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function countOperations(text: string): number {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  return Object.values(paths).flatMap((item) => methods.filter((method) => item[method] !== undefined)).length;
}

function peakMb(): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function load(file: string, compileEach: number): Promise<LoadedForTest> {
  const baseMb = peakMb();
  const text = readFileSync(file, 'utf8');
  const marks = [performance.now()];
  const operations = countOperations(text);
  marks.push(performance.now());
  const settings = settingsForTest({ server: 'https://api.example' });
  const root = await readDocument(text, 'document');
  marks.push(performance.now());
  const made = await makeTools(root, settings);
  marks.push(performance.now());
  const needs = { env: {}, secretValue: () => Promise.resolve(''), registerSecret: () => undefined };
  const tools = openapiTools(made.tools, settings, needs);
  const registry = createRegistry({ isKnownMode: (mode) => findMode(mode) !== undefined });
  registry.swap('builtin', openApiFamily(settings.source), tools);
  marks.push(performance.now());
  const peak = peakMb();
  const schemas = createSchemas(1);
  const problems: string[] = [];
  const sample = tools.filter((_, index) => index % compileEach === 0);
  for (const { tool } of sample)
    await schemas
      .compile(tool.name, tool.parameters)
      .catch((cause: unknown) => problems.push(`${tool.name}: ${String(cause)}`));
  const [start = 0, parsed = 0, read = 0, ready = 0, end = 0] = marks;
  return {
    bytes: text.length,
    operations,
    tools: tools.filter(({ tool }) => registry.find(tool.name) !== undefined).length,
    left: made.left.length,
    compiled: sample.length,
    problems,
    longest: Math.max(...tools.map(({ tool }) => JSON.stringify(tool.parameters).length)),
    ms: { parse: parsed - start, read: read - parsed, make: ready - read, register: end - ready },
    peakMb: peak,
    baseMb,
  };
}

const [file, compileEach = '1'] = process.argv.slice(2);
if (file !== undefined) process.stdout.write(JSON.stringify(await load(file, Number(compileEach))));
