import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/index.ts';
import { createRegistry } from '../../../kernel/index.ts';
import { commandWords, createSchemas, sha256Hex } from '../../../text/index.ts';
import type { CliSettings } from '../cli-settings.ts';
import type { CommandTree, TreeCommand } from '../command-tree.ts';
import { anyText, arg, cliSettings, command, flag, tree } from '../../../../test/fixtures/cli-program.ts';
import { cliTools } from './cli-tools.ts';

const settings = cliSettings;
const text = anyText;

async function names(given: CommandTree, more: Partial<CliSettings> = {}): Promise<readonly string[]> {
  return (await cliTools(given, { ...settings, ...more })).tools.map(({ name }) => name);
}

async function one(given: TreeCommand, more: Partial<CliSettings> = {}, of: Partial<CommandTree> = {}) {
  const { tools, left } = await cliTools(tree([given], of), { ...settings, ...more });
  const [tool] = tools;
  if (tool === undefined) throw new Error(`There is no tool: ${left.join(' ')}`);
  const line = tool.targets[0]?.line;
  if (line === undefined || !('command' in line)) throw new Error('The tool has no command.');
  const words = (args: JsonObject) => {
    const argv = commandWords(line.command, args);
    return argv.ok ? argv.words.slice(line.command.words.length) : argv.problem.message;
  };
  return { tool, left, line, words, properties: tool.parameters['properties'] };
}

describe('what becomes a tool', () => {
  const group = (name: string, commands: readonly TreeCommand[], more: Partial<TreeCommand> = {}) =>
    command(name, { commands, ...more });

  it('is every command without others below it, and one that runs by itself too', async () => {
    const given = tree([
      group('a', [command('x'), group('b', [command('y')])]),
      group('c', [command('z')], { runs: true }),
      command('x'),
    ]);
    expect(await names(given)).toEqual(['a_x', 'a_b_y', 'c', 'c_z', 'x']);
  });

  it('is nothing below what is hidden or denied, and that is told', async () => {
    const given = tree([
      group('a', [command('x')], { hidden: true }),
      group('b', [group('c', [command('x')])], { tags: ['ai:deny', 'ai:confirm'] }),
      group('d', [command('x', { hidden: true })]),
      command('e'),
    ]);
    const { tools, left } = await cliTools(given, settings);
    expect(tools.map(({ name }) => name)).toEqual(['e']);
    expect(left).toEqual([
      'Tagged ai:deny, and so no tools with all below them: "b".',
      'Hidden by the program, and so no tools with all below them: "a", "d x".',
    ]);
  });

  it('is never again what is denied, not by its own name', async () => {
    const given = tree([command('rm', { tags: ['ai:deny'] }), command('ls')]);
    expect(await names(given, { include: { tools: ['^rm$', 'ls'], tags: ['ai:deny'] } })).toEqual(['ls']);
  });

  it('is the program itself where it has no commands', async () => {
    const root = command('', { args: [arg('text')], help: 'Says a text.' });
    const { tools } = await cliTools(tree([], { root }), settings);
    expect(tools).toMatchObject([
      { name: 'app', title: 'app', targets: [{ line: { command: { words: ['/bin/app', '--quiet'] } } }] },
    ]);
  });

  it.each(['', '-rf', '--help', '@file', 'a\nb', 'a\0', '\u009b', '\ud800'])(
    'is no command named %j, with all below it, and that is told',
    async (name) => {
      const { tools, left } = await cliTools(
        tree([command(name, { commands: [command('x')] }), command('ok')]),
        settings,
      );
      expect(tools.map((tool) => tool.name)).toEqual(['ok']);
      expect(left).toEqual([expect.stringMatching(/^The command ".*" has .*: it is left out with all below it\.$/)]);
    },
  );

  it('lies no deeper than 32 levels', async () => {
    let deep = command('end');
    for (let level = 0; level < 5_000; level += 1) deep = command('a', { commands: [deep] });
    const { tools, left } = await cliTools(tree([deep, command('ok')]), settings);
    expect(tools.map(({ name }) => name)).toEqual(['ok']);
    expect(left[0]).toMatch(/lies more than 32 levels deep/);
  });
});

