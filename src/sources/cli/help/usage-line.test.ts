import { describe, expect, it } from 'vitest';
import { usagePositionals } from './usage-line.ts';

const read = (line: string, ...path: string[]) =>
  usagePositionals(line, ['p', ...path])?.map(
    ({ name, required, many }) => `${required ? '<' : '['}${name}${many ? '…' : ''}`,
  );

describe('a usage line', () => {
  it.each([
    ['p run [OPTIONS] IMAGE [COMMAND] [ARG...]', ['<IMAGE', '[COMMAND', '[ARG…']],
    ['p run [flags]', []],
    ['p run [options] [--] [<pathspec>...]', ['[pathspec…']],
    ['p run [-q | --quiet] [--template=<dir>] [<directory>]', ['[directory']],
    ['p run [OPTION]... PATTERNS [FILE]...', ['<PATTERNS', '[FILE…']],
    ['p run [<number> | <url> | <branch>] [flags]', ['[number']],
    ['p run <file>...', ['<file…']],
    ['p run [ script.js ] [ arguments ]', ['[script.js', '[arguments']],
    ['/usr/bin/p-2 run FILE …', ['<FILE…']],
  ])('has what stands behind the command: %s', (line, expected) => {
    expect(read(line, 'run')).toEqual(expected);
  });

  it.each([
    ['p run (NAME | ID)'],
    ['p run NAME | ID'],
    ['p run -f <file> NAME'],
    ['p run NAME... DIRECTORY'],
    ['p run sub [flags]'],
    ['p run [unclosed'],
    ['p run closed]'],
    ['p run SOURCE [-l label | NAME'],
  ])('is no plain list: %s', (line) => {
    expect(read(line, 'run')).toBeUndefined();
  });
});
