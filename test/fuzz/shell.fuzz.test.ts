// The reading of command lines under arbitrary input, and beside bash: what is said to be plain words is what bash passes to programs. Bash runs
// in a sandbox of its own, finds no program, and tells what it would have started.
import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseShell } from '../../src/text/shell/judge/analyse-shell.ts';
import { readScript } from '../../src/text/shell/read/read-script.ts';
import { fuzz, fuzzTestMs } from './fuzz.ts';

const surroundings = { directory: '/work/app', home: '/home/user' };

const words = [
  'p',
  'q',
  'r',
  'a.txt',
  '-x',
  '--long=v',
  'a=b',
  'A=1',
  'x+=1',
  'HEAD~1',
  'HEAD@{1}',
  '{}',
  'a{b}c',
  '{a,b}',
  '{1..3}',
  'a]',
  '[',
  ']',
  '[[',
  ']]',
  "'a b'",
  '"a b"',
  "''",
  '""',
  "'a'\\''b'",
  '"a\\"b"',
  '"a\\b"',
  '"$"',
  '"a$"',
  'a\\ b',
  '\\a',
  '\\\\',
  '"\\\n"',
  'a\\\nb',
  'a\'b\'"c"',
  "$'a\\tb'",
  '$"a"',
  "'~'",
  '~',
  '~/a',
  'a=~',
  'a:~',
  '*',
  '?',
  '[a]',
  '*.c',
  '\\*',
  "'*'",
  '!',
  '!a',
  '!!',
  '^',
  '%',
  '@',
  '+',
  'a#b',
  '#',
  '#a',
  ',',
  ':',
  '$',
  '$$',
  '$?',
  '$x',
  '${x}',
  '$HOME',
  '"$HOME"',
  '${HOME}/a',
  '$PWD',
  '"$x"',
  '$(p)',
  '`p`',
  '"`p`"',
  '$((1+2))',
  '"$(p)"',
  '<(p)',
  '@(a|b)',
  '+(a)',
  'é',
  '\u00a0',
  '\u2028',
  '\u200b',
  '；',
  '\r',
  'if',
  'then',
  'else',
  'fi',
  'for',
  'in',
  'do',
  'done',
  'case',
  'esac',
  'time',
  'function',
  'select',
  'coproc',
  '{',
  '}',
  'f()',
  '()',
  'alias',
  'eval',
  'exec',
] as const;
const signs = [
  ' ',
  ' ',
  ' ',
  ' ',
  '  ',
  '\t',
  '',
  ';',
  ' ; ',
  '&&',
  ' && ',
  '||',
  '|',
  ' | ',
  '|&',
  '&',
  '\n',
  '(',
  ')',
  ' (',
  ') ',
  ' \\\n ',
  '>',
  '2>&1',
  ' >/dev/null ',
  '<',
  '<<<',
  ' <<E\n',
  '\nE\n',
  ';;',
  '((',
  '))',
];

const token = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 5, arbitrary: fc.constantFrom(...signs) },
);
const grammatical = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(''));
/** A sign more or less somewhere. */
const mutated = fc
  .tuple(
    grammatical,
    fc.nat(60),
    fc.constantFrom('', "'", '"', '\\', '$', '`', '(', ')', '{', '}', '#', '\n', ';', '=', '~', '\t', '\0', '\\\n'),
  )
  .map(([line, at, sign]) => line.slice(0, at) + sign + line.slice(at + (sign === '' ? 1 : 0)));
