import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fiskVectors } from '../../scripts/vectors/fisk.ts';
import { meantBy, readWords, rulesOf } from '../../scripts/vectors/fisk/document-rules.ts';

async function judge(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'fisk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.json'), text);
  return fiskVectors(join(folder, 'a.json'));
}

test('says how many tools there are and what was left out', async () => {
  const results = await judge(JSON.stringify({ name: 'a', commands: [{ name: 'b' }, { name: 'c', hidden: true }, 5] }));
  expect(results.every(({ passed }) => passed)).toBe(true);
  expect(results[0]?.told).toMatch(/^1 tools\n.*\n.*: its command 3 has no name.*\nHidden by the program, .*: "c"\.$/s);
});

test('a tool that no arguments fit is a failure', async () => {
  const schema = { properties: { x: { type: 'string', enum: [1] } } };
  const args = [{ name: 'x', required: true }];
  const results = await judge(JSON.stringify({ name: 'a', commands: [{ name: 'b', args, schema }] }));
  expect(results.map(({ passed, got }) => [passed, got])).toEqual([
    [true, 'it is so'],
    [false, 'of 400 arguments only 0 fit its schema'],
  ]);
});

test.each([
  ['{', 'cannot be read'],
  ['[]', 'holds no JSON object'],
  ['{}', 'no document of a fisk application: it has no name'],
])('%s is no document', async (text, message) => {
  await expect(judge(text)).rejects.toThrow(message);
});

const document = {
  flags: [{ name: 'trace', boolean: true, negatable: true }],
  commands: [
    {
      name: 'do',
      flags: [
        { name: 'level' },
        { name: 'tag', cumulative: true },
        { name: 'no-select', boolean: true },
        { name: 'verbose', boolean: true, cumulative: true },
      ],
      args: [
        { name: 'level', default: ['a'] },
        { name: 'files', cumulative: true },
      ],
    },
  ],
};
const rules = rulesOf(document, ['do']);

test('the rules of a document read words as the program does', () => {
  const words = [
    '--no-trace',
    '--level=-x=1',
    '--tag=a',
    '--tag=',
    '--no-select',
    '--verbose',
    '--verbose',
    '--',
    'b',
    '-c',
    '--',
  ];
  expect([...readWords(words, rules)]).toEqual([
    ['flag level', ['-x=1']],
    ['flag tag', ['a', '']],
    ['flag no-select', ['true']],
    ['flag verbose', ['true', 'true']],
    ['argument level', ['b']],
    ['argument files', ['-c', '--']],
  ]);
  const args = { level: 'b', level_flag: '-x=1', tag: ['a', ''], 'no-select': true, verbose: 2, files: ['-c', '--'] };
  expect(meantBy(args, rules)).toEqual(readWords(words, rules));
  expect(meantBy({ level: 'a', verbose: 0, 'no-select': false, trace: false, tag: [] }, rules)).toEqual(new Map());
});

test.each([
  [['--nope']],
  [['--level']],
  [['--trace=false']],
  [['--level=a', '--level=b']],
  [['a']],
  [['-l=a']],
  [['--no-level']],
])('and refuse %j', (words) => {
  expect(() => readWords(words, rules)).toThrow();
});