describe('names', () => {
  const mark = (path: string) => sha256Hex(path).slice(0, 8);

  it('are the path, with a prefix where one is wanted, in letters that models take', async () => {
    const given = tree([command('a.b', { commands: [command('ü c'), command('__proto__')] })]);
    expect(await names(given)).toEqual(['a_b___c', 'a_b___proto__']);
    expect(await names(given, { prefix: 'my' })).toEqual(['my_a_b___c', 'my_a_b___proto__']);
  });

  it('are told apart where two come to the same, whichever is first', async () => {
    const left = command('a', { commands: [command('b_c')] });
    const right = command('a_b', { commands: [command('c')] });
    const both = [`a_b_c_${mark('a b_c')}`, `a_b_c_${mark('a_b c')}`];
    expect(await names(tree([left, right]))).toEqual(both);
    expect(await names(tree([right, left]))).toEqual(both.toReversed());
    expect(await names(tree([left, right]), { exclude: { tools: [mark('a b_c')], tags: [] } })).toEqual([both[1]]);
  });

  it('are of at most 64 characters', async () => {
    const long = 'x'.repeat(80);
    const given = tree([command(long), command(`${long}y`), command('z'.repeat(64))]);
    expect(await names(given)).toEqual([
      `${'x'.repeat(55)}_${mark(long)}`,
      `${'x'.repeat(55)}_${mark(`${long}y`)}`,
      'z'.repeat(64),
    ]);
    const [prefixed = ''] = await names(given, { prefix: 'p'.repeat(32) });
    expect(prefixed).toMatch(/^p{32}_x{22}_[0-9a-f]{8}$/);
  });

  it('belong to the first of two commands of one path', async () => {
    const { tools, left } = await cliTools(tree([command('a', { help: 'One.' }), command('a')]), settings);
    expect(tools).toMatchObject([{ name: 'a', description: 'One.' }]);
    expect(left).toEqual(['The command "a" stands there twice, and the first counts: it is left out.']);
  });
});

describe('selection', () => {
  const given = tree([
    command('stream', { commands: [command('rm', { tags: ['rw'] }), command('ls', { tags: ['ro'] })] }),
    command('cow', { commands: [command('say'), command('think')] }),
  ]);

  it.each<[Partial<CliSettings>, readonly string[]]>([
    [{ include: { tools: ['^stream_rm$'], tags: [] } }, ['stream_rm']],
    [{ include: { tools: ['stream rm'], tags: [] } }, []],
    [{ include: { tools: ['(?i)STREAM'], tags: [] } }, ['stream_rm', 'stream_ls']],
    [{ include: { tools: [], tags: [''] } }, ['cow_say', 'cow_think']],
    [{ include: { tools: ['rm'], tags: ['ro'] } }, ['stream_rm', 'stream_ls']],
    [{ include: { tools: [], tags: [] } }, ['stream_rm', 'stream_ls', 'cow_say', 'cow_think']],
    [{ include: { tools: ['^cow'], tags: [] }, exclude: { tools: ['^cow_think'], tags: [] } }, ['cow_say']],
    [{ exclude: { tools: [], tags: ['rw', ''] } }, ['stream_ls']],
    [{ prefix: 'x', include: { tools: ['^stream_rm'], tags: [] } }, ['x_stream_rm']],
    [{ prefix: 'x', include: { tools: ['^x_cow'], tags: [] } }, ['x_cow_say', 'x_cow_think']],
  ])('by %j leaves %j', async (more, expected) => {
    expect(await names(given, more)).toEqual(expected);
  });

  it.each<[readonly string[], string, readonly string[]]>([
    [['ls'], '', []],
    [['stream_ls'], '', ['stream_ls']],
    [['stream_ls'], 'x', ['x_stream_ls']],
    [['x_stream_ls|say'], 'x', ['x_stream_ls']],
    [['cow_.*'], '', ['cow_say', 'cow_think']],
    [['.*_rm$', '^cow'], '', ['stream_rm']],
  ])('of what only reads by %j, of whole names, with the prefix %j is %j', async (patterns, prefix, expected) => {
    const { tools, left } = await cliTools(given, { ...settings, prefix, readOnly: { tools: patterns, tags: [] } });
    expect(tools.filter(({ risk }) => risk === 'low').map(({ name }) => name)).toEqual(expected);
    const idle = patterns.filter((pattern) => ['ls', '^cow'].includes(pattern));
    expect(left).toEqual(
      idle.map((each) => `readOnly: no tool has a name that is "${each}" as a whole, so it makes none read-only.`),
    );
  });

  it.each(['include', 'exclude', 'readOnly'] as const)('names a pattern in %s that is none', async (part) => {
    const wanted = cliTools(given, { ...settings, [part]: { tools: ['ok', '(?=a)'], tags: [] } });
    await expect(wanted).rejects.toMatchObject({ code: 'invalid_config' });
    await expect(wanted).rejects.toThrow(`sources.app.${part}.tools: "(?=a)" is no regular expression: `);
  });
});

