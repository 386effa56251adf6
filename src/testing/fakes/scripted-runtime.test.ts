import { describe, expect, it } from 'vitest';
import { completedOutcome, sampleCaller, sampleTool } from './sample-outcomes.ts';
import { createScriptedRuntime } from './scripted-runtime.ts';

const caller = sampleCaller();

describe('a scripted runtime', () => {
  it('answers what is scripted and keeps the calls in order', async () => {
    const runtime = createScriptedRuntime({
      calls: { a: () => completedOutcome('one') },
      otherwise: () => completedOutcome('other'),
    });

    const outcomes = [];
    for (const tool of ['a', 'constructor'])
      outcomes.push(await runtime.call({ tool, arguments: { json: '{}' }, caller }));

    expect(outcomes).toMatchObject([{ observation: { text: 'one' } }, { observation: { text: 'other' } }]);
    expect(runtime.received.map(({ tool }) => tool)).toEqual(['a', 'constructor']);
  });

  it.each(['unscripted', 'constructor', '__proto__'])('rejects a call of %s that no test scripted', async (tool) => {
    const runtime = createScriptedRuntime({ calls: {} });

    await expect(runtime.call({ tool, arguments: { json: '{}' }, caller })).rejects.toThrow('which no test scripted');
  });

  it('fails loudly on every other question that no test scripted', async () => {
    const runtime = createScriptedRuntime({});

    await expect(runtime.collect(caller, 'apr_1')).rejects.toThrow('asked to collect');
    expect(() => runtime.mayElicit(caller)).toThrow('who may elicit');
  });

  it('shows a caller only tools of its classes and names', async () => {
    const runtime = createScriptedRuntime({
      tools: [
        sampleTool({ name: 'read' }),
        sampleTool({ name: 'write', policyClass: 'read_write' }),
        sampleTool({ name: 'hid', hidden: true }),
      ],
    });

    const names = async (more: Parameters<typeof sampleCaller>[0]) =>
      (await runtime.tools(sampleCaller(more), {})).map(({ name }) => name);

    expect(await names({})).toEqual(['read', 'write']);
    expect(await names({ policyClasses: ['read_only'] })).toEqual(['read']);
    expect(await names({ allowedTools: ['write'] })).toEqual(['write']);
  });
});
