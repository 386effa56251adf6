import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine, quoteWord } from './command-line.ts';

const bash = 'bash';
const signs = 'ab \'"\\$`!*?[]{}~#;&|<>()=\n\té-'.split('').concat('😀');

describe('a command line of words', () => {
  it.each([
    [['git', 'log', '--oneline'], 'git log --oneline'],
    [['codex', 'exec', 'mend the bug; rm -rf /'], "codex exec 'mend the bug; rm -rf /'"],
    [['a', "it's"], String.raw`a 'it'\''s'`],
    [['a', ''], "a ''"],
    [['A=b', 'c=d'], "'A=b' c=d"],
    [['if', 'if'], "'if' if"],
    [['~/x', '{a,b}', '*', '!', '#'], "'~/x' '{a,b}' '*' '!' '#'"],
  ])('of %j is %s', (words, line) => {
    expect(commandLine(words)).toBe(line);
  });

  it('gives a shell the same words back', () => {
    const word = fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 });
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