describe('flags of the program', () => {
  const globals = [
    flag('context', { description: 'Which one.', value: { ...text, choices: ['a', 'b'] } }),
    flag('trace', { kind: 'switch', negation: '--no-trace' }),
    flag('old', { hidden: true }),
  ];

  it('are none, but those that are named, in front of all others', async () => {
    const ls = command('ls', { flags: [flag('expand', { kind: 'switch' })], args: [arg('subject')] });
    expect((await one(ls, {}, { globals })).properties).toEqual({
      subject: { type: 'string' },
      expand: { type: 'boolean' },
    });
    const { words, properties } = await one(ls, { globalFlags: ['--context ', 'context', 'trace'] }, { globals });
    expect(properties).toMatchObject({
      context: { type: 'string', enum: ['a', 'b'], description: 'Global flag: Which one.' },
    });
    expect(words({ subject: 'orders', expand: true, context: 'a', trace: false })).toEqual([
      '--context=a',
      '--no-trace',
      '--expand',
      '--',
      'orders',
    ]);
    expect(words({})).toEqual([]);
    expect(globals[0]?.description).toBe('Which one.');
  });

  it('give way to a flag or an argument of the same name', async () => {
    const given = command('ls', { flags: [flag('trace')], args: [arg('context')] });
    const { properties, words } = await one(given, { globalFlags: ['context', 'trace'] }, { globals });
    expect(properties).toEqual({ context: { type: 'string' }, trace: { type: 'string' } });
    expect(words({ context: 'x', trace: 'y' })).toEqual(['--trace=y', '--', 'x']);
  });

  it('are there unnamed where they are required', async () => {
    const needed = [
      flag('account', { required: true }),
      flag('key', { required: true, env: 'KEY' }),
      flag('secret', { required: true, hidden: true }),
    ];
    const { tool, properties } = await one(command('ls', { args: [arg('account')] }), {}, { globals: needed });
    expect(tool.parameters['required']).toEqual(['account_flag', 'secret']);
    expect(Object.keys(properties ?? {})).toEqual(['account', 'account_flag', 'secret']);
  });

  it.each([
    ['contxt', 'sources.app.globalFlags: the program has no global flag "contxt". Meant "context"?'],
    ['old', 'sources.app.globalFlags: the program hides its flag "old". Take it out of the list.'],
    ['help-man', 'sources.app.globalFlags: "help-man" is a flag for people that the program\'s framework brings'],
    ['version', 'is a flag for people'],
  ])('cannot be %s', async (name, message) => {
    const wanted = cliTools(tree([], { globals }), { ...settings, globalFlags: [name] });
    await expect(wanted).rejects.toMatchObject({ code: 'invalid_config' });
    await expect(wanted).rejects.toThrow(message);
  });
});

