import { describe, expect, it } from 'vitest';
import type { Fact, Target } from '../../../contract/index.ts';
import { plainTool, sampleCaller } from '../../../testing/index.ts';
import { canonicalJson, sha256Hex } from '../../../text/index.ts';
import { decisionInput } from '../../../../test/fixtures/decision-input.ts';
import { bind } from './bind.ts';
import type { Decided } from './decide.ts';

const target: Target = {
  kind: 'path',
  action: 'write',
  value: 'a.txt',
  pointer: '/path',
  identity: { kind: 'present', device: '1', inode: '2', digest: 'ab' },
};
const sandbox: Fact = {
  guard: 'sandbox',
  name: 'sandbox',
  value: 'full',
  verdict: 'clear',
  targets: [],
  text: 'Confined.',
};
const binary: Fact = {
  guard: 'shell',
  name: 'binary',
  value: 'ls',
  verdict: 'clear',
  targets: [],
  text: 'ls',
  binding: { digest: 'cd' },
};

function decided(more: Partial<Decided> = {}): Decided {
  return {
    call: {
      tool: 'plain',
      read: { ok: true, value: {} },
      caller: sampleCaller(),
      userWords: undefined,
      signal: undefined,
    },
    tool: plainTool(),
    args: { path: 'a.txt', size: 3 },
    coercions: [],
    action: null,
    facts: [sandbox, binary],
    targets: [target],
    paths: {},
    urls: {},
    input: decisionInput(),
    decision: { effect: 'ASK', reasons: [], grant: null, onceOnly: false, unlooked: [] },
    policy: {
      revision: 1,
      compiled: { revision: '1', rules: [], groups: new Map(), clocks: { knows: () => true, minuteOfDay: () => 0 } },
      settings: { confirmTags: [], unattended: 'deny', sandbox: 'prefer', flow: 'strict' },
      defaultMode: 'readonly',
      modeOf: () => 'readonly',
    },
    ...more,
  };
}

const callBy = (more: Partial<ReturnType<typeof sampleCaller>>) => ({ ...decided().call, caller: sampleCaller(more) });
const toolOf = (more: Partial<ReturnType<typeof plainTool>>) => plainTool(more);
const hash = (more: Partial<Decided> = {}) => bind(decided(more), 'salt').requestHash;

describe('the hash of a request', () => {
  it('is the same for the same parts and salt, whatever the order of members', () => {
    expect(hash()).toBe(hash({ args: { size: 3, path: 'a.txt' } }));
    expect(hash()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('changes with the salt, which is new for each request', () => {
    const [left, right] = [bind(decided()), bind(decided())];
    expect(left.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(left.salt).not.toBe(right.salt);
    expect(left.requestHash).not.toBe(right.requestHash);
    expect(bind(decided(), left.salt).requestHash).toBe(left.requestHash);
  });

  const identity = { kind: 'present', device: '1', inode: '2', digest: 'ab' } as const;
  it.each<[string, Partial<Decided>]>([
    ['the principal', { call: callBy({ principal: 'user:2' }) }],
    ['the workspace', { call: callBy({ workspace: '/elsewhere' }) }],
    ['the tool', { tool: toolOf({ name: 'other' }) }],
    ['its definition', { tool: toolOf({ origin: { ...plainTool().origin, fingerprint: 'changed' } }) }],
    ['an argument', { args: { path: 'b.txt', size: 3 } }],
    ['the type of an argument', { args: { path: 'a.txt', size: '3' } }],
    ['one more argument', { args: { path: 'a.txt', size: 3, more: null } }],
    ['a target', { targets: [{ ...target, value: 'b.txt' }] }],
    ['the kind of a target', { targets: [{ ...target, kind: 'name' }] }],
    ['what is done to it', { targets: [{ ...target, action: 'read' }] }],
    ['one target more', { targets: [target, target] }],
    ['no target', { targets: [] }],
    ['that a file is absent', { targets: [{ ...target, identity: { kind: 'absent' } }] }],
    ['that no file is known', { targets: [{ ...target, identity: null }] }],
    ['the device of a file', { targets: [{ ...target, identity: { ...identity, device: '9' } }] }],
    ['the inode of a file', { targets: [{ ...target, identity: { ...identity, inode: '9' } }] }],
    ['the content of a file', { targets: [{ ...target, identity: { ...identity, digest: 'cd' } }] }],
    ['the sandbox', { facts: [{ ...sandbox, value: 'none' }, binary] }],
    ['the program', { facts: [sandbox, { ...binary, binding: { digest: 'ef' } }] }],
    ['a binding less', { facts: [sandbox] }],
    ['the guard that binds', { facts: [sandbox, { ...binary, guard: 'other' }] }],
  ])('changes with %s', (_what, more) => {
    expect(hash(more)).not.toBe(hash());
  });

  it('does not change with what is not bound: the words of a fact, who else asked, the decision', () => {
    expect(
      hash({ facts: [{ ...sandbox, text: 'Other words.' }, binary, { ...sandbox, name: 'other', value: 'x' }] }),
    ).toBe(hash());
    expect(hash({ call: callBy({ agent: 'other', session: 'other', surface: 'cli' }) })).toBe(hash());
    expect(hash({ decision: { ...decided().decision, effect: 'ALLOW' } })).toBe(hash());
  });

  it('is the SHA-256 of the canonical JSON of these parts and no others', () => {
    const parts = {
      version: 1,
      salt: 'salt',
      principal: 'user:1000',
      tool: 'plain',
      fingerprint: 'fp-plain',
      arguments: { path: 'a.txt', size: 3 },
      workspace: '/workspace',
      targets: [{ kind: 'path', action: 'write', value: 'a.txt', identity }],
      bindings: [
        { guard: 'sandbox', name: 'sandbox', value: 'full', more: null },
        { guard: 'shell', name: 'binary', value: 'ls', more: { digest: 'cd' } },
      ],
    };
    expect(hash()).toBe(sha256Hex(canonicalJson(parts)));
  });
});
