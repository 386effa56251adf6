import { describe, expect, it } from 'vitest';
import type { Fact, Guard, GuardFinding, GuardRequest, Target, Tool } from '../../../contract/index.ts';
import { sampleCaller } from '../../../testing/index.ts';
import { rule } from '../../../../test/fixtures/decision-input.ts';
import { scriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

const nothing: GuardFinding = { facts: [], targets: [], paths: {}, urls: {} };
const shellTool: Partial<Tool> = {
  mode: 'shell',
  policyClass: 'exec',
  parameters: { type: 'object' },
  targets: [{ pointer: '/command', kind: 'command', action: 'run' }],
};
const readTool: Partial<Tool> = {
  mode: 'read_text',
  parameters: { type: 'object' },
  targets: [{ pointer: '/path', kind: 'path', action: 'read' }],
};

function fact(parts: Partial<Fact>): Fact {
  return { guard: 'paths', name: 'fact', value: null, verdict: 'clear', targets: [], text: 'A fact.', ...parts };
}

function target(value: string, parts: Partial<Target> = {}): Target {
  return { kind: 'path', action: 'read', value, pointer: '/path', identity: null, ...parts };
}

async function read(inspect: Guard['inspect'] | null) {
  const tool = scriptedTool(readTool);
  const gate = await createTestGate({ tools: [tool], guards: inspect === null ? {} : { paths: inspect } });
  const outcome = await gate.call('plain', { path: './a.txt' });
  return { outcome, runs: tool.runs, events: await gate.events(outcome.callId) };
}

describe('asking the guards', () => {
  it('asks those that the mode names, with what the arguments state, and no other', async () => {
    const asked: [string, GuardRequest][] = [];
    const noting = (name: string) => async (request: GuardRequest) => {
      asked.push([name, request]);
      return nothing;
    };
    const tool = scriptedTool(shellTool);
    const gate = await createTestGate({
      tools: [tool],
      guards: { paths: noting('paths'), shell: noting('shell'), sandbox: noting('sandbox'), net: noting('net') },
    });
    await gate.call('plain', { command: 'ls', at: '12345678901234567890' });
    expect(asked.map(([name]) => name)).toEqual(['paths', 'shell', 'sandbox']);
    for (const [, request] of asked) {
      expect(request).toMatchObject({
        arguments: { command: 'ls' },
        caller: sampleCaller(),
        explaining: false,
        tool: { name: 'plain' },
      });
      expect(request.targets).toEqual([target('ls', { kind: 'command', action: 'run', pointer: '/command' })]);
    }
  });

  it('tells them when it only explains, and then may be told that nobody looked', async () => {
    const seen: boolean[] = [];
    const inspect = async ({ explaining }: GuardRequest): Promise<GuardFinding> => {
      seen.push(explaining);
      return { ...nothing, facts: [fact({ name: 'address', verdict: 'unlooked' })] };
    };
    const tool = scriptedTool(readTool);
    const { gate, call } = await createTestGate({ tools: [tool], guards: { paths: inspect } });
    const explained = await gate.explain({ tool: 'plain', arguments: { value: {} }, caller: sampleCaller() });
    expect(explained).toMatchObject({ refusal: null, decision: { effect: 'ALLOW', unlooked: ['paths:address'] } });
    // A guard that does not look for a call that is meant is no guard.
    expect(await call('plain')).toMatchObject({ kind: 'refused', by: 'inspect', code: 'guard_failed' });
    expect(seen).toEqual([true, false]);
    expect(tool.runs).toEqual([]);
  });

  it('asks none for a mode without guards', async () => {
    const inspect = () => Promise.reject(new Error('asked'));
    const tool = scriptedTool();
    const { call } = await createTestGate({ tools: [tool], guards: { paths: inspect } });
    expect(await call('plain')).toMatchObject({ kind: 'completed' });
  });
});

describe('what cannot be found out', () => {
  const denied = { kind: 'refused', by: 'decide', code: 'denied', decision: { effect: 'DENY' } };

  it('refuses where a guard that the mode names is not there', async () => {
    const { outcome, runs } = await read(null);
    expect(outcome).toMatchObject({
      ...denied,
      reason: expect.stringContaining('There is no guard named paths here.'),
    });
    expect(runs).toEqual([]);
  });

  it.each<[string, Guard['inspect'], string]>([
    ['rejects', () => Promise.reject(new Error('disk on fire')), 'disk on fire'],
    [
      'throws',
      () => {
        throw new TypeError('no such field');
      },
      'no such field',
    ],
    ['rejects with a text', () => Promise.reject('plain text'), 'plain text'],
    ['rejects with nothing', () => Promise.reject(null), 'null'],
    ['rejects with what has no text', () => Promise.reject(Object.create(null)), 'cannot be put into words'],
  ])('refuses where a guard %s, and says what it said', async (_how, inspect, text) => {
    const { outcome, runs, events } = await read(inspect);
    expect(outcome).toMatchObject({ ...denied, reason: expect.stringContaining(text) });
    expect(outcome.decision?.reasons).toMatchObject([
      { source: 'floor', id: 'paths:guard_failed', effect: 'DENY' },
      { source: 'mode' },
    ]);
    expect(runs).toEqual([]);
    expect(events.map(({ kind }) => kind)).toEqual(['policy_decision', 'tool_denied']);
  });

  it('refuses where a guard does not come back in time, and says which', async () => {
    const tool = scriptedTool(shellTool);
    const asked = Promise.withResolvers<void>();
    const never = () => {
      asked.resolve();
      return new Promise<GuardFinding>(() => undefined);
    };
    const guards = { paths: async () => nothing, shell: never, sandbox: async () => nothing };
    const { call, clock } = await createTestGate({ tools: [tool], guards });
    const outcome = call('plain', { command: 'ls' });
    await asked.promise;
    clock.advance(20_000);
    expect(await outcome).toMatchObject({
      ...denied,
      reason: expect.stringContaining('The guard shell did not answer within 20000 ms.'),
    });
    expect(tool.runs).toEqual([]);
  });

  it('takes secrets out of what a guard said', async () => {
    const tool = scriptedTool(readTool);
    const paths = () => Promise.reject(new Error('cannot open hunter2-hunter2'));
    const { call, events } = await createTestGate({
      tools: [tool],
      guards: { paths },
      redact: (text) => text.replaceAll('hunter2-hunter2', '[secret]'),
    });
    expect(JSON.stringify(await call('plain'))).not.toContain('hunter2');
    expect(JSON.stringify(await events())).not.toContain('hunter2');
  });

  it.each([
    undefined,
    null,
    {},
    { facts: [] },
    { facts: 'none', targets: [], paths: {}, urls: {} },
    { facts: [null], targets: [], paths: {}, urls: {} },
  ])('refuses where a guard answers what is no finding: %j', async (finding) => {
    // A guard of a plugin promises its types and nothing more.
    const { outcome, runs } = await read(async () => finding as GuardFinding);
    expect(outcome.kind).toBe('refused');
    expect(runs).toEqual([]);
  });

  it('refuses what one of several guards could not find out', async () => {
    const tool = scriptedTool(shellTool);
    const clear = async () => nothing;
    const guards = { paths: clear, shell: clear, sandbox: () => Promise.reject(new Error('gone')) };
    const { call } = await createTestGate({ tools: [tool], mode: 'full-auto', guards });
    expect(await call('plain', { command: 'ls' })).toMatchObject(denied);
    expect(tool.runs).toEqual([]);
  });
});

describe('what guards found', () => {
  it('replaces the stated target by the resolved one, and adds others', async () => {
    const found = [target('src/a.txt'), target('/etc/hosts', { pointer: null })];
    const { events } = await read(async () => ({ ...nothing, targets: found }));
    expect(events[0]?.values['input']).toMatchObject({ targets: found });
  });

  it('keeps a stated target that no guard speaks of', async () => {
    const { events } = await read(async () => ({ ...nothing, targets: [target('x', { pointer: '/other' })] }));
    expect(events[0]?.values['input']).toMatchObject({
      targets: [target('./a.txt'), target('x', { pointer: '/other' })],
    });
  });

  it('judges rules by the resolved target', async () => {
    const tool = scriptedTool(readTool);
    const rules = [rule('r1', { effect: 'DENY', tool: 'plain', target: 'secret/**' })];
    const paths = async () => ({ ...nothing, targets: [target('secret/key')] });
    const { call } = await createTestGate({ tools: [tool], rules, guards: { paths } });
    expect(await call('plain', { path: 'innocent-link' })).toMatchObject({
      code: 'denied',
      decision: { reasons: [{ source: 'rule', id: 'r1' }] },
    });
    expect(tool.runs).toEqual([]);
  });

  it('hands proofs and facts to the handler', async () => {
    const path = {
      asked: './a.txt',
      real: '/workspace/a.txt',
      shown: 'a.txt',
      action: 'read',
      identity: { kind: 'absent' },
    };
    // Only host/files mints one; here it is told from others by its identity.
    const finding = { ...nothing, facts: [fact({ name: 'level', value: 'full' })], paths: { '/path': path } } as object;
    const { runs } = await read(async () => finding as GuardFinding);
    expect(runs[0]?.context.paths['/path']).toBe(path);
    expect(runs[0]?.context.facts).toEqual({ level: 'full' });
  });

  it.each<[Fact['verdict'], string]>([
    ['floor', 'floor'],
    ['unknown', 'floor'],
    ['boundary', 'boundary'],
  ])('refuses on a fact of verdict %s', async (verdict, source) => {
    const { outcome, runs } = await read(async () => ({ ...nothing, facts: [fact({ verdict, targets: ['a.txt'] })] }));
    expect(outcome).toMatchObject({
      code: 'denied',
      decision: { reasons: [{ source, target: 'a.txt' }, { source: 'mode' }] },
    });
    expect(runs).toEqual([]);
  });

  it('asks on a fact of verdict ask', async () => {
    const { outcome, runs } = await read(async () => ({ ...nothing, facts: [fact({ verdict: 'ask' })] }));
    expect(outcome).toMatchObject({
      kind: 'pending',
      decision: { reasons: [{ source: 'raise' }, { source: 'mode' }] },
    });
    expect(runs).toEqual([]);
  });
});
