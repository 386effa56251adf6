import { describe, expect, it } from 'vitest';
import type { TreeCommand } from '../command-tree.ts';
import { readFig } from './read-fig.ts';

const tree = (spec: object, left: object = {}) => readFig({ spec, left }, 'acme');

function only(command: object): TreeCommand {
  const found = tree({ subcommands: [{ name: 'do', ...command }] }).commands[0];
  if (found === undefined) throw new Error('no command');
  return found;
}

const flags = (...options: object[]) => only({ options }).flags;
const written = (...options: object[]) =>
  flags(...options).map(({ name, flag, kind, join, many }) => [name, flag, kind, join, many]);

describe('the commands of a Fig spec', () => {
  it('are likely, and nothing in them is known to part flags from arguments', () => {
    expect(
      tree({ name: 'x', description: 'Does.', subcommands: [{ name: ['run', 'r'], description: 'Runs.' }] }),
    ).toMatchObject({
      name: 'acme',
      help: 'Does.',
      kind: 'fig',
      confidence: 'likely',
      separates: false,
      root: null,
      commands: [{ name: 'run', aliases: ['r'], help: 'Runs.', effect: null, dangerous: false }],
    });
  });

  it('are the program itself where it has none', () => {
    const found = tree({ options: [{ name: '-v' }, { name: '-p', isPersistent: true }], args: { name: 'file' } });
    expect(found.root).toMatchObject({ name: 'acme', args: [{ name: 'file' }] });
    expect(found.root?.flags.map(({ flag }) => flag)).toEqual(['-p', '-v']);
    expect([found.commands, found.globals]).toEqual([[], []]);
  });

  it('have what lasts from above, and nothing else of it', () => {
    const remote = {
      name: 'remote',
      options: [{ name: '-v' }, { name: '--all', isPersistent: true }],
      subcommands: [{ name: 'add', options: [{ name: '--fetch' }] }],
    };
    const [leaf, group] = tree({ subcommands: [remote] }).commands;
    expect([leaf?.name, leaf?.flags.map(({ flag }) => flag), leaf?.commands]).toEqual(['remote', ['--all', '-v'], []]);
    expect([group?.name, group?.flags.map(({ flag }) => flag), group?.commands.length]).toEqual([
      'remote',
      ['--all'],
      1,
    ]);
  });

  it('are no commands of their own where a subcommand is required', () => {
    const group = {
      name: 'remote',
      options: [{ name: '-v' }],
      subcommands: [{ name: 'add' }],
      requiresSubcommand: true,
    };
    expect(tree({ subcommands: [group] }).commands.map(({ commands }) => commands.length)).toEqual([1]);
  });

  it('leave options of the program to the owner, with a warning', () => {
    const found = tree({
      options: [
        { name: ['-C', '--chdir'], isRequired: true, args: {} },
        { name: '--quiet', isPersistent: true },
        { name: ['-h', '--help'], isPersistent: true },
      ],
      subcommands: [{ name: 'run' }],
    });
    expect(found.globals.map(({ name, required }) => [name, required])).toEqual([
      ['quiet', false],
      ['chdir', false],
    ]);
    expect(found.doubts).toEqual([
      '1 options of the program itself, such as --chdir, may have to stand before a subcommand, and here they stand behind it: name them with care',
    ]);
  });

  it('tell what was not read', () => {
    const found = tree(
      { subcommands: [{ name: 'a', unread: true }, { name: 'b' }] },
      { loadSpec: 1, generateSpec: 2, cut: 3 },
    );
    expect(found.commands.map(({ name }) => name)).toEqual(['b']);
    expect(found.doubts).toEqual([
      '1 commands are described in other specs that were not read: left out',
      '2 parts of the spec are made when it is used: what they would add is not there',
      '3 parts of the spec are too deep, too many or within themselves: left out',
    ]);
  });

  it.each([
    [{ isDangerous: true }, true],
    [{ args: { isDangerous: true } }, true],
    [{ args: { suggestions: [{ name: 'all', isDangerous: true }] } }, true],
    [{ args: { isCommand: true } }, true],
    [{ options: [{ name: '-f', isDangerous: true }] }, false],
    [{ isDangerous: 'yes' }, false],
  ])('of %j: dangerous is %j', (said, dangerous) => {
    expect(only(said).dangerous).toBe(dangerous);
  });
});

