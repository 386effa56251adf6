import { describe, expect, it } from 'vitest';
import type { Caller, Described, JsonObject, Rule, SessionMode, Tool, ToolDescription } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { createRegistry } from '../registry/registry.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import { toolForTest } from '../../../test/harness/tool-for-test.ts';
import { reportCapabilities } from './capabilities.ts';
import { describeTool } from './describe.ts';
import { createPresenter } from './present.ts';
import { policyViewForTest } from '../../../test/harness/policy-view-for-test.ts';

function snapshotOf(...tools: readonly Tool[]): Snapshot {
  const registry = createRegistry({ isKnownMode: () => true });
  for (const tool of tools) registry.register({ tool, loader: () => Promise.reject(new Error('nothing runs here')) });
  return registry.snapshot();
}

const operator = sampleCaller();
const guest = sampleCaller({ trust: 'guest' });

const fileRead = toolForTest({ name: 'file_read', aliases: ['read_file', 'fs.read'], mode: 'read_text' });
const fileWrite = toolForTest({
  name: 'file_write',
  mode: 'write_text',
  policyClass: 'read_write',
  risk: 'medium',
  parameters: {
    type: 'object',
    properties: { filename: { type: 'string' }, content: { type: 'string' }, mode: { type: 'integer' } },
    required: ['filename', 'content'],
    additionalProperties: false,
  },
  argumentAliases: { path: 'filename' },
  effects: ['writes'],
  whenToUse: 'To write a whole file.',
  examples: [{ description: 'a note', arguments: { filename: 'a.txt', content: 'hi' } }],
  failureModes: ['The folder is protected.'],
  requiresSetup: 'nothing',
  timeoutMs: 5_000,
});
const notes = toolForTest({ name: 'notes_search', ownerOnly: true });
const secret = toolForTest({ name: 'file_secret', hidden: true });
const sudo = toolForTest({ name: 'sudo_shell', mode: 'shell', policyClass: 'exec', locked: true, risk: 'critical' });
const snapshot = snapshotOf(fileRead, fileWrite, notes, secret, sudo);

function asked(name: string, caller: Caller = operator, mode: SessionMode = 'readonly'): Described {
  return describeTool(name, { snapshot, caller, policy: policyViewForTest(mode) });
}

function description(name: string, caller?: Caller, mode?: SessionMode): ToolDescription {
  const described = asked(name, caller, mode);
  if (!described.ok) throw new Error(described.message);
  return described.tool;
}

describe('a description', () => {
  it('is found by name, by alias, and with blanks around either', () => {
    const found = ['file_read', 'read_file', 'fs.read', '  file_read\n', '\tfs.read '].map(
      (name) => description(name).name,
    );
    expect(found).toEqual(Array.from({ length: 5 }, () => 'file_read'));
  });

  it('tells everything there is to know, and what the arguments are', () => {
    expect(description('file_write')).toEqual({
      name: 'file_write',
      title: 'Sample',
      description: 'Does what a test needs.',
      kind: 'builtin',
      source: 'builtin',
      category: 'test',
      mode: 'write_text',
      policyClass: 'read_write',
      risk: 'medium',
      tags: [],
      required: ['filename', 'content'],
      optional: ['mode'],
      locked: false,
      hidden: false,
      effect: 'ASK',
      conditional: true,
      parameters: fileWrite.parameters,
      aliases: [],
      argumentAliases: { path: 'filename' },
      effects: ['writes'],
      timeoutMs: 5_000,
      whenToUse: 'To write a whole file.',
      examples: fileWrite.examples,
      failureModes: ['The folder is protected.'],
      requiresSetup: 'nothing',
      fingerprint: fileWrite.origin.fingerprint,
      executionNote:
        'A call now asks a person first, at the strictest; the arguments may make it easier. Describing a tool runs nothing and permits nothing.',
    });
  });

  it.each<[SessionMode, string, RegExp]>([
    ['readonly', 'ASK', /asks a person first/],
    ['plan-only', 'DENY', /is refused/],
    ['full-auto', 'ALLOW', /runs at once/],
  ])('says what a call meets in a %s session, also where it would be refused', (mode, effect, note) => {
    const tool = description('file_write', operator, mode);
    expect(tool.effect).toBe(effect);
    expect(tool.executionNote).toMatch(note);
  });

  it('follows the rules in force', () => {
    const rule: Rule = {
      id: 'r1',
      effect: 'DENY',
      agent: null,
      tool: 'file_write',
      target: null,
      action: null,
      window: null,
      note: null,
      source: { kind: 'store' },
    };
    const described = describeTool('file_write', {
      snapshot,
      caller: operator,
      policy: policyViewForTest('full-auto', [rule]),
    });
    expect(described).toMatchObject({ ok: true, tool: { effect: 'DENY' } });
  });

  it('of a locked tool says that it is always refused', () => {
    const tool = description('sudo_shell', operator, 'full-auto');
    expect([tool.locked, tool.effect, tool.executionNote]).toEqual([
      true,
      'DENY',
      'Locked: it can be named in rules and is always refused.',
    ]);
  });

  it('says so where the arguments decide', () => {
    const shell = toolForTest({ name: 'shell', mode: 'shell', policyClass: 'exec' });
    const described = describeTool('shell', {
      snapshot: snapshotOf(shell),
      caller: operator,
      policy: policyViewForTest(),
    });
    expect(described).toMatchObject({ ok: true, tool: { conditional: true } });
    expect(described.ok && described.tool.executionNote).toMatch(/at the strictest; the arguments may make it easier/);
  });

  it.each<[string, JsonObject, string[], string[]]>([
    ['has none', { type: 'object' }, [], []],
    [
      'has names that every object has',
      { type: 'object', properties: { constructor: {}, toString: {} }, required: ['toString'] },
      ['toString'],
      ['constructor'],
    ],
    ['is not what it should be', { type: 'object', properties: [1], required: 'a' }, [], []],
    ['requires what it does not have', { type: 'object', properties: {}, required: ['a', 5] }, ['a'], []],
  ])('lists arguments where the schema %s', (_what, parameters, required, optional) => {
    const odd = describeTool('sample', {
      snapshot: snapshotOf(toolForTest({ parameters })),
      caller: operator,
      policy: policyViewForTest(),
    });
    expect(odd).toMatchObject({ ok: true, tool: { required, optional, parameters } });
  });

  it('changes nothing of the tool, whoever changes the description', () => {
    const tool = description('file_write');
    expect(() => Object.assign(tool.parameters, { type: 'array' })).toThrow(TypeError);
    expect(() => Array.prototype.push.call(tool.aliases, 'x')).toThrow(TypeError);
    Object.assign(tool, { name: 'other' });
    expect(description('file_write').name).toBe('file_write');
  });
});

