import { describe, expect, it } from 'vitest';
import type { Handler } from '../../contract/index.ts';
import { createHandlers, handlersOf, keepHandlers } from './handlers.ts';
import { createRegistry } from './registry.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';

const handler: Handler = () => Promise.resolve({ blocks: [] });

describe('an executor', () => {
  it('is loaded by the first call and never again, also by calls that come together', async () => {
    const handlers = createHandlers();
    const tool = toolForTest();
    let loads = 0;
    handlers.put(tool, async () => {
      loads += 1;
      return handler;
    });
    expect(loads).toBe(0);
    expect(await Promise.all([handlers.load(tool), handlers.load(tool)])).toEqual([handler, handler]);
    expect(await handlers.load(tool)).toBe(handler);
    expect(loads).toBe(1);
  });

  it('is asked for again where it could not be loaded', async () => {
    const handlers = createHandlers();
    const tool = toolForTest();
    let loads = 0;
    handlers.put(tool, () => (loads++ === 0 ? Promise.reject(new Error('file busy')) : Promise.resolve(handler)));
    await expect(handlers.load(tool)).rejects.toThrow('file busy');
    expect(await handlers.load(tool)).toBe(handler);
  });

  it('belongs to one entry, not to a name', async () => {
    const handlers = createHandlers();
    handlers.put(toolForTest(), () => Promise.resolve(handler));
    await expect(handlers.load(toolForTest())).rejects.toMatchObject({
      code: 'internal',
      message: /No executor .* sample/,
    });
  });

  it('is a function, whatever a module exports', async () => {
    const handlers = createHandlers();
    const tool = toolForTest();
    const wrong = { default: handler };
    // What a module without types may give.
    handlers.put(tool, () => Promise.resolve(wrong as never));
    await expect(handlers.load(tool)).rejects.toMatchObject({ code: 'internal', message: /sample is no function/ });
  });
});

describe('the executors of a registry', () => {
  it('are found by that registry alone', async () => {
    const registries = [1, 2].map(() => createRegistry({ isKnownMode: () => true }));
    for (const registry of registries)
      registry.register({ tool: toolForTest(), loader: () => Promise.resolve(handler) });
    const [first, second] = registries.map((registry) => ({ registry, tool: registry.find('sample') }));
    if (first?.tool === undefined || second?.tool === undefined) throw new Error('not registered');
    expect(await handlersOf(first.registry).load(first.tool)).toBe(handler);
    await expect(handlersOf(first.registry).load(second.tool)).rejects.toMatchObject({ code: 'internal' });
  });

  it('are not found by anything else', () => {
    const registry = createRegistry({ isKnownMode: () => true });
    for (const other of [{}, { ...registry }, registry.snapshot()])
      expect(() => handlersOf(other)).toThrow(/not made by createRegistry/);
    const own = {};
    const handlers = createHandlers();
    keepHandlers(own, handlers);
    expect(handlersOf(own)).toBe(handlers);
  });
});
