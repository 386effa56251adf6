// Executors are behind the gate: nothing that a program or a running handler can hold leads to one.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HandlerContext, HandlerLoader, JsonObject, ToolPorts } from '../src/contract/index.ts';
import { openHome } from '../src/host/index.ts';
import * as library from '../src/index.ts';
import { createRegistry } from '../src/kernel/index.ts';
import * as plugin from '../src/plugin.ts';
import { composeLocal, libraryCaller } from '../src/runtime/index.ts';
import { builtinHandler } from '../src/tools/builtin-handler.ts';
import { builtinCatalog, builtinLoaders } from '../src/tools/index.ts';
import * as testing from '../src/testing/index.ts';
import { filesUnder, root, sourceFiles } from './repository.ts';
import { textResult } from './harness/scripted-tool.ts';
import { knownToAll, walk, type Found } from './harness/walk.ts';

// Before anything of ours is made, so that nothing of ours is among it.
const known = knownToAll();

const place = mkdtempSync(join(tmpdir(), 'gatehouse-walk-'));
afterAll(() => rmSync(place, { recursive: true }));

/** The code of a handler made of a built-in: the handlers themselves are made when a tool is called, so they are known by their text. */
const builtinText = String(builtinHandler((await import('../src/tools/compute/calculate.ts')).calculate));

interface Secrets {
  readonly handler: Awaited<ReturnType<HandlerLoader>>;
  readonly loader: HandlerLoader;
}

function isExecutor({ value }: Found, { handler, loader }: Secrets): boolean {
  if (value === handler || value === loader || value === handler.prototype || value === loader.prototype) return true;
  if (typeof value !== 'function') return false;
  const text = Function.prototype.toString.call(value);
  return text === builtinText || Object.values(builtinLoaders).some((item) => item === value) || runs.has(value);
}

/** The `run` of each built-in. */
const runs = new Set<unknown>();
for (const file of filesUnder('src/tools').filter(
  (name) => name.endsWith('.ts') && !/\.(?:test|generated)\.ts$/.test(name),
)) {
  const module: object = await import(join(root, file));
  for (const exported of Object.values(module)) {
    if (typeof exported === 'object' && exported !== null && 'run' in exported && 'input' in exported)
      runs.add(exported.run);
  }
}

/** A composed runtime after calls of all kinds, and what a handler of it saw while it ran. */
async function composed() {
  const workspace = join(place, 'workspace');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'a.txt'), 'text\n');
  const contexts: HandlerContext<keyof ToolPorts>[] = [];
  const admitted: unknown[] = [];
  const handler = async (args: JsonObject, context: HandlerContext<keyof ToolPorts>) => {
    contexts.push(context);
    admitted.push(args);
    // Whatever a port gives out when it is used is held by the handler too.
    seen.push(await context.ports.catalog.describe('file_read'), await context.ports.catalog.capabilities());
    return textResult('done');
  };
  const seen: unknown[] = [];
  const loader = async () => handler;
  const home = openHome({ path: join(place, 'home'), create: true });
  const tools = [
    { tool: testing.plainTool({ name: 'ours', parameters: { type: 'object' } }), loader },
    { tool: testing.plainTool({ name: 'asks', mode: 'memory', policyClass: 'read_write' }), loader },
    { tool: testing.plainTool({ name: 'fails' }), loader: async () => () => Promise.reject(new Error('broke')) },
  ];
  const runtime = await composeLocal({
    home,
    workspace,
    env: {},
    report: () => undefined,
    daemonRuns: async () => false,
    tools,
  });
  const caller = libraryCaller({ agent: 'default', trust: 'operator', session: 's1', workspace });
  const outcomes = [];
  for (const [tool, value] of [
    ['ours', {}],
    ['asks', {}],
    ['fails', {}],
    ['calculate', { expression: '1+1' }],
    ['file_read', { filename: 'a.txt' }],
    ['nothing', {}],
    ['ours', 5],
  ] as const) {
    outcomes.push(await runtime.call({ tool, arguments: { value }, caller }));
    outcomes.push(await runtime.explain({ tool, arguments: { value }, caller }));
  }
  const [approval] = await runtime.approvals(caller, {});
  const answered =
    approval === undefined ? null : await runtime.owner?.answer(approval.id, { act: 'once' }, { by: 'user:owner' });
  const answers = {
    tools: await runtime.tools(caller, {}),
    described: await runtime.describeTool(caller, 'ours'),
    capabilities: await runtime.capabilities(caller),
    approvals: await runtime.approvals(caller, { show: 'all' }),
    events: await runtime.events({ limit: 1_000 }),
    matrix: await runtime.matrix(),
    rules: await runtime.rules(),
    grants: await runtime.grants(),
    findings: await runtime.owner?.diagnose(),
    answered,
  };
  return { runtime, caller, outcomes, answers, contexts, admitted, seen, handler, loader };
}