describe('a name that is none', () => {
  it.each(['', ' ', '\n\t', 'x'.repeat(201), `  ${'x'.repeat(201)}`])('is invalid: %j', (name) => {
    expect(asked(name)).toEqual({
      ok: false,
      code: 'invalid',
      message: 'Give one exact tool name of 1 to 200 characters.',
      nearest: [],
    });
  });

  it('is unknown at 200 characters, blanks around it not counted', () => {
    expect(asked(` ${'x'.repeat(200)} `)).toMatchObject({ ok: false, code: 'unknown', nearest: [] });
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('is unknown: %s', (name) => {
    expect(asked(name)).toMatchObject({ ok: false, code: 'unknown' });
  });

  it('is unknown in another case, and the right one is offered', () => {
    expect(asked('File_Read')).toEqual({
      ok: false,
      code: 'unknown',
      message: 'There is no tool named "File_Read". Did you mean file_read, file_write? No tool was run.',
      nearest: ['file_read', 'file_write'],
    });
  });

  it('is answered with near names, never with the whole list', () => {
    const many = Array.from({ length: 200 }, (_, index) => toolForTest({ name: `file_read_${index}` }));
    const described = describeTool('file_read_', {
      snapshot: snapshotOf(...many),
      caller: operator,
      policy: policyViewForTest(),
    });
    expect(described.ok ? [] : described.nearest.length).toBe(3);
    expect(asked('weather')).toMatchObject({
      nearest: [],
      message: 'There is no tool named "weather". No tool was run.',
    });
  });
});

describe('what a caller may not see', () => {
  const callers: readonly [string, Caller, string][] = [
    ['a class beyond a guest', guest, 'file_write'],
    ["the owner's data", guest, 'notes_search'],
    ['a locked tool beyond a guest', guest, 'sudo_shell'],
    ['a hidden tool', operator, 'file_secret'],
    ['what its names leave out', sampleCaller({ allowedTools: ['file_read'] }), 'file_write'],
    ['what its classes leave out', sampleCaller({ policyClasses: ['read_only'] }), 'file_write'],
  ];

  it.each(callers)('%s is unknown to the byte, like a name that never was', (_what, caller, name) => {
    const without = snapshotOf(...snapshot.all().filter((tool) => tool.name !== name));
    const policy = policyViewForTest();
    const here = describeTool(name, { snapshot, caller, policy });
    expect(here).toEqual(describeTool(name, { snapshot: without, caller, policy }));
    expect(here).toMatchObject({ ok: false, code: 'unknown' });
    // The same words for another name of the same length, which no tool has.
    const never = name.replace(/.$/, 'q');
    const other = describeTool(never, { snapshot, caller, policy });
    expect(here.ok || other.ok ? '' : here.message.replaceAll(name, never)).toBe(other.ok ? 'ok' : other.message);
  });

  it.each(callers)('%s is never offered as a near name', (_what, caller, name) => {
    for (const typed of [`${name}x`, name.slice(1), name.toUpperCase()]) {
      const described = asked(typed, caller);
      expect(described.ok ? [] : described.nearest).not.toContain(name);
    }
  });

  it('is described to the surfaces of the owner', () => {
    expect(description('file_secret', sampleCaller({ seesHidden: true })).hidden).toBe(true);
  });
});

describe('the report of capabilities', () => {
  const limits = { 'tools.resultChars': 30_000, 'tools.timeouts': { shell: 5 }, 'net.allowedHosts': null };

  const servers = [{ name: 'files', state: 'ready', tools: 3, waiting: 0 }];
  const openedDirectories = [{ path: '/code/library', access: 'read' }] as const;

  function report(caller: Caller = operator, tools: Snapshot = snapshot, sandboxLevel: string | null = 'landlock') {
    return reportCapabilities({
      snapshot: tools,
      caller,
      policy: policyViewForTest(),
      sandboxLevel,
      // With what else is remembered of them.
      openedDirectories: openedDirectories.map((each) => ({ ...each, reason: 'to read it' })),
      servers,
      limits,
      tokens: createPresenter({ budget: 1_000, redact: (text) => text }).report,
    });
  }

  it('tells a guest of no opened directory and no server', () => {
    expect(report(guest)).toMatchObject({ openedDirectories: [], servers: [] });
  });

  it('says what it means that the sandbox is unproven, and how it is proven', () => {
    const { sandbox } = report(operator, snapshot, null);
    expect(sandbox).toMatchObject({ level: 'unproven', note: expect.stringContaining('gatehouse doctor') });
  });

  it('tells the session, the sandbox, the tools by mode, every limit and the floor', () => {
    const { toolsByMode, floor, tokens, ...rest } = report();
    expect(tokens.sources.map(({ source, tools }) => [source, tools])).toEqual([['builtin', 4]]);
    expect(rest).toEqual({
      sessionMode: 'readonly',
      trust: 'operator',
      agent: 'default',
      sandbox: { setting: 'prefer', level: 'landlock', note: null },
      openedDirectories,
      locked: ['sudo_shell'],
      servers,
      skills: [],
      subagents: [],
      limits,
    });
    const byMode = Object.entries(toolsByMode).map(([mode, tools]) => [mode, tools.map(({ name }) => name)]);
    expect(Object.fromEntries(byMode)).toEqual({
      introspect: ['notes_search'],
      read_text: ['file_read'],
      shell: ['sudo_shell'],
      write_text: ['file_write'],
    });
    expect(toolsByMode['write_text']?.[0]).toMatchObject({
      name: 'file_write',
      effect: 'ASK',
      conditional: true,
      locked: false,
    });
    expect(floor.length).toBeGreaterThan(3);
  });

  it('shows a guest what a guest may see', () => {
    const { toolsByMode, locked, trust } = report(guest);
    expect([trust, locked, Object.keys(toolsByMode)]).toEqual(['guest', [], ['read_text']]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('groups the tools of a mode named %s like any other', (mode) => {
    const { toolsByMode } = report(operator, snapshotOf(toolForTest({ mode }), toolForTest({ name: 'second', mode })));
    expect(Object.entries(toolsByMode).map(([name, tools]) => [name, tools.length])).toEqual([[mode, 2]]);
    expect(JSON.stringify(toolsByMode)).toMatch(`{"${mode}":[{"name":"sample"`);
  });

  it('has no mode that nobody named', () => {
    const { toolsByMode } = report();
    expect(['constructor', '__proto__', 'toString'].map((mode) => toolsByMode[mode])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is made anew each time, and changes nothing for the next one', () => {
    const first = report();
    const before = JSON.stringify(first);
    const spoil = (act: () => unknown) => {
      try {
        act();
      } catch (cause) {
        // Frozen parts refuse; what is not frozen belongs to this report alone.
        if (!(cause instanceof TypeError)) throw cause;
      }
    };
    const parts: readonly object[] = [
      first,
      first.sandbox,
      first.toolsByMode,
      first.limits,
      ...Object.values(first.toolsByMode).flat(),
    ];
    for (const part of parts) for (const key of Object.keys(part)) spoil(() => Reflect.set(part, key, 'spoilt'));
    for (const list of [first.floor, first.locked, first.servers])
      spoil(() => Array.prototype.push.call(list, 'spoilt'));
    expect(JSON.stringify(report())).toBe(before);
    expect(limits).toEqual({ 'tools.resultChars': 30_000, 'tools.timeouts': { shell: 5 }, 'net.allowedHosts': null });
  });
});
