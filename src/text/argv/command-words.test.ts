import { describe, expect, it } from 'vitest';
import { rawNumber, type JsonObject } from '../json/json-value.ts';
import { parseJson } from '../json/lossless-json.ts';
import type { ArgvArgument, ArgvFlag, ArgvShape } from './argv-shape.ts';
import { commandWords } from './command-words.ts';

function flag(property: string, more: Partial<ArgvFlag> = {}): ArgvFlag {
  return { property, flag: `--${property}`, kind: 'value', negation: null, isOn: false, join: '=', ...more };
}

function arg(property: string, more: Partial<ArgvArgument> = {}): ArgvArgument {
  return { property, fallback: [], many: false, ...more };
}

function shape(more: Partial<ArgvShape> = {}): ArgvShape {
  return { words: ['app', 'do'], flags: [], args: [], separates: true, ...more };
}

const doing = shape({
  flags: [
    flag('level'),
    flag('count'),
    flag('force', { kind: 'switch', negation: '--no-force' }),
    flag('yes', { kind: 'switch' }),
    flag('color', { kind: 'switch', isOn: true }),
    flag('verbose', { kind: 'count', flag: '-v' }),
    flag('tag'),
    flag('label', { kind: 'map' }),
  ],
  args: [arg('subject'), arg('body')],
});

/** The words behind the path of the command, or what is wrong. */
function said(given: JsonObject, of: ArgvShape = doing): readonly string[] | string {
  const argv = commandWords(of, given);
  return argv.ok ? argv.words.slice(of.words.length) : argv.problem.message;
}

describe('the words of a command', () => {
  it('begin with the program and the path, and are no more where nothing is given', () => {
    expect(commandWords(doing, {})).toEqual({ ok: true, words: ['app', 'do'] });
  });

  it.each<[JsonObject, readonly string[]]>([
    [
      { body: 'world', subject: 'hello', count: 3, level: 'info' },
      ['--level=info', '--count=3', '--', 'hello', 'world'],
    ],
    [{ count: rawNumber('9007199254740993') }, ['--count=9007199254740993']],
    [{ count: rawNumber('1.50000000000000000000001') }, ['--count=1.50000000000000000000001']],
    [{ count: -0 }, ['--count=-0']],
    [{ count: 1e23 }, ['--count=100000000000000000000000']],
    [{ count: -1.5e21 }, ['--count=-1500000000000000000000']],
    [{ count: 1e-7 }, ['--count=1e-7']],
    [{ level: 'a b=c' }, ['--level=a b=c']],
    [{ level: '-x' }, ['--level=-x']],
    [{ level: '@/etc/passwd' }, ['--level=@/etc/passwd']],
    [{ level: '' }, ['--level=']],
    [{ level: null }, ['--level=']],
    [{ level: true }, ['--level=true']],
    [{ force: true }, ['--force']],
    [{ force: false }, ['--no-force']],
    [{ yes: true }, ['--yes']],
    [{ yes: false }, []],
    [{ color: true }, ['--color']],
    [{ verbose: 3 }, ['-v', '-v', '-v']],
    [{ verbose: 0 }, []],
    [{ verbose: true }, ['-v']],
    [{ verbose: false }, []],
    [{ tag: ['a', 1, false, null] }, ['--tag=a', '--tag=1', '--tag=false', '--tag=']],
    [{ tag: [] }, []],
    [{ label: { b: 2, a: 1, B: 'x=y' } }, ['--label=B=x=y', '--label=a=1', '--label=b=2']],
    [{ label: {} }, []],
    [{ subject: '-x' }, ['--', '-x']],
    [{ subject: '--' }, ['--', '--']],
    [{ subject: '@/etc/passwd' }, ['--', '@/etc/passwd']],
    [{ subject: '' }, ['--', '']],
    [{ subject: null }, ['--', '']],
    [{ subject: 'zwei\nZeilen ü' }, ['--', 'zwei\nZeilen ü']],
  ])('of %j are %j', (given, words) => {
    expect(said(given)).toEqual(words);
  });

  it('keep the text of a number that stood in JSON', () => {
    const parsed = parseJson('{"count": 12345678901234567890123}');
    expect(parsed.ok && said(parsed.value as JsonObject)).toEqual(['--count=12345678901234567890123']);
  });

  it.each<[JsonObject, string]>([
    [{ nope: 1 }, 'unknown property "nope"'],
    [{ toString: 1 }, 'unknown property "toString"'],
    [{ '--level': 'x' }, 'unknown property "--level"'],
    [{ 'no-force': true }, 'unknown property "no-force"'],
    [{ force: 'true' }, 'flag "force": expected boolean, got string'],
    [{ force: 1 }, 'flag "force": expected boolean, got number'],
    [{ force: rawNumber('9007199254740993') }, 'flag "force": expected boolean, got number'],
    [{ force: [true] }, 'flag "force": expected boolean, got array'],
    [{ force: {} }, 'flag "force": expected boolean, got object'],
    [{ yes: null }, 'flag "yes": expected boolean, got null'],
    [{ color: false }, 'flag "color": cannot be set to false: the flag has no negation and defaults to true'],
    [{ verbose: 'v' }, 'flag "verbose": expected boolean or a whole number, got string'],
    [{ verbose: -1 }, 'flag "verbose": cannot be given -1 times'],
    [{ verbose: 1.5 }, 'flag "verbose": cannot be given 1.5 times'],
    [{ verbose: 1e9 }, 'flag "verbose": cannot be given 1000000000 times'],
    [{ tag: [['a']] }, 'flag "tag": unsupported value type: a list or an object inside of one'],
    [{ label: { a: {} } }, 'flag "label": unsupported value type: a list or an object inside of one'],
    [{ label: { 'a=b': 'c' } }, 'flag "label": a key with "=" in it cannot be said: "a=b"'],
    [{ level: 'a\0b' }, 'flag "level": holds a NUL, which no argument of a program can'],
    [{ label: { 'a\0': 'b' } }, 'flag "label": holds a NUL, which no argument of a program can'],
    [{ subject: 'a\0' }, 'argument "subject": holds a NUL, which no argument of a program can'],
    [{ subject: ['a', 'b'] }, 'argument "subject": unsupported value type: expected one value, got array'],
    [{ body: 'x' }, 'argument "subject" must be set because a later argument is set'],
  ])('refuse %j: %s', (given, message) => {
    expect(said(given)).toBe(message);
  });

  it('know a property by its own name only, also one of every object', () => {
    const hostile = shape({ flags: [flag('__proto__'), flag('constructor', { kind: 'switch' })] });
    expect(said({}, hostile)).toEqual([]);
    expect(said(JSON.parse('{"__proto__": "x", "constructor": true}'), hostile)).toEqual([
      '--__proto__=x',
      '--constructor',
    ]);
  });

  it('say an argument and a flag of one name apart', () => {
    const copy = shape({ flags: [flag('source_flag', { flag: '--source' })], args: [arg('source')] });
    expect(said({ source: 'A', source_flag: ['B', 'C'] }, copy)).toEqual(['--source=B', '--source=C', '--', 'A']);
  });
});

