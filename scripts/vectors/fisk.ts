// A document that a fisk application prints for --fisk-introspect: the tools it becomes, and for each whether awkward arguments come back
// from its words by the rules of the document.
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { isCapabilityError, type JsonObject, type JsonValue, type Tool } from '../../src/contract/index.ts';
import { createRegistry } from '../../src/kernel/index.ts';
import { cliTools, readFisk, type CliSettings } from '../../src/sources/index.ts';
import { commandWords, createSchemas, isObject, parseJson, type Schemas } from '../../src/text/index.ts';
import { argumentTexts } from './fisk/arguments.ts';
import { meantBy, readWords, rulesOf, type Meant } from './fisk/document-rules.ts';
import { VectorFileError, type VectorKind, type VectorResult } from './vector-kind.ts';
import { cliSettings } from '../../test/fixtures/cli-program.ts';

const runs = 20;
/** Of those that are made, so many do not fit the schema at most. */
const tries = 400;
const program = 'program';

const settings: CliSettings = { ...cliSettings, source: 'vectors', argv: [program] };

export const fiskVectors: VectorKind = async (path) => {
  const document = await readDocument(path);
  try {
    return await judgeDocument(document);
  } catch (cause) {
    if (isCapabilityError(cause)) throw new VectorFileError(`${path}: ${cause.message}`);
    throw cause;
  }
};

async function readDocument(path: string): Promise<JsonObject> {
  try {
    const document: JsonValue = JSON.parse(await readFile(path, 'utf8'));
    if (isObject(document)) return document;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new VectorFileError(`${path} cannot be read: ${cause.message}`);
  }
  throw new VectorFileError(`${path} holds no JSON object.`);
}

/** The first result says how many tools there are and what was left out; then one for each tool. */
export async function judgeDocument(document: JsonObject): Promise<readonly VectorResult[]> {
  const tree = readFisk(document);
  const { tools, left } = await cliTools(tree, settings);
  // A document without commands counts none, as others count it.
  const counted = tree.root === null ? `${tools.length} tools` : '0 tools of commands; the program itself is one';
  const first: VectorResult = {
    id: 'tools',
    why: 'names are unique and of the form that models take, and the registry takes each tool',
    ...outcome(registryProblem(tools)),
    told: [counted, ...left].join('\n'),
  };
  const schemas = createSchemas();
  const results: VectorResult[] = [first];
  for (const tool of tools) results.push(await judgeTool(tool, document, schemas));
  return results;
}

function registryProblem(tools: readonly Tool[]): string | null {
  const registry = createRegistry({ isKnownMode: (mode) => mode === 'cli' });
  for (const tool of tools) {
    try {
      registry.register({ tool, loader: () => Promise.reject(new Error('nothing runs here')) });
    } catch (cause) {
      return String(cause);
    }
  }
  return null;
}

async function judgeTool(tool: Tool, document: JsonObject, schemas: Schemas): Promise<VectorResult> {
  const why = `its schema is one, and ${runs} arguments come back from its words`;
  try {
    return { id: tool.name, why, ...outcome(await toolProblem(tool, document, schemas)) };
  } catch (cause) {
    return { id: tool.name, why, ...outcome(`thrown: ${String(cause)}`) };
  }
}

async function toolProblem(tool: Tool, document: JsonObject, schemas: Schemas): Promise<string | null> {
  const check = await schemas.compile(tool.origin.fingerprint, tool.parameters);
  const line = tool.targets[0]?.line;
  if (line === undefined || !('command' in line)) return 'it has no command';
  const { command } = line;
  const rules = rulesOf(document, command.words.slice(1));
  let fitting = 0;
  for (const text of fc.sample(argumentTexts(tool.parameters, command), { seed: 1, numRuns: tries })) {
    const args = parsed(text);
    if (check(args).length > 0) continue;
    fitting += 1;
    const argv = commandWords(command, args);
    if (!argv.ok) return `${text}: ${argv.problem.message}`;
    const read = readWords(argv.words.slice(command.words.length), rules);
    const [given, back] = [shown(meantBy(args, rules)), shown(read)];
    if (given !== back) return `${text} gives ${JSON.stringify(argv.words)}: ${given} came back as ${back}`;
    if (fitting === runs) return null;
  }
  return `of ${tries} arguments only ${fitting} fit its schema`;
}

function parsed(text: string): JsonObject {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) throw new Error('The arguments that were made are no JSON object.');
  return read.value;
}

/** The order of what is given does not matter. */
function shown(meant: Meant): string {
  return JSON.stringify([...meant].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function outcome(problem: string | null): Pick<VectorResult, 'passed' | 'expected' | 'got'> {
  return { passed: problem === null, expected: 'it is so', got: problem ?? 'it is so' };
}
