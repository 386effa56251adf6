// What the files of the owner and of a project come to together.
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConfigWorld, type ConfigWorld } from '../../../test/fixtures/config-world.ts';

let workspace: string;
let ownerFile: string;
let projectFile: string;
let load: ConfigWorld['load'];
let owner: ConfigWorld['owner'];
let project: ConfigWorld['project'];

beforeEach(() => {
  ({ workspace, ownerFile, projectFile, load, owner, project } = createConfigWorld());
});

describe('both files', () => {
  it('hold together: the project goes before the owner, key by key', async () => {
    owner(
      'mode: plan-only\nworkspace: { readRoots: [a], writeRoots: [b] }\npolicy: { expiry: 1h, unattended: queue }\ntools: { timeouts: { shell: 5s, web_fetch: 6s }, readPageLines: 50 }',
    );
    project(
      'mode: full-auto\nworkspace: { readRoots: [c] }\npolicy: { expiry: 2h }\ntools: { timeouts: { shell: 7s } }',
    );
    const { config, files } = await load();
    expect(files).toEqual([ownerFile, projectFile]);
    expect(config.mode).toBe('full-auto');
    expect(config.workspace.readRoots).toEqual([join(workspace, 'c')]);
    expect(config.workspace.writeRoots).toEqual([join(workspace, 'b')]);
    expect([config.policy.expiryMs, config.policy.unattended]).toEqual([7_200_000, 'queue']);
    expect(config.tools.timeoutsMs).toEqual(
      new Map([
        ['shell', 7_000],
        ['web_fetch', 6_000],
      ]),
    );
    expect(config.tools.readPageLines).toBe(50);
  });

  it('add up where they only tighten', async () => {
    const both = (name: string): string =>
      `workspace: { protected: [/${name}], zones: { blocked: [${name}], prompt: [${name}], silent: [${name}] } }\nnet: { blockedHosts: [${name}.example] }\npolicy: { confirmTags: [${name}] }\ntools: { disable: [${name}] }\n`;
    owner(both('mine'));
    project(both('theirs'));
    const { config } = await load();
    expect(config.workspace.protected).toEqual(['/mine', '/theirs']);
    expect(config.workspace.zones).toEqual({
      blocked: ['mine', 'theirs'],
      prompt: ['mine', 'theirs'],
      silent: ['theirs'],
    });
    expect(config.net.blockedHosts).toEqual(['mine.example', 'theirs.example']);
    expect(config.policy.confirmTags).toEqual(['mine', 'theirs']);
    expect(config.tools.disable).toEqual(['mine', 'theirs']);
  });

  it.each([
    ['required', 'off', 'required'],
    ['prefer', 'off', 'prefer'],
    ['off', 'prefer', 'prefer'],
    ['off', 'off', 'off'],
    [null, 'off', 'off'],
    ['off', null, 'off'],
  ])('let the stricter sandbox hold: %s and %s make %s', async (mine, theirs, holds) => {
    if (mine !== null) owner(`sandbox: ${mine}`);
    if (theirs !== null) project(`sandbox: ${theirs}`);
    const { config, warnings } = await load();
    expect(config.sandbox.setting).toBe(holds);
    const isLoosened = mine !== null && theirs !== null && holds !== theirs;
    expect(warnings).toEqual(
      isLoosened
        ? [`${projectFile} sets sandbox: ${theirs}; sandbox: ${mine} of your own file is stricter and holds.`]
        : [],
    );
  });

  it.each([
    [null, 'off', 'strict', true],
    [null, 'strict', 'strict', false],
    ['relaxed', 'strict', 'strict', false],
    ['relaxed', 'off', 'relaxed', true],
    ['off', null, 'off', false],
    ['off', 'relaxed', 'relaxed', false],
  ])('let a project tighten the flow rule and not loosen it: %s and %s make %s', async (mine, theirs, holds, warns) => {
    if (mine !== null) owner(`policy: { flow: ${mine} }`);
    if (theirs !== null) project(`policy: { flow: ${theirs} }`);
    const { config, warnings } = await load();
    expect(config.policy.flow).toBe(holds);
    expect(warnings.length > 0).toBe(warns);
  });

  it('bring their rules, the owner first, each with its line', async () => {
    owner('policy:\n  rules:\n    - effect: DENY\n      tool: shell\n');
    project('policy:\n  rules:\n\n    - { effect: ALLOW, tool: shell }\n    # a remark\n    - effect: ASK\n');
    const { rules } = (await load()).config.policy;
    expect(rules.map(({ effect, source }) => [effect, source])).toEqual([
      ['DENY', { kind: 'file', file: ownerFile, line: 3 }],
      ['ALLOW', { kind: 'file', file: projectFile, line: 4 }],
      ['ASK', { kind: 'file', file: projectFile, line: 6 }],
    ]);
  });
});

describe('rules', () => {
  it('that cannot be read and are no DENY are reported with file and line, and the rest holds', async () => {
    owner(
      'policy:\n  rules:\n    - { effect: ALLOW, tool: "" }\n    - { effect: ASK, tol: x }\n    - { effect: DENY, tool: shell }\n',
    );
    const { config, ruleProblems } = await load();
    expect(config.policy.rules.map(({ effect }) => effect)).toEqual(['DENY']);
    expect(ruleProblems.map(({ effect, source }) => [effect, source])).toEqual([
      ['ALLOW', { kind: 'file', file: ownerFile, line: 3 }],
      ['ASK', { kind: 'file', file: ownerFile, line: 4 }],
    ]);
    expect(ruleProblems[1]?.message).toContain('found "tol"');
  });

  it('keep their ids when they move, and differ even where they say the same', async () => {
    owner('policy:\n  rules:\n    - { effect: ASK, tool: a }\n    - { effect: ASK, tool: b }\n');
    const before = (await load()).config.policy.rules.map(({ id }) => id);
    owner(
      '# moved\npolicy:\n  rules:\n    - { tool: b, effect: ask }\n    - { effect: ASK, tool: a }\n    - { effect: ASK, tool: a }\n',
    );
    const after = (await load()).config.policy.rules.map(({ id }) => id);
    expect(after).toEqual([before[1], before[0], `${before[0]}_2`]);
  });
});
