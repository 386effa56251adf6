// Executors are unreachable but through the gate: a walk over everything that can be got at from what the registry hands out.
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundTools, Handler, HandlerLoader } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { approvalView } from '../approval/approval-record.ts';
import { reportCapabilities } from './capabilities.ts';
import { describeTool } from './describe.ts';
import { createToolFinder } from './find-tools.ts';
import { createPresenter } from './present.ts';
import { seenTools } from './seen-tools.ts';
import { summarise } from './summary.ts';
import { policyViewForTest } from '../../../test/harness/policy-view-for-test.ts';
import { handlersOf } from '../registry/handlers.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';

const handler: Handler = () => Promise.resolve({ blocks: [] });
const loader: HandlerLoader = () => Promise.resolve(handler);

type Found = ReadonlyMap<unknown, string>;

/** Every value that leads from `start` by own keys, symbols, prototypes, and entries of maps and sets, with a way to it. */
function reachable(start: unknown): Found {
  const found = new Map<unknown, string>([[start, 'it']]);
  const open: [unknown, string][] = [[start, 'it']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, way] = next;
    for (const [child, step] of childrenOf(value)) {
      if (found.has(child) || (typeof child !== 'object' && typeof child !== 'function') || child === null) continue;
      found.set(child, `${way}${step}`);
      open.push([child, `${way}${step}`]);
    }
  }
  return found;
}

function childrenOf(value: unknown): [unknown, string][] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return [];
  const children: [unknown, string][] = [[Object.getPrototypeOf(value), '.[[Prototype]]']];
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    const step = `.${String(key)}`;
    children.push([property?.get, `${step}[get]`], [property?.set, `${step}[set]`]);
    try {
      children.push([Reflect.get(value, key), step]);
    } catch {
      // The callers of strict functions are out of reach for us as for everybody.
    }
  }
  if (value instanceof Map) for (const [key, child] of value) children.push([key, '[key]'], [child, '[value]']);
  if (value instanceof Set) for (const child of value) children.push([child, '[member]']);
  return children;
}

let registry: Registry;
let found: FoundTools;

beforeAll(async () => {
  registry = createRegistry({ isKnownMode: () => true });
  registry.register({ tool: toolForTest({ aliases: ['other'] }), loader });
  registry.swap('mcp', {}, [{ tool: toolForTest({ name: 'second', kind: 'mcp' }), loader }]);
  const tool = registry.find('sample');
  if (tool === undefined) throw new Error('not registered');
  // Loaded as after a call.
  await handlersOf(registry).load(tool);
  found = await createToolFinder().find('sample', {}, scope());
});

const caller = sampleCaller();
const presenter = createPresenter({ budget: 1_000, redact: (text) => text });

function scope() {
  return { snapshot: registry.snapshot(), caller, policy: policyViewForTest() };
}

describe('from what the kernel hands out no executor can be reached:', () => {
  it.each<[string, () => unknown]>([
    ['the registry', () => registry],
    ['a snapshot', () => registry.snapshot()],
    ['the entries of a snapshot', () => registry.snapshot().all()],
    ['an entry found by name', () => registry.find('sample')],
    ['an entry found by alias', () => registry.snapshot().find('other')],
    ['a listing', () => registry.list({ trust: 'operator', includeHidden: true })],
    ['the registration that was given', () => registry.find('second')],
    ['a description', () => describeTool('sample', scope())],
    [
      'the report of capabilities',
      () =>
        reportCapabilities({
          ...scope(),
          sandboxLevel: 'none',
          openedDirectories: [],
          servers: [],
          limits: {},
          tokens: presenter.report,
        }),
    ],
    ['what a model is shown', () => presenter.present(seenTools(registry.snapshot(), caller))],
    ['what a search finds', () => found],
    ['a line of a listing', () => summarise(toolForTest(), caller, policyViewForTest())],
    ['an effective policy', () => registry.resolvePolicy('operator')],
    ['what stops a listener', () => registry.onChange(() => undefined)],
    ['the functions that make them', () => [describeTool, reportCapabilities, summarise, approvalView, createRegistry]],
  ])('%s', (_what, start) => {
    const found = reachable(start());
    expect(found.size).toBeGreaterThan(1);
    expect([found.get(handler), found.get(loader)]).toEqual([undefined, undefined]);
  });

  it('though such a walk finds one wherever it hides', () => {
    class Keeper {
      static readonly kept = handler;
    }
    const hidden = Symbol('hidden');
    const places: readonly unknown[] = [
      { a: { b: [handler] } },
      { [hidden]: handler },
      Object.defineProperty({}, 'a', { value: handler, enumerable: false }),
      Object.defineProperty({}, 'a', { get: () => handler }),
      Object.create({ a: handler }),
      new Map([['a', handler]]),
      new Map([[handler, 'a']]),
      new Set([{ a: handler }]),
      new Keeper(),
      Object.assign(() => undefined, { a: handler }),
    ];
    expect(places.filter((place) => !reachable(place).has(handler))).toEqual([]);
  });

  it('so that entries hold nothing but frozen data', () => {
    const ofTheLanguage = reachable([]);
    const own = [...reachable(registry.find('sample')).keys()].filter((value) => !ofTheLanguage.has(value));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((value) => typeof value === 'function' || !Object.isFrozen(value))).toEqual([]);
  });
});
