// Writes src/tools/catalog.generated.ts (descriptions) and loaders.generated.ts (code, on first call) from the tools declared in
// the folders of src/tools, so that a new tool is one file. With --check it writes nothing and fails where a file differs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unsaidOfTool, type BuiltinTool, type JsonObject, type Tool, type ToolPorts } from '../src/contract/index.ts';
import { findMode } from '../src/kernel/index.ts';
import { canonicalJson, sha256Hex } from '../src/text/index.ts';

type Declared = BuiltinTool<z.ZodObject, keyof ToolPorts>;

interface Found {
  readonly tool: Declared;
  /** Relative to src/tools, and the name of the export. */
  readonly module: string;
  readonly exported: string;
}

const folder = join(import.meta.dirname, '..', 'src', 'tools');

/** Only files that call defineTool are loaded: the others may be anything. */
async function findTools(): Promise<readonly Found[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^.+\/[^/]+\.ts$/.test(file) && !/\.test\.ts$|\.generated\.ts$/.test(file))
    .filter((file) => readFileSync(join(folder, file), 'utf8').includes('= defineTool('));
  const found = await Promise.all(files.map(loadTools));
  return found.flat().toSorted((left, right) => (left.tool.name < right.tool.name ? -1 : 1));
}

async function loadTools(module: string): Promise<readonly Found[]> {
  const exports: Record<string, unknown> = await import(join(folder, module));
  const found = Object.entries(exports).flatMap(([exported, value]) =>
    isDeclared(value) ? [{ tool: value, module, exported }] : [],
  );
  if (found.length !== 1)
    throw new Error(`src/tools/${module} calls defineTool but exports ${found.length} tools; export exactly one.`);
  return found;
}

function isDeclared(value: unknown): value is Declared {
  return (
    typeof value === 'object' &&
    value !== null &&
    'run' in value &&
    'input' in value &&
    value.input instanceof z.ZodObject
  );
}

function describe({ tool, module }: Found): Tool {
  const mode = findMode(tool.mode);
  if (mode === undefined) throw new Error(`src/tools/${module}: there is no mode named ${tool.mode}.`);
  // What runs, and what it needs, stay behind the loader.
  const { input, run: _run, needs: _needs, ...said } = { ...tool, run: null };
  const definition: Omit<Tool, 'origin'> = {
    ...unsaidOfTool,
    policyClass: mode.policyClass,
    ...said,
    kind: 'builtin',
    parameters: schemaOf(input),
  };
  // Through JSON, so that the fingerprint is that of what the file will hold.
  const fingerprint = sha256Hex(canonicalJson(JSON.parse(JSON.stringify(definition))));
  return { ...definition, origin: { source: 'builtin', owner: null, family: null, fingerprint } };
}

/** What a caller has to send: arguments with a default are optional. */
function schemaOf(input: z.ZodObject): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { target: 'draft-2020-12', io: 'input' });
  return JSON.parse(JSON.stringify(schema));
}

/** An alias that is another tool's name would make one of the two unreachable. */
function refuseCollisions(tools: readonly Tool[]): void {
  const owners = new Map<string, string>();
  for (const tool of tools) {
    for (const name of [tool.name, ...tool.aliases]) {
      const owner = owners.get(name);
      if (owner !== undefined) throw new Error(`Both ${owner} and ${tool.name} are called ${name}.`);
      owners.set(name, tool.name);
    }
  }
}

const note = '// Written by scripts/generate-catalog.ts; change the tools and run it again.';

function catalogFile(tools: readonly Tool[]): string {
  return `${note}
import type { Tool } from '../contract/index.ts';

/** Every built-in tool, by name. Descriptions only: nothing here runs. */
export const builtinCatalog: readonly Tool[] = ${JSON.stringify(tools, null, 2)};
`;
}

function loadersFile(found: readonly Found[]): string {
  const lines = found.map(
    ({ tool, module, exported }) =>
      `  ${tool.name}: async () => builtinHandler((await import('./${module}')).${exported}),`,
  );
  return `${note}
import type { HandlerLoader } from '../contract/index.ts';
import { builtinHandler } from './builtin-handler.ts';

/** The code of each built-in tool, imported when it is first called. */
export const builtinLoaders: Readonly<Record<string, HandlerLoader>> = {
${lines.join('\n')}
};
`;
}

function write(name: string, text: string): void {
  const file = join(folder, name);
  if (!process.argv.includes('--check')) return writeFileSync(file, text);
  if (readOrEmpty(file) === text) return;
  console.error(`src/tools/${name} is not what its generator writes; run: npm run generate`);
  process.exitCode = 1;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const found = await findTools();
const tools = found.map(describe);
refuseCollisions(tools);
write('catalog.generated.ts', catalogFile(tools));
write('loaders.generated.ts', loadersFile(found));
