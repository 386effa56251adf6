import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine, lineWords, quoteWord } from './command-line.ts';

const bash = 'bash';

describe('a command line of words', () => {
  it.each([
    [['git', 'log', '--oneline'], 'git log --oneline'],
    [['codex', 'exec', 'mend the bug; rm -rf /'], "codex exec 'mend the bug; rm -rf /'"],
    [['a', "it's"], String.raw`a 'it'\''s'`],
    [['a', ''], "a ''"],
    [['A=b', 'c=d'], "'A=b' 'c=d'"],
    [['if', 'if'], "'if' if"],
    [['~/x', '{a,b}', '*', '!', '#'], "'~/x' '{a,b}' '*' '!' '#'"],
  ])('of %j is %s', (words, line) => {
    expect(commandLine(words)).toBe(line);
  });

  it('gives a shell the same words back', () => {
    const word = fc.string({ unit: fc.constantFrom(...`ab '"\\$\`!*?[]{}~#;&|<>()=\n\té😀-`), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const line = `printf '%s\\0' ${words.map(quoteWord).join(' ')}`;
        const read = execFileSync(bash, ['--norc', '-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1);
        expect(read).toEqual(words);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the words of a line with arguments', () => {
  const words = ['git', { pointer: '/args' }, { pointer: '/prompt' }];
  it.each([
    [{ args: ['log', '-1'], prompt: 'x y' }, ['git', 'log', '-1', 'x y']],
    [{ prompt: '' }, ['git', '']],
    [{ args: null, prompt: 'x' }, ['git', 'x']],
    [{ args: ['a', 1], prompt: 'x' }, null],
    [{ args: [['a']], prompt: 'x' }, null],
    [{ prompt: { a: 'b' } }, null],
  ])('of %j are %j', (args, expected) => {
    expect(lineWords(words, args)).toEqual(expected);
  });
});