describe('arguments', () => {
  it('are of the types of the flags', async () => {
    const given = command('do', {
      flags: [
        flag('level', { description: 'How much.', value: { ...text, choices: ['info', 'warn', 'info'] } }),
        flag('n', { value: { type: 'integer', choices: ['1', '2'], schema: null } }),
        flag('m', { value: { type: 'integer', choices: ['1', 'all'], schema: null } }),
        flag('yes', { kind: 'switch' }),
        flag('v', { kind: 'count', flag: '-v' }),
        flag('tag', { many: true }),
        flag('label', { kind: 'map' }),
      ],
      args: [
        arg('subject', { required: true }),
        arg('at', { required: true, env: 'AT' }),
        arg('files', { many: true }),
      ],
    });
    const { tool } = await one(given);
    expect(tool.parameters).toEqual({
      type: 'object',
      properties: {
        subject: { type: 'string' },
        at: { type: 'string' },
        files: { type: 'array', items: { type: 'string' } },
        level: { type: 'string', enum: ['info', 'warn'], description: 'How much.' },
        n: { type: 'integer', enum: [1, 2] },
        m: { type: 'string', enum: ['1', 'all'] },
        yes: { type: 'boolean' },
        v: { type: ['integer', 'boolean'], minimum: 0, maximum: 100 },
        tag: { type: 'array', items: { type: 'string' } },
        label: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['subject'],
      additionalProperties: false,
    });
  });

  it('come from groups too, the nearest first, and never those that are hidden', async () => {
    const given = command('a', {
      flags: [flag('x', { description: 'far' }), flag('y'), flag('z')],
      commands: [
        command('b', {
          flags: [flag('x', { description: 'near' })],
          commands: [command('c', { flags: [flag('y', { description: 'own' }), flag('z', { hidden: true })] })],
        }),
      ],
    });
    const { properties, words } = await one(given);
    expect(properties).toEqual({
      x: { type: 'string', description: 'near' },
      y: { type: 'string', description: 'own' },
    });
    expect(words({ y: '2', x: '1' })).toEqual(['--x=1', '--y=2']);
  });

  it('have the schema of the description where it can be checked, each by itself', async () => {
    const whole: JsonObject = {
      properties: {
        size: { type: 'string', pattern: '^\\d+[a-z]+$', title: 'Size' },
        look: { type: 'string', pattern: '^a(?<!b)c(?=d)e' },
        away: { $ref: 'https://a.example/x' },
        tags: { type: 'array', items: { type: 'strange' } },
        source: { type: 'string', description: 'Of the argument.' },
        on: { type: 'string' },
      },
    };
    const flags = [
      ...['size', 'look', 'away'].map((name) => flag(name, { description: `The ${name}.` })),
      flag('tags', { many: true }),
      flag('source', { many: true }),
      flag('on', { kind: 'switch' }),
    ];
    const { tool, properties, left } = await one(command('do', { schema: whole, flags, args: [arg('source')] }));
    expect(properties).toEqual({
      source: { type: 'string', description: 'Of the argument.' },
      size: { type: 'string', pattern: '^\\d+[a-z]+$', title: 'Size', description: 'The size.' },
      look: { type: 'string', description: 'The look.' },
      away: { type: 'string', description: 'The away.' },
      tags: { type: 'array', items: { type: 'string' } },
      source_flag: { type: 'array', items: { type: 'string' } },
      on: { type: 'boolean' },
    });
    expect(left).toEqual(
      ['look', 'away', 'tags'].map(
        (name) => `The command "do": the schema of "${name}" is none that can be checked: one is made from its type.`,
      ),
    );
    await expect(createSchemas().compile('a', tool.parameters)).resolves.toBeTypeOf('function');
    expect(await one(command('do', { schema: whole, flags, args: [arg('source')] }))).toMatchObject({ properties });
  });

  it('cannot be said in a way that means another flag', async () => {
    const flags = [
      flag('mirror', { kind: 'switch', negation: '--no-mirror', fallback: ['true'] }),
      flag('no-mirror', { kind: 'switch', hidden: true }),
    ];
    const globals = [flag('no-mirror')];
    const mirror = flags.slice(0, 1);
    const group = command('a', { flags: flags.slice(1), commands: [command('edit', { flags: mirror })] });
    for (const { words } of [
      await one(command('edit', { flags })),
      await one(group),
      await one(command('edit', { flags: mirror }), {}, { globals }),
    ]) {
      expect(words({ mirror: false })).toMatch(/cannot be set to false/);
    }
  });

  it('keep one place each, whatever they are called', async () => {
    const flags = [
      flag('a'),
      flag('a', { flag: '--other' }),
      flag('b', { flag: '-b' }),
      flag('c', { flag: '-b' }),
      flag('x_flag'),
      flag('x'),
      flag('__proto__'),
    ];
    const args = [arg('x'), arg('x'), arg(''), arg('l\ni'), arg('many', { many: true }), arg('last')];
    const { tool, words, left } = await one(command('do', { flags, args }));
    expect(Object.keys(tool.parameters['properties'] ?? {})).toEqual(
      'x argument_2 argument_3 argument_4 many last a b x_flag x_flag_ __proto__'.split(' '),
    );
    expect(words(JSON.parse('{"__proto__": "p", "x_flag_": "f", "x": "1", "argument_2": "2"}'))).toEqual([
      '--x=f',
      '--__proto__=p',
      '--',
      '1',
      '2',
    ]);
    expect(left).toHaveLength(6);
    const registry = createRegistry({ isKnownMode: () => true });
    expect(() => registry.register({ tool, loader: () => Promise.reject(new Error('none')) })).not.toThrow();
  });

  it.each(['a b', 'a=b', 'a\n', 'a\0', '\ud800', '---', ''])('have no flag %j, and that is told', async (name) => {
    const { properties, left } = await one(command('do', { flags: [flag(name), flag('ok')] }));
    expect(Object.keys(properties ?? {})).toEqual(['ok']);
    expect(left).toEqual([expect.stringMatching(/^The command "do": the flag ".*" .*: it is left out\.$/)]);
    const needed = await cliTools(tree([command('do', { flags: [flag(name, { required: true })] })]), settings);
    expect(needed.tools).toEqual([]);
    expect(needed.left).toEqual([expect.stringMatching(/^The command "do" needs the flag /)]);
  });

  it('have no default that a program cannot be given', async () => {
    const args = [arg('a', { fallback: ['x\0'] }), arg('b')];
    const { words, left } = await one(command('do', { args }));
    expect(words({ b: '1' })).toMatch(/must be set/);
    expect(left).toEqual(['The command "do": the default of "a" cannot be given to a program: it counts as none.']);
  });

  it('are at most five hundred, and of a size that the registry takes', async () => {
    const flags = Array.from({ length: 501 }, (_, at) => flag(`f${at}`));
    const wide = command('wide', { flags, commands: [command('x')] });
    const long = command('long', { flags: [flag('a', { description: 'x'.repeat(90_000) })] });
    const { tools, left } = await cliTools(tree([wide, long, command('ok')]), settings);
    expect(tools.map(({ name }) => name)).toEqual(['ok']);
    expect(left).toEqual([
      'The command "wide x" has more than 500 flags and arguments: it is left out.',
      'The command "long" is described in more text than a tool may have: it is left out.',
    ]);
  });
});

describe('what a model reads', () => {
  it.each<[Partial<TreeCommand>, string]>([
    [{ help: 'Short.' }, 'Short.'],
    [{ help: 'Short.', helpLong: 'Longer.' }, 'Short.\n\nLonger.'],
    [{ help: 'Short.', helpLong: 'Short. And more.' }, 'Short. And more.'],
    [{ help: 'Short. And more.', helpLong: 'Short.' }, 'Short. And more.'],
    [{ helpLong: 'Only long.' }, 'Only long.'],
    [{ tags: ['a', 'ai:no_defer'] }, 'Tags: a, ai:no_defer'],
    [{ help: 'Short.', helpLong: 'Longer.', tags: ['a', 'b'] }, 'Short.\n\nLonger.\n\nTags: a, b'],
    [{}, 'Runs /bin/app --quiet do.'],
  ])('of %j is %j', async (more, description) => {
    expect((await one(command('do', more))).tool.description).toBe(description);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'of a command that is called %s has the time of all',
    async (name) => {
      expect((await one(command(name))).tool).toMatchObject({ name, timeoutMs: 40_000 });
    },
  );

  it('says what it is for, how it fails and how long it may take', async () => {
    const given = command('stream', { help: 'Streams.\nMore.', commands: [command('ls')] });
    const more = { timeoutsMs: { stream_ls: 120_000, stream_sl: 1 }, prefix: 'my', passEnv: ['KEY'], directory: 'sub' };
    const { tool, line, left } = await one(given, { ...more, sandbox: 'off' }, { help: 'An app.' });
    expect(tool).toMatchObject({
      name: 'my_stream_ls',
      title: 'stream ls',
      timeoutMs: 130_000,
      whenToUse: 'To run /bin/app --quiet stream ls (Streams).',
      failureModes: expect.arrayContaining([expect.stringContaining('120000 ms')]),
      secrets: ['KEY'],
      untrustedResult: true,
      origin: { about: 'app: An app.' },
    });
    expect(line).toMatchObject({ directory: 'sub', place: 'host' });
    expect(left).toEqual(['timeouts: no tool has the name "stream_sl".']);
    expect((await one(given)).line).not.toHaveProperty('place');
  });
});