const world = await composed();
afterAll(() => world.runtime.close());

function executorsFrom(roots: Readonly<Record<string, unknown>>, secrets: Secrets = world): readonly string[] {
  return walk(roots, { known })
    .filter((item) => isExecutor(item, secrets))
    .map(({ path }) => path);
}

describe('a walk', () => {
  const hidden = async () => textResult('hidden');
  const secrets = { handler: hidden, loader: async () => hidden };
  class Holder {
    static readonly run = hidden;
    get answer() {
      return hidden;
    }
  }
  const invisible = Object.defineProperty({}, 'x', { value: hidden, enumerable: false });
  const onFunction = Object.assign(() => undefined, { run: hidden });
  const places: Readonly<Record<string, unknown>> = {
    'a member': { deep: [{ run: hidden }] },
    'a symbol': { [Symbol('run')]: hidden },
    'a member that is not enumerable': invisible,
    'a prototype': Object.create({ run: hidden }),
    'the prototype of a class': Holder.prototype,
    'a static member': Holder,
    'a Map': new Map([['run', new Set([hidden])]]),
    'the key of a Map': new Map([[hidden, 1]]),
    'a WeakRef': { ref: new WeakRef(hidden) },
    'a member of a function': onFunction,
  };

  it.each(Object.keys(places))('finds an executor in %s', (name) => {
    expect(executorsFrom({ root: places[name] }, secrets)).not.toEqual([]);
  });

  it('finds a handler made of a built-in', async () => {
    expect(executorsFrom({ root: [await builtinLoaders['calculate']?.()] })).not.toEqual([]);
    expect(executorsFrom({ root: { builtinLoaders } })).toHaveLength(Object.keys(builtinLoaders).length);
    expect(runs.size).toBeGreaterThanOrEqual(Object.keys(builtinLoaders).length);
  });
});

describe('no executor is reachable', () => {
  it.each(Object.entries({ index: library, plugin, testing }))('from what the door %s exports', (_door, exported) => {
    expect(executorsFrom({ ...exported })).toEqual([]);
  });

  it('from a composed runtime, its outcomes and its answers', () => {
    const { runtime, outcomes, answers } = world;
    expect(
      outcomes.map((item) => ('kind' in item ? item.kind : 'explained')).filter((kind) => kind !== 'explained'),
    ).toEqual(['completed', 'pending', 'failed', 'completed', 'completed', 'refused', 'refused']);
    expect(answers.answered).toMatchObject({ outcome: { kind: 'completed' } });
    expect(executorsFrom({ runtime, owner: runtime.owner, outcomes, answers })).toEqual([]);
  });

  it('from the context of a running handler, its arguments and its ports', () => {
    const { contexts, admitted, seen } = world;
    expect(contexts).toHaveLength(2);
    expect(walk({ contexts }, { known }).map(({ path }) => path)).toContain('contexts.0.ports.catalog.describe');
    expect(executorsFrom({ contexts, admitted, seen })).toEqual([]);
  });

  it('from a registry, its snapshots and its tools', () => {
    const registry = createRegistry({ isKnownMode: () => true });
    for (const tool of builtinCatalog) {
      const loader = builtinLoaders[tool.name];
      if (loader !== undefined) registry.register({ tool, loader });
    }
    registry.register({ tool: testing.plainTool(), loader: world.loader });
    const roots = {
      registry,
      snapshot: registry.snapshot(),
      all: registry.snapshot().all(),
      listed: registry.list(),
      found: registry.find('plain'),
    };
    expect(roots.all.length).toBeGreaterThan(5);
    expect(executorsFrom(roots)).toEqual([]);
  });
});

describe('a proof', () => {
  /** The one place that mints each, and the one that fills in defaults of what was admitted. */
  const mints: Readonly<Record<string, readonly string[]>> = {
    Admitted: ['src/kernel/gate/stages/execute.ts', 'src/tools/builtin-handler.ts'],
    ConfinedPath: ['src/host/files/path/judge-path.ts'],
    CheckedUrl: ['src/host/net/check-url.ts'],
  };

  it.each(Object.entries(mints))('of type %s is minted in no other place', (proof, places) => {
    const source = sourceFiles().filter((file) => !file.endsWith('-for-test.ts'));
    const minting = source.filter((file) =>
      new RegExp(`\\bas (?:unknown as )?${proof}\\b|<${proof}[^>]*>\\s*\\{`).test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    expect(minting).toEqual(places);
  });
});
