import { describe, expect, it } from 'vitest';
import type { CliSettings } from '../cli-settings.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import { arg, cliSettings, command, flag, tree } from '../../../../test/fixtures/cli-program.ts';
import { cliTools } from './cli-tools.ts';

const settings = cliSettings;

async function one(given: TreeCommand, more: Partial<CliSettings> = {}, of: Partial<CommandTree> = {}) {
  const [tool] = (await cliTools(tree([given], of), { ...settings, ...more })).tools;
  const line = tool?.targets[0]?.line;
  if (tool === undefined || line === undefined || !('command' in line)) throw new Error('There is no tool.');
  return { tool, line };
}

describe('danger', () => {
  const plain = { policyClass: 'exec', risk: 'high', alwaysAsk: false, effects: ['executes', 'writes', 'egress'] };
  const all = { tools: ['.*'], tags: [] };

  it.each(['read', 'write', null] as const)('is not made less by a description that says: %s', async (effect) => {
    expect((await one(command('do', { effect }))).tool).toMatchObject(plain);
  });

  it('is none by the word of the operator', async () => {
    expect((await one(command('ls'), { readOnly: all })).tool).toMatchObject({
      policyClass: 'exec',
      risk: 'low',
      alwaysAsk: false,
      effects: [],
    });
  });

  it.each<[string, TreeCommand]>([
    ['its own', command('rm', { dangerous: true, tags: ['x'] })],
    ['what it does', command('rm', { effect: 'destructive', tags: ['x'] })],
    ['of its group', command('a', { dangerous: true, commands: [command('rm', { tags: ['x'] })] })],
  ])('stays danger, whoever says that it only reads: %s', async (_what, given) => {
    expect((await one(given, { readOnly: all })).tool).toMatchObject({
      policyClass: 'exec',
      risk: 'critical',
      alwaysAsk: true,
      effects: ['executes', 'writes', 'egress', 'destructive'],
      tags: ['x', 'dangerous'],
    });
  });

  it('of a flag is known where it is given', async () => {
    const { line } = await one(command('do', { flags: [flag('force', { dangerous: true })] }));
    expect(line.command.flags).toMatchObject([{ dangerous: true }]);
  });

  it('is asked about for each call of what is only guessed', async () => {
    expect((await one(command('do'), { readOnly: all }, { confidence: 'guessed' })).tool.alwaysAsk).toBe(true);
    expect((await one(command('do'), {}, { confidence: 'likely' })).tool.alwaysAsk).toBe(false);
  });

  it('is asked about by tags, of groups too', async () => {
    const given = command('a', { tags: ['rw', 'free', 'ai:no_defer'], commands: [command('b', { tags: ['own'] })] });
    expect((await one(given)).tool).toMatchObject({ alwaysAsk: false, tags: ['own', 'ai:no_defer'] });
    expect((await one(given, { confirmTags: ['rw'] })).tool).toMatchObject({
      alwaysAsk: true,
      tags: ['own', 'rw', 'ai:no_defer'],
    });
    const confirmed = command('a', { tags: ['ai:confirm'], commands: [command('b')] });
    expect((await one(confirmed)).tool).toMatchObject({ alwaysAsk: true, tags: ['ai:confirm'] });
  });

  it('is told of tags that protect nothing', async () => {
    const given = tree([command('a', { tags: ['impact:rw', 'ai:confrim', 'AI:deny'] })]);
    const { left } = await cliTools(given, { ...settings, confirmTags: ['impact_rw'] });
    expect(left).toEqual([
      'confirmTags: no command has the tag "impact_rw", so it protects nothing. Meant "impact:rw"?',
      expect.stringMatching(/^The tag "ai:confrim" means nothing here\. .* Meant "ai:confirm"/),
      expect.stringMatching(/^The tag "AI:deny" means nothing here\. .* Meant "ai:deny"/),
    ]);
  });
});

describe('the fingerprint', () => {
  const of = async (given: TreeCommand, more: Partial<CliSettings> = {}, about: Partial<CommandTree> = {}) =>
    (await one(given, more, about)).tool.origin.fingerprint;
  const base = command('do', { help: 'Does.', flags: [flag('a')], args: [arg('b', { fallback: ['x'] })] });

  it('is the same for the same, and of 64 hex digits', async () => {
    expect(await of(base)).toMatch(/^[0-9a-f]{64}$/);
    expect(await of(base)).toBe(await of(structuredClone(base)));
  });

  it.each<[string, Partial<TreeCommand>, Partial<CliSettings>, Partial<CommandTree>]>([
    ['a help', { help: 'Does more.' }, {}, {}],
    ['a flag', { flags: [flag('a', { flag: '--b' })] }, {}, {}],
    ['a kind', { flags: [flag('a', { dangerous: true })] }, {}, {}],
    ['a default', { args: [arg('b', { fallback: ['y'] })] }, {}, {}],
    ['an order', { args: [arg('b'), arg('c')], flags: [] }, {}, {}],
    ['a danger', { dangerous: true }, {}, {}],
    ['a program', {}, { argv: ['/bin/app', '--loud'] }, {}],
    ['a folder', {}, { directory: 'sub' }, {}],
    ['a place', {}, { sandbox: 'off' }, {}],
    ['a time', {}, { timeoutMs: 1_000 }, {}],
    ['a variable', {}, { passEnv: ['X'] }, {}],
    ['a word between', {}, {}, { separates: false }],
  ])('is another with %s', async (_what, more, set, about) => {
    expect(await of({ ...base, ...more }, set, about)).not.toBe(await of(base));
  });
});

describe('a large program', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => command(`c${at}`));

  it('of 100,000 commands has as many tools', async () => {
    const { tools, left } = await cliTools(tree(many), settings);
    expect(tools).toHaveLength(100_000);
    expect(left).toEqual([]);
  }, 60_000);

  it('whose groups have many flags does not fill the memory with them', async () => {
    const flags = Array.from({ length: 450 }, (_, at) => flag(`f${at}`));
    const { tools, left } = await cliTools(tree([command('g', { flags, commands: many })]), settings);
    expect(tools.length).toBeGreaterThan(500);
    expect(tools.length + left.length).toBe(100_000);
    expect(left[0]).toMatch(/comes after more than can be taken. Say include to choose: it is left out\.$/);
  }, 60_000);
});
