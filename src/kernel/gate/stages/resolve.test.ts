import { describe, expect, it } from 'vitest';
import type { Caller, JsonObject, Outcome } from '../../../contract/index.ts';
import { scriptedTool, type ScriptedTool } from '../../../../test/harness/scripted-tool.ts';
import { createTestGate } from '../../../../test/harness/test-gate.ts';

const pathTool = {
  name: 'file_read',
  aliases: ['read', 'file.read'],
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, limit: { type: 'integer' } },
    required: ['path'],
    additionalProperties: false,
  },
  argumentAliases: { filename: 'path', file: 'path' },
} as const;

async function callOf(name: string, args: JsonObject) {
  const read = scriptedTool(pathTool);
  const { call } = await createTestGate({ tools: [read] });
  return { outcome: await call(name, args), runs: read.runs };
}

describe('resolving a name', () => {
  it.each(['file_read', 'read', 'file.read'])('finds the tool under %s and calls it by its own name', async (name) => {
    const { outcome } = await callOf(name, { path: 'a' });
    expect(outcome).toMatchObject({ kind: 'completed', tool: 'file_read' });
  });

  it.each(['FILE_READ', ' read', 'read ', 'constructor', '__proto__', 'toString', '', '../read', 'reаd'])(
    'knows no tool named %j',
    async (name) => {
      const { outcome, runs } = await callOf(name, { path: 'a' });
      expect(outcome).toMatchObject({ kind: 'refused', by: 'resolve', code: 'unknown_tool', decision: null });
      expect(runs).toEqual([]);
    },
  );

  it('names near matches, by aliases too', async () => {
    expect((await callOf('file_raed', { path: 'a' })).outcome).toMatchObject({
      nearest: ['file_read'],
      hint: 'Did you mean file_read?',
    });
    expect((await callOf('nothing_like_it', {})).outcome).toMatchObject({
      nearest: [],
      hint: 'List the tools to see what there is.',
    });
  });

  it('cuts a name of 200 characters without splitting a character', async () => {
    const { outcome } = await callOf(`${'x'.repeat(79)}😀${'y'.repeat(200)}`, {});
    expect(outcome).toMatchObject({ code: 'unknown_tool', reason: `There is no tool named "${'x'.repeat(79)}…".` });
  });
});

describe('resolving the names of arguments', () => {
  it.each(['path', 'filename', 'file'])('takes %s for the path', async (key) => {
    const { outcome, runs } = await callOf('read', { [key]: 'a.txt', limit: 3 });
    expect(outcome.kind).toBe('completed');
    expect(runs.map(({ args }) => args)).toEqual([{ path: 'a.txt', limit: 3 }]);
  });

  it.each([
    [{ path: 'a', filename: 'b' }, '/filename'],
    [{ filename: 'b', path: 'a' }, '/filename'],
    [{ filename: 'a', file: 'b' }, '/file'],
  ])('refuses two spellings of one argument: %j', async (args, path) => {
    const { outcome, runs } = await callOf('read', args);
    expect(outcome).toMatchObject({
      code: 'invalid_arguments',
      problems: [{ path, message: expect.stringContaining('unknown parameter') }],
    });
    expect(runs).toEqual([]);
  });

  it('keeps members named like those of every object what they are', async () => {
    const odd = scriptedTool({ parameters: { type: 'object' }, argumentAliases: { proto: '__proto__' } });
    const { call } = await createTestGate({ tools: [odd] });
    await call('plain', '{"proto": {"polluted": 1}, "constructor": 2, "toString": 3}');
    const [run] = odd.runs;
    expect(JSON.stringify(run?.args)).toBe('{"__proto__":{"polluted":1},"constructor":2,"toString":3}');
    expect(Object.getPrototypeOf(run?.args)).toBe(Object.prototype);
  });
});

