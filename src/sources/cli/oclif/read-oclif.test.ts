import { describe, expect, it } from 'vitest';
import type { TreeCommand } from '../command-tree.ts';
import { readOclif } from './read-oclif.ts';

const packageJson = {
  name: '@acme/cli',
  version: '3.1.0',
  description: 'Runs acme.',
  oclif: { bin: 'acme', topicSeparator: ' ' },
};

function command(rest: object, settings: object = packageJson): TreeCommand {
  const tree = readOclif({ commands: { 'app:logs': { id: 'app:logs', ...rest } } }, settings);
  const found = tree.commands[0]?.commands[0] ?? tree.commands[0];
  if (found === undefined) throw new Error('no command');
  return found;
}

function flag(rest: object) {
  return command({ flags: { level: { name: 'level', type: 'option', ...rest } } }).flags[0];
}

describe('the commands of an oclif program', () => {
  it('says whose they are, and how sure it is', () => {
    expect(readOclif({ commands: {} }, packageJson)).toMatchObject({
      name: 'acme',
      help: 'Runs acme.',
      version: '3.1.0',
      kind: 'oclif',
      confidence: 'certain',
      separates: true,
      root: null,
      commands: [],
    });
  });

  it.each([
    [' ', [['app', ['logs']]]],
    [':', [['app:logs', []]]],
    [undefined, [['app:logs', []]]],
  ])('are words or one word, as the separator %j between topics says', (topicSeparator, expected) => {
    const tree = readOclif({ commands: { 'app:logs': {} } }, { oclif: { bin: 'acme', topicSeparator } });
    expect(tree.commands.map(({ name, commands }) => [name, commands.map((each) => each.name)])).toEqual(expected);
  });

  it('that have others below them keep their flags for themselves', () => {
    const flags = { app: { type: 'option' } };
    const tree = readOclif({ commands: { app: { flags }, 'app:logs': {} } }, packageJson);
    expect(tree.commands.map(({ name, flags: own, commands }) => [name, own.length, commands.length])).toEqual([
      ['app', 1, 0],
      ['app', 0, 1],
    ]);
  });

  it('have the values of the program in their texts, and run no other template', () => {
    const said = {
      summary: '<%= config.bin %> <%= command.id %>, <%- config.version %>',
      description: '<%= process.exit(1) %>',
    };
    expect(command(said)).toMatchObject({ help: 'acme app:logs, 3.1.0', helpLong: '<%= process.exit(1) %>' });
  });

  it('say where they are deprecated, hidden or unfinished', () => {
    expect(command({ summary: 'Old.', state: 'deprecated', deprecationOptions: { to: 'app tail' } }).help).toBe(
      'Deprecated: use app tail instead. Old.',
    );
    expect(command({ summary: 'New.', state: 'beta' }).help).toBe('(beta) New.');
    expect(command({ hidden: true }).hidden).toBe(true);
  });

  it('have the aliases that stand in their own place', () => {
    expect(command({ aliases: ['app:log', 'logs', 'app:bad word'] }).aliases).toEqual(['log']);
    expect(command({ aliases: ['logs'] }, { oclif: { bin: 'acme' } }).aliases).toEqual(['logs']);
  });

  it('are left out where nothing parts their flags from their arguments', () => {
    const tree = readOclif({ commands: { run: { '--': false } } }, packageJson);
    expect(tree.commands).toEqual([]);
    expect(tree.doubts).toEqual([
      'the command "run" takes "--" as an argument, so nothing parts flags from arguments: left out',
    ]);
  });
});

describe('the flags of an oclif command', () => {
  it.each([
    ['a switch', { type: 'boolean' }, { kind: 'switch', negation: null, flag: '--level', join: '=' }],
    ['a switch that can be off', { type: 'boolean', allowNo: true }, { kind: 'switch', negation: '--no-level' }],
    ['a switch that is on', { type: 'boolean', default: true }, { kind: 'switch', fallback: ['true'] }],
    ['a value', {}, { kind: 'value', many: false, value: { type: 'string', choices: null, schema: null } }],
    ['many values', { multiple: true }, { kind: 'value', many: true }],
    ['one of some', { options: ['a', 'b'] }, { value: { type: 'string', choices: ['a', 'b'], schema: null } }],
    ['a number', { default: 5 }, { value: { type: 'number', choices: null, schema: null }, fallback: ['5'] }],
    ['required, or in a variable', { required: true, env: 'ACME_LEVEL' }, { required: true, env: 'ACME_LEVEL' }],
    ['hidden', { hidden: true }, { hidden: true }],
    ['a default that is a program', { default: { a: 1 } }, { fallback: [] }],
    ['in conflict', { exclusive: ['x'] }, { description: 'Not together with --x.' }],
    ['in need of others', { dependsOn: ['x', 'y'] }, { description: 'Only together with --x, --y.' }],
    ['one of several', { exactlyOne: ['level', 'x'] }, { description: 'Exactly one of --level, --x.' }],
    [
      'in a relationship',
      {
        relationships: [
          { type: 'none', flags: ['x', { name: 'y', when: {} }] },
          { type: 'odd', flags: ['z'] },
        ],
      },
      { description: 'Not together with --x, --y.' },
    ],
    [
      'deprecated',
      { deprecated: { to: 'depth' }, summary: 'How.' },
      { description: 'Deprecated: use depth instead. How.' },
    ],
    ['cut', { multiple: true, delimiter: ',' }, { description: 'A value is cut at each ",".' }],
  ])('are %s', (_what, said, expected) => {
    expect(flag(said)).toMatchObject(expected);
  });

  it('are left out and told where they cannot be said', () => {
    const flags = {
      'a b': { type: 'boolean' },
      'x=y': { type: 'option' },
      odd: { type: 'magic' },
      in: { type: 'option', allowStdin: 'only' },
    };
    const read = command({ flags });
    expect(read.flags).toEqual([]);
    expect(read.doubts).toHaveLength(4);
  });
});

describe('the arguments of an oclif command', () => {
  const named = (rest: object) => command(rest).args.map(({ name, many, required }) => [name, many, required]);

  it('keep their order, in either form of the manifest', () => {
    expect(named({ args: { app: { required: true }, path: {} } })).toEqual([
      ['app', false, true],
      ['path', false, false],
    ]);
    expect(named({ args: [{ name: 'app', required: true }, { name: 'path' }] })).toEqual([
      ['app', false, true],
      ['path', false, false],
    ]);
  });

  it('may go on freely where the command is not strict', () => {
    expect(named({ args: { app: {} }, strict: false })).toEqual([
      ['app', false, false],
      ['args', true, false],
    ]);
    expect(named({ args: { args: {} }, strict: false }).at(-1)).toEqual(['further', true, false]);
    expect(named({ args: { files: { multiple: true } }, strict: false })).toEqual([['files', true, false]]);
  });

  it('that take many are given one where they are not the last', () => {
    const read = command({ args: { from: { multiple: true }, to: {} } });
    expect(read.args.map(({ many }) => many)).toEqual([false, false]);
    expect(read.doubts).toEqual(['the argument "from" takes many values and is not the last: only one can be given']);
  });
});

describe('a manifest that is none', () => {
  it.each([[null], ['{}'], [[]], [{}], [{ commands: [] }], [{ commands: 'x' }]])('is refused: %j', (manifest) => {
    expect(() => readOclif(manifest, packageJson)).toThrow(
      'oclif.manifest.json has no member "commands" that is an object',
    );
  });
});
