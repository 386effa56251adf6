// Gatehouse as the client that a conformance scenario looks at: the address comes as the last argument, is configured as a server, accepted,
// and each of its tools is called.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, JsonValue, Notice, Owner } from '../../src/contract/index.ts';
import { openHome } from '../../src/host/index.ts';
import { composeLocal, libraryCaller } from '../../src/runtime/index.ts';

/** The tool that says a schema back: how the scenarios look at what a client made of one. */
const echo = 'json_schema_echo';
const url = new URL(process.argv.at(-1) ?? '');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-scenario-')));
const workspace = join(folder, 'work');
mkdirSync(workspace);
const config = join(folder, 'config.yaml');
const servers = { it: { url: url.href, startTimeout: '15s', timeout: '10s' } };
const net = { internalOrigins: [url.origin] };
writeFileSync(config, `mode: full-auto\nnet: ${JSON.stringify(net)}\nmcp: ${JSON.stringify({ servers })}\n`);
const runtime = await composeLocal({
  home: openHome({ path: join(folder, 'home'), create: true }),
  workspace,
  env: { HOME: folder, GATEHOUSE_CONFIG: config, PATH: '/usr/bin:/bin' },
  report: (message) => process.stderr.write(`${message}\n`),
  daemonRuns: () => Promise.resolve(false),
});
try {
  await use();
} finally {
  await runtime.close();
  rmSync(folder, { recursive: true });
}

async function use(): Promise<void> {
  const { owner } = runtime;
  if (owner === null) throw new Error('A composed runtime has the deciding authority.');
  const { digest, tools } = await owner.reviewServer('it');
  await owner.acceptServer('it', digest, 'test');
  const wanted = callsOfContext();
  let session = 0;
  for (const { name, exposed } of tools) {
    const given = wanted.filter((call) => call.name === name);
    const described = await runtime.describeTool(callerOf(0), exposed);
    const sample = described.ok ? sampleOf(described.tool.parameters) : {};
    const wantedHere = given.length > 0 ? given.map((call) => withoutNulls(call.arguments)) : [sample];
    for (const args of name === echo ? await focalSchemas(tools.map((tool) => tool.exposed)) : wantedHere) {
      // A session of its own each: one that has read what others wrote asks.
      const caller = callerOf((session += 1));
      const onNotice = answering(owner);
      const outcome = await runtime.call({ tool: exposed, arguments: { value: args }, caller, onNotice });
      process.stderr.write(`${name}: ${outcome.kind}\n`);
    }
  }
}

/** A person who takes what a form begins with, and says yes to the rest. */
function answering(owner: Owner): (notice: Notice) => void {
  return (notice) => {
    if (notice.kind !== 'question') return;
    const { id, form } = notice.question;
    const properties = form.mode === 'form' ? form.schema['properties'] : {};
    const fields = isMap(properties) ? Object.entries(properties) : [];
    const values = fields.flatMap(([name, field]) => {
      if (!isMap(field)) return [];
      const { default: value = field['type'] === 'boolean' ? true : undefined } = field;
      return value === undefined ? [] : [[name, value as JsonValue] as const]; // a cast: it is a part of JSON
    });
    void owner.answerQuestion(id, { act: 'accept', values: Object.fromEntries(values) }, 'test').catch(() => undefined);
  };
}

async function focalSchemas(exposed: readonly string[]): Promise<readonly JsonObject[]> {
  const [focal = ''] = exposed.filter((name) => !name.endsWith(echo));
  const described = await runtime.describeTool(callerOf(0), focal);
  return described.ok ? [{ schema: described.tool.parameters }] : [];
}

/** The gate takes no null where the schema has none: who has no value leaves it out. */
function withoutNulls(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function callerOf(session: number) {
  return libraryCaller({ agent: 'default', trust: 'operator', session: `s${session}`, workspace });
}

interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Which calls a scenario wants, where it says so. */
function callsOfContext(): readonly ToolCall[] {
  const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  const calls = isMap(context) && Array.isArray(context['toolCalls']) ? context['toolCalls'] : [];
  return calls.filter(
    (call): call is ToolCall => isMap(call) && typeof call['name'] === 'string' && isMap(call['arguments']),
  );
}

/** Something for each required member of a schema. */
function sampleOf(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, valueOf(isMap(properties) ? properties[name] : undefined)]));
}

function valueOf(schema: unknown): JsonValue {
  const type = isMap(schema) ? schema['type'] : undefined;
  if (type === 'number' || type === 'integer') return 2;
  if (type === 'boolean') return true;
  return type === 'array' ? [] : type === 'object' ? {} : 'text';
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