const lines = fc.oneof(
  { weight: 5, arbitrary: grammatical },
  { weight: 4, arbitrary: mutated },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

/** Lines that once were read in another way than bash reads them; of the last, two programs told of themselves at once. */
const corpus: readonly string[] = ['a.txt<<<<(p)p', 'p<(q)r', '$<&-x', 'p"\n"|&\\*'];

describe('a command line', () => {
  test('is analysed without a throw, at once, and twice alike', { timeout: fuzzTestMs }, async () => {
    const tried = await fuzz(
      lines,
      (line) => {
        const from = performance.now();
        const analysis = analyseShell(line, surroundings);
        expect(performance.now() - from).toBeLessThan(1_000);
        expect(analyseShell(line, surroundings)).toEqual(analysis);
      },
      { corpus, sharedBy: 2 },
    );
    expect(tried).toBeGreaterThan(1_000);
  });

  test.skipIf(!hasSandboxedBash())(
    'is read as bash reads it, where its words are said to be plain (skipped without bubblewrap and bash)',
    { timeout: fuzzTestMs },
    async () => {
      let compared = 0;
      await fuzz(
        fc.array(lines, { minLength: 200, maxLength: 400 }),
        (batch) => {
          const plain = batch.filter(isAllPlain);
          compared += plain.length;
          const started = startedByBash(plain);
          for (const [index, line] of plain.entries()) {
            const expected = readScript(line).commands.map(({ words: read }) => read.map(({ value }) => value));
            for (const argv of started.get(index) ?? [])
              expect({ line, read: expected }).toEqual({ line, read: expect.arrayContaining([argv]) });
          }
        },
        { corpus: [[...corpus]], sharedBy: 2 },
      );
      expect(compared).toBeGreaterThan(500);
    },
  );
});

/** Nothing is open or unclear: we claim to know every word that any program gets. */
function isAllPlain(line: string): boolean {
  const { commands, redirects, doubts } = readScript(line);
  if (doubts.length + redirects.length > 0 || line.includes('\0')) return false;
  return commands.every(
    (command) =>
      !runsItsWords.has(command.words[0]?.value ?? '') &&
      command.words.every(({ kind }) => kind === 'plain') &&
      command.assignments.every(({ value }) => value !== null) &&
      command.redirects.every(({ operator, target }) => target !== null && /^(?:>&|<&|<<<)$/.test(operator)),
  );
}

/** What these start is named by their arguments, or by a text that is read once more. */
const runsItsWords = new Set(['eval', 'exec']);

const sandbox = [
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--remount-ro',
  '/proc',
  '--tmpfs',
  '/tmp',
  '--chdir',
  '/tmp',
  '--unshare-all',
  '--die-with-parent',
  '--clearenv',
  '--setenv',
  'PATH',
  '/nonexistent',
  '--setenv',
  'HOME',
  '/home/user',
  '--setenv',
  'LANG',
  'C.UTF-8',
  '/bin/bash',
  '--noprofile',
  '--norc',
  '-s',
];

/** Told in one piece, as bash writes what holds no end of a line: programs that run at once would else write between each other's lines. */
const telling = [
  "exec 9>&1 1>/dev/null 2>/dev/null; told_b='\\'; told_bb='\\\\'; told_n=$'\\n'; told_bn='\\n'",
  'command_not_found_handle() {',
  '  set -- "${@//"$told_b"/"$told_bb"}"; set -- "${@//"$told_n"/"$told_bn"}"',
  '  printf \'%s\\0\' "$line" "$#" "$@" >&9',
  '}',
];
const untold = (text: string) => text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** By the index of the line: name and arguments of each program that bash would have started. */
function startedByBash(batch: readonly string[]): ReadonlyMap<number, readonly (readonly string[])[]> {
  const started = new Map<number, (readonly string[])[]>();
  const script = [
    ...telling,
    ...batch.map((line, index) => `line=${index}; ( eval '${line.replaceAll("'", String.raw`'\''`)}' ) </dev/null`),
  ].join('\n');
  const { stdout } = spawnSync('bwrap', sandbox, { input: script, timeout: 20_000, maxBuffer: 64 * 1024 * 1024 });
  const fields = stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < fields.length;) {
    const index = Number(fields[at]);
    const count = Number(fields[at + 1]);
    started.set(index, [...(started.get(index) ?? []), fields.slice(at + 2, at + 2 + count).map(untold)]);
    at += 2 + count;
  }
  return started;
}

function hasSandboxedBash(): boolean {
  try {
    const told = execFileSync('bwrap', sandbox, { input: 'printf yes', stdio: ['pipe', 'pipe', 'ignore'] });
    return told.toString() === 'yes';
  } catch {
    return false;
  }
}
