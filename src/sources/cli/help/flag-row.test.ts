import { describe, expect, it } from 'vitest';
import { readFlagRow } from './flag-row.ts';

describe('a row of flags', () => {
  it.each([
    ['-x', ['-x'], 'none', '', ''],
    ['-q, --quiet  Be quiet', ['-q', '--quiet'], 'none', '', 'Be quiet'],
    [
      '-A, --catenate, --concatenate   append tar files',
      ['-A', '--catenate', '--concatenate'],
      'none',
      '',
      'append tar files',
    ],
    ['-f, --file=ARCHIVE         use archive file', ['-f', '--file'], 'required', 'ARCHIVE', 'use archive file'],
    ['-C, --directory=DIR  change', ['-C', '--directory'], 'required', 'DIR', 'change'],
    ['--color[=WHEN]       color the output', ['--color'], 'optional', 'WHEN', 'color the output'],
    ['-S, --[no-]gpg-sign[=<key-id>]', ['-S', '--gpg-sign'], 'optional', '<key-id>', ''],
    ['-m, --[no-]message <message>', ['-m', '--message'], 'required', '<message>', ''],
    ['-o OUT, --output OUT  where', ['-o', '--output'], 'required', 'OUT', 'where'],
    ['--mode {a,b,c}        which', ['--mode'], 'required', '{a,b,c}', 'which'],
    ['-j, --jobs <N>        Number [default: 1]', ['-j', '--jobs'], 'required', '<N>', 'Number [default: 1]'],
    ['-e PATTERN, --regexp=PATTERN', ['-e', '--regexp'], 'required', 'PATTERN', ''],
    ['--add-host list       Add a host', ['--add-host'], 'required', 'list', 'Add a host'],
    ['--pull string[="always"]   Pull', ['--pull'], 'optional', 'string[="always"]', 'Pull'],
    ['--config <path> Use it', ['--config'], 'required', '<path>', 'Use it'],
    ['-c, --check  syntax check', ['-c', '--check'], 'none', '', 'syntax check'],
    ['--conditions=...  further', ['--conditions'], 'required', '...', 'further'],
    ['-S|--save', ['-S', '--save'], 'none', '', ''],
    ['-verbose  one dash', ['-verbose'], 'none', '', 'one dash'],
    ['--no-pager', ['--no-pager'], 'none', '', ''],
    ['-i, --interactive: Ask first', ['-i', '--interactive'], 'none', '', 'Ask first'],
    ['-., --hidden', ['-.', '--hidden'], 'none', '', ''],
    ['--color[=WHEN],', ['--color'], 'optional', 'WHEN', ''],
    ['--x a word that goes on', ['--x'], 'none', '', 'a word that goes on'],
  ])('is read: %s', (line, names, value, placeholder, text) => {
    expect(readFlagRow(line)).toMatchObject({ names, value, placeholder, text });
  });

  it.each([
    ['-f, --filename=[]:', '[]'],
    ['--all=false:', 'false'],
    ["-o, --output='':", "''"],
    ["--x='a b': text", "'a b'"],
  ])('shows what holds without it: %s', (line, placeholder) => {
    expect(readFlagRow(line)).toMatchObject({ isDefault: true, placeholder, value: 'required' });
  });

  it.each([['plain words'], ['-'], ['--'], ['---'], ['- item'], ['-x;rm'], ['-‮x'], ['']])('is none: %j', (line) => {
    expect(readFlagRow(line)).toBeNull();
  });

  it('shows whether it can be said to be off', () => {
    expect(readFlagRow('--[no-]color  Colour')?.negatable).toBe(true);
    expect(readFlagRow('--color  Colour')?.negatable).toBe(false);
  });

  it('is read in no time, whatever it is', () => {
    for (const part of ['-x, ', '--a[', '--a <', '--a=', "--a='", '-a|', '--a {']) {
      const started = performance.now();
      readFlagRow(part.repeat(10_000));
      expect(performance.now() - started).toBeLessThan(500);
    }
  });
});
