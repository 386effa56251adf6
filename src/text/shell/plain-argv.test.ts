import { expect, it } from 'vitest';
import { plainArgv } from './plain-argv.ts';

it.each([
  ['npm test', ['npm', 'test']],
  ["  git commit -m 'a  b'  # why", ['git', 'commit', '-m', 'a  b']],
  ['rg -n "foo bar" src', ['rg', '-n', 'foo bar', 'src']],
  [`a ''`, ['a', '']],
  ['./x --a=b', ['./x', '--a=b']],
])('is given for a line that uses nothing of the shell: %j', (line, argv) => {
  expect(plainArgv(line)).toEqual(argv);
});

it.each([
  '',
  ' ',
  '#a',
  'a; b',
  'a && b',
  'a | b',
  'a &',
  'a > b',
  'a 2>&1',
  'a < b',
  'a <<< b',
  'A=1 a',
  'A=1',
  '(a)',
  '{ a; }',
  '! a',
  'time a',
  'if a; then b; fi',
  'for x in 1; do a; done',
  'f() { a; }',
  'a $x',
  'a "$x"',
  'a *',
  'a ~',
  'a ~/b',
  'a {b,c}',
  'a $(b)',
  '`a`',
  "a $'b'",
  'a\nb',
  'cd x',
  'echo x',
  'test -f x',
  '[ -f x ]',
  'exit 1',
  '. x',
  'export A=1',
  'kill 1',
  'true',
  'type a',
  '"" a',
  'a "',
  'a \\',
  'a\r',
  'a\0b',
  '[[ a ]]',
])('is none where the shell has a part in it: %j', (line) => {
  expect(plainArgv(line)).toBeNull();
});
