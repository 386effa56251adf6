import { describe, expect, it } from 'vitest';
import { readPlainWord } from './plain-word.ts';

describe('a word', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ["'a  b'", 'a  b'],
    ['"a \'b\'"', "a 'b'"],
    [String.raw`"a\"b\\c\d"`, String.raw`a"b\c\d`],
    [String.raw`a\ b\$c`, 'a b$c'],
    [`a'b'"c"`, 'abc'],
    ["''", ''],
    ['"^foo$"', '^foo$'],
    ['foo$', 'foo$'],
    ['HEAD~1', 'HEAD~1'],
    ['HEAD@{1}', 'HEAD@{1}'],
    ['{}', '{}'],
    ['a#b', 'a#b'],
    ['!', '!'],
    ['[', '['],
    ['é', 'é'],
    [String.raw`\*`, '*'],
  ])('is plain: %j', (source, value) => {
    expect(readPlainWord({ text: source, value: 'hint' })).toEqual({ kind: 'plain', source, value });
  });

  it.each([
    ['*.txt', 'glob', '*.txt'],
    ['a[bc]', 'glob', 'a[bc]'],
    ['~', 'base', '~'],
    ['~/a', 'base', '~/a'],
    ['"$HOME"/a', 'base', '~/a'],
    ['${HOME}', 'base', '~'],
    ['$PWD/a', 'base', './a'],
    ['a$HOME', 'text', 'hint'],
    ['"$USER"', 'text', 'hint'],
    ['$?', 'text', 'hint'],
    ['$((1 + 2))', 'text', 'hint'],
  ])('is %s of kind %s', (source, kind, value) => {
    expect(readPlainWord({ text: source, value: 'hint' })).toEqual({ kind, source, value });
  });

  it.each([
    '$x',
    '"$x"',
    '${HOME:-a}',
    '${!HOME}',
    '$HOMEx/..$y',
    '$(ls)',
    '`ls`',
    '"`ls`"',
    '"$(ls)"',
    '$((a))',
    '$((a[0]))',
    "$'a'",
    '$"a"',
    '{a,b}',
    '{1..2}',
    '~root',
    '~+',
    'a=~',
    'a:~',
    'a\\\nb',
    '"a\\\nb"',
    "'a",
    '"a',
    'a\\',
    '#a',
    '<(ls)',
    '@(a)',
    '!(a)',
    'a\u00a0b',
    'ls\u200b',
    '\u202e',
    'a;b',
    'a b',
    '~/*',
    '$HOME/*',
    String.raw`\**`,
    `'['*`,
    'a}b{',
  ])('stays open: %j', (source) => {
    expect(readPlainWord({ text: source, value: 'hint' }).kind).toBe('open');
  });
});