describe('a call that models invent', () => {
  const mkdir = {
    name: 'mkdir',
    to: 'shell',
    transform: ({ path }: JsonObject) => (typeof path === 'string' ? { command: `mkdir -p '${path}'` } : null),
  };
  const shell = () =>
    scriptedTool({
      name: 'shell',
      parameters: { type: 'object', properties: { command: { type: 'string' } }, additionalProperties: false },
    });

  it('becomes the call that it means before anything is judged', async () => {
    const tool = shell();
    const { call, events } = await createTestGate({ tools: [tool], transforms: [mkdir] });
    const outcome = await call('mkdir', { path: 'x y' });
    expect(outcome).toMatchObject({ kind: 'completed', tool: 'shell' });
    expect(tool.runs[0]?.args).toEqual({ command: "mkdir -p 'x y'" });
    const [decision] = await events(outcome.callId);
    expect(decision?.values['arguments']).toEqual({ command: "mkdir -p 'x y'" });
  });

  it('is unknown where the arguments do not say what it means, or the meant tool is not there', async () => {
    const { call } = await createTestGate({
      tools: [shell()],
      transforms: [mkdir, { ...mkdir, name: 'ls', to: 'gone' }],
    });
    for (const outcome of [
      await call('mkdir', { path: 5 }),
      await call('mkdir', 'no json'),
      await call('ls', { path: 'x' }),
    ]) {
      expect(outcome).toMatchObject({ code: 'unknown_tool' });
    }
  });
});

describe('what the caller may not see', () => {
  const secrets = [
    scriptedTool({ name: 'write_secret', mode: 'memory', policyClass: 'read_write' }),
    scriptedTool({ name: 'owner_secret', ownerOnly: true }),
    scriptedTool({ name: 'hidden_secret', hidden: true, aliases: ['hidden.secret'] }),
    scriptedTool({ name: 'listed_secret' }),
  ];
  const seen = scriptedTool({ name: 'seen' });
  const guest: Partial<Caller> = {
    trust: 'guest',
    allowedTools: ['seen', 'write_secret', 'owner_secret', 'hidden_secret'],
  };
  const bare = ({ callId: _callId, receipt: _receipt, ...outcome }: Outcome) => outcome;

  it.each([
    'write_secret',
    'owner_secret',
    'hidden_secret',
    'hidden.secret',
    'listed_secret',
    'secret',
    'write_secrte',
  ])('is unknown to the byte: %s', async (name) => {
    const transforms = [{ name: 'secret', to: 'write_secret', transform: (args: JsonObject) => args }];
    const { call } = await createTestGate({ tools: [seen, ...secrets], transforms });
    const without = await createTestGate({ tools: [seen] });
    for (const args of [{ text: 'x' }, 'no json', '{"wrong": 1}']) {
      expect(bare(await call(name, args, guest))).toEqual(bare(await without.call(name, args, guest)));
    }
  });

  it('is there for who may see it', async () => {
    const { call } = await createTestGate({ tools: [seen, ...secrets], mode: 'full-auto' });
    for (const { tool } of secrets)
      expect(await call(tool.name, {}, { seesHidden: true })).toMatchObject({ kind: 'completed' });
  });

  it('leaves the same trace as what never was', async () => {
    const trace = async (tools: readonly ScriptedTool[]) => {
      const { call, events } = await createTestGate({ tools });
      const { callId } = await call('write_secret', {}, guest);
      return (await events(callId)).map(({ kind, envelope: { call: _call, ...envelope }, values }) => ({
        kind,
        envelope,
        values,
      }));
    };
    expect(await trace([seen, ...secrets])).toEqual(await trace([seen]));
  });
});

it('resolves a tool registered a moment ago, and none that was taken away', async () => {
  const { call, registry } = await createTestGate();
  const late = scriptedTool({ name: 'late' });
  expect(await call('late')).toMatchObject({ code: 'unknown_tool' });
  registry.register({ tool: late.tool, loader: late.loader });
  expect(await call('late')).toMatchObject({ kind: 'completed' });
  registry.unregister('late');
  expect(await call('late')).toMatchObject({ code: 'unknown_tool' });
});