describe('positionals', () => {
  it.each<[JsonObject, readonly string[]]>([
    [{ files: ['f1', 'f2'] }, ['--', 'here', 'f1', 'f2']],
    [{ files: [], at: 'x' }, ['--', 'x']],
    [{ files: [] }, []],
    [{ files: 'f1' }, ['--', 'here', 'f1']],
    [{ files: [''] }, ['--', 'here', '']],
    [{ files: { b: 1, a: 2 } }, ['--', 'here', 'a=2', 'b=1']],
  ])('of %j fill what was left out before the last: %j', (given, words) => {
    const many = shape({ args: [arg('at', { fallback: ['here'] }), arg('files', { many: true })] });
    expect(said(given, many)).toEqual(words);
  });

  it('give all values of a default', () => {
    const two = shape({ args: [arg('first', { fallback: ['a', 'b'] }), arg('last')] });
    expect(said({ last: 'c' }, two)).toEqual(['--', 'a', 'b', 'c']);
  });

  it('are refused where one before the last takes many', () => {
    const wrong = shape({ args: [arg('files', { many: true }), arg('to')] });
    expect(said({ files: ['a'], to: 'b' }, wrong)).toBe('argument "files" takes many values and is not the last');
  });
});

describe('a program that takes no `--`', () => {
  const bare = shape({
    separates: false,
    flags: [flag('name', { join: ' ' }), flag('lines', { flag: '-n', join: '' })],
    args: [arg('at', { fallback: ['-'] }), arg('file')],
  });

  it('is given its positionals as they are, and values as words of their own', () => {
    expect(said({ name: 'a b', lines: 5, at: 'x', file: '' }, bare)).toEqual(['--name', 'a b', '-n5', 'x', '']);
    expect(said({ name: '', lines: '-5' }, bare)).toEqual(['--name', '', '-n-5']);
  });

  it.each<[JsonObject, RegExp]>([
    [{ at: '-rf' }, /^argument "at": a value that begins with "-" would be read as a flag: "-rf", as the program does/],
    [{ at: '@file' }, /^argument "at": a value that begins with "@" could be read as the name of a file/],
    [{ file: 'x' }, /^argument "at": a value that begins with "-"/],
    [{ name: '-x' }, /^flag "name": a value that begins with "-" would be read as a flag: "-x"$/],
    [{ name: ['a', '@x'] }, /^flag "name": a value that begins with "@"/],
    [{ lines: '' }, /^flag "lines": .* an empty value would take the next word$/],
    [{ lines: '=5' }, /^flag "lines": .* the "=" would be read/],
  ])('refuses %j', (given, message) => {
    expect(said(given, bare)).toMatch(message);
  });

  it('is no safer for a value of its own word where others stand behind `--`', () => {
    expect(said({ name: '-x' }, { ...bare, separates: true })).toMatch(/would be read as a flag/);
  });

  it('shows no more than the start of a long value', () => {
    expect(said({ at: `-${'x'.repeat(10_000)}` }, bare).length).toBeLessThan(300);
  });
});