describe('the options of a Fig spec', () => {
  it.each([
    ['a switch', { name: '-q' }, [['q', '-q', 'switch', ' ', false]]],
    ['the long name', { name: ['-q', '--quiet'] }, [['quiet', '--quiet', 'switch', ' ', false]]],
    ['a count', { name: '-v', isRepeatable: true }, [['v', '-v', 'count', ' ', false]]],
    ['a value behind a long name', { name: '--to', args: {} }, [['to', '--to', 'value', ' ', false]]],
    ['a value behind a short name', { name: '-t', args: {} }, [['t', '-t', 'value', ' ', false]]],
    ['a value behind one dash', { name: '-target', args: {} }, [['target', '-target', 'value', ' ', false]]],
    ['with =', { name: '-target', args: {}, requiresSeparator: true }, [['target', '-target', 'value', '=', false]]],
    [
      'with = of old',
      { name: '-target', args: {}, requiresEquals: true },
      [['target', '-target', 'value', '=', false]],
    ],
    ['with a sign', { name: '--to', args: {}, requiresSeparator: ':' }, [['to', '--to:', 'value', '', false]]],
    ['with its = in the name', { name: '--to=' }, [['to', '--to', 'value', '=', false]]],
    ['many values', { name: '--to', args: {}, isRepeatable: 3 }, [['to', '--to', 'value', ' ', true]]],
    [
      'a value or none, where it has two names',
      { name: ['-S', '--sign'], args: { isOptional: true } },
      [
        ['sign', '-S', 'switch', ' ', false],
        ['sign-value', '--sign', 'value', '=', false],
      ],
    ],
    [
      'none, where it has one',
      { name: '--sign', args: { isOptional: true } },
      [['sign', '--sign', 'switch', ' ', false]],
    ],
    ['no pair', { name: '--pair', args: [{}, {}] }, []],
    ['no word', { name: 'if=' }, []],
    ['no two dashes', { name: '--' }, []],
    ['no other dash', { name: '–-watch' }, []],
    ['no fixed value', { name: '--prune=all' }, []],
    ['no help', { name: ['-h', '--help'] }, []],
  ])('are %s', (_what, option, expected) => {
    expect(written(option)).toEqual(expected);
  });

  it('can be said to be off where the spec shows how', () => {
    expect(flags({ name: '--[no-]color' })[0]).toMatchObject({ flag: '--color', negation: '--no-color' });
  });

  it('say in words what no schema says', () => {
    const option = { name: '--a', description: 'Does.', exclusiveOn: ['--b'], dependsOn: ['--c'], deprecated: true };
    expect(flags(option)[0]?.description).toBe('Deprecated. Does. Not together with --b. Only together with --c.');
  });

  it('are dangerous where the spec warns of them', () => {
    expect(flags({ name: '--a', isDangerous: true }, { name: '--b' }).map(({ dangerous }) => dangerous)).toEqual([
      true,
      false,
    ]);
  });

  it('of one name are one', () => {
    const read = tree({ subcommands: [{ name: 'do', options: [{ name: '-v' }, { name: '--v' }] }] }).commands[0];
    expect(read?.flags.map(({ flag }) => flag)).toEqual(['-v']);
    expect(read?.doubts).toEqual(['the option "--v" has the name of another: left out']);
  });

  it('take the sign of the whole spec', () => {
    const spec = {
      parserDirectives: { optionArgSeparators: [':'] },
      subcommands: [{ name: 'do', options: [{ name: '-to', args: {} }] }],
    };
    expect(tree(spec).commands[0]?.flags[0]).toMatchObject({ flag: '-to:', join: '' });
  });
});

describe('the values of a Fig spec', () => {
  const value = (args: object) => flags({ name: '--x', args })[0]?.value;

  it.each([
    ['words', { suggestions: ['json', { name: ['yaml', 'yml'] }] }, ['json', 'yaml', 'yml']],
    ['one word', { suggestions: ['json'] }, null],
    ['numbers', { suggestions: ['1', '10'] }, null],
    ['beginnings', { suggestions: ['json', 'template='] }, null],
    ['words and what a program finds', { suggestions: ['a', 'b'], open: true }, null],
    ['words and paths', { suggestions: ['a', 'b'], template: 'filepaths' }, null],
    ['words without what holds', { suggestions: ['a', 'b'], default: 'c' }, null],
  ])('are a closed list or not: %s', (_what, args, choices) => {
    expect(value(args)?.choices).toEqual(choices);
  });

  it.each([
    ['number', 'number'],
    ['int', 'integer'],
    ['count', 'integer'],
    ['string', 'string'],
    ['port', 'string'],
  ])('named %j are of type %j', (name, type) => {
    expect(value({ name })?.type).toBe(type);
  });

  it('of arguments are never a closed list, and say what was offered', () => {
    const arg = only({
      args: { name: 'The format', suggestions: ['a', 'b'], default: 'a', description: 'How.', template: 'folders' },
    }).args[0];
    expect(arg).toMatchObject({ name: 'the_format', required: true, value: { choices: null } });
    expect(arg?.description).toBe('How. A folder. Default: a. Such as: a, b.');
  });

  it('of arguments may be left out, and the last may be many', () => {
    const args = [{ name: 'a' }, { name: 'a', isOptional: true, isVariadic: true }];
    expect(only({ args }).args.map(({ name, required, many }) => [name, required, many])).toEqual([
      ['a', true, false],
      ['a_2', false, true],
    ]);
  });
});

describe('what is no Fig spec', () => {
  it.each([
    [{ problem: 'versions' }, 'one for each version of the program'],
    [{ problem: 'throws', message: 'boom' }, 'the file of the spec cannot be imported: boom'],
    [{ problem: 'no spec' }, 'no Fig spec as its default export'],
    [null, 'no Fig spec as its default export'],
    [{ spec: [] }, 'no Fig spec as its default export'],
  ])('is refused: %j', (document, message) => {
    expect(() => readFig(document, 'acme')).toThrow(message);
  });
});
