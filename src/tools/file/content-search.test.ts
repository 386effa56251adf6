import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contentSearch } from './content-search.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
  world.write('src/a.ts', 'const one = 1;\nconst two = 2;\n// end\nconst three = 3;\n');
  world.write('src/b.ts', 'ONE\r\nfoo(bar)\r\n');
  world.write('docs/x.md', 'one of them\n');
});
afterEach(() => world.close());

async function search(pattern: string, more: object = {}): Promise<readonly string[]> {
  return (await world.text(contentSearch, { pattern, ...more })).split('\n');
}

describe('content_search', () => {
  it('shows path, line number and line, sorted by path', async () => {
    expect(await search('\\bone\\b')).toEqual(['docs/x.md:1: one of them', 'src/a.ts:1: const one = 1;']);
  });

  it.each([
    ['ONE', { ignore_case: true, path: 'src' }, ['src/a.ts:1: const one = 1;', 'src/b.ts:1: ONE']],
    ['foo(bar)', { regex: false }, ['src/b.ts:2: foo(bar)']],
    ['foo\\(bar\\)$', {}, ['src/b.ts:2: foo(bar)']],
    ['one', { glob: '*.md' }, ['docs/x.md:1: one of them']],
    [
      'const',
      { glob: 'src/**', max_results: 1 },
      ['src/a.ts:1: const one = 1;', '[1 of 3 matching lines, in 1 files. Narrow pattern, path or glob.]'],
    ],
    ['one', { path: 'src/a.ts' }, ['src/a.ts:1: const one = 1;']],
    ['-one', {}, ['[No line matches -one in ..]']],
    ['--pre=id', { glob: '--pre=id' }, ['[No line matches --pre=id in . (files --pre=id).]']],
  ])('finds %s with %j', async (pattern, more, lines) => {
    expect(await search(pattern, more)).toEqual(lines);
  });

  it('shows the lines around a match, and where lines are left out', async () => {
    world.write('long.txt', Array.from({ length: 20 }, (_, index) => `row ${index + 1}`).join('\n'));
    expect(await search('row (3|4|12)$', { path: 'long.txt', context: 1 })).toEqual([
      'long.txt-2- row 2',
      'long.txt:3: row 3',
      'long.txt:4: row 4',
      'long.txt-5- row 5',
      '--',
      'long.txt-11- row 11',
      'long.txt:12: row 12',
      'long.txt-13- row 13',
    ]);
  });

  it('shows nothing of protected files, links, binary files, .git and ignored files', async () => {
    for (const path of ['.env', 'server.pem', '.ssh/config', '.git/config', 'ignored/x.txt', 'new\nline.txt'])
      world.write(path, 'needle');
    world.write('binary', 'needle\0needle');
    world.write('.gitignore', 'ignored');
    world.write('plain.txt', 'needle');
    writeFileSync(join(world.folder, 'outside.txt'), 'needle');
    symlinkSync(join(world.folder, 'outside.txt'), world.at('link.txt'));
    expect(await search('needle')).toEqual(['plain.txt:1: needle']);
    expect(await search('needle', { glob: '**' })).toEqual(['plain.txt:1: needle']);
    expect(await search('needle', { include_ignored: true })).toEqual([
      'ignored/x.txt:1: needle',
      'plain.txt:1: needle',
    ]);
    expect((await world.run(contentSearch, { pattern: 'needle' })).structured).toMatchObject({ total: 1, files: 1 });
  });

  it('obeys no configuration of the person', async () => {
    writeFileSync(join(world.folder, 'rc'), '--ignore-case\n--pre=/bin/false\n');
    vi.stubEnv('RIPGREP_CONFIG_PATH', join(world.folder, 'rc'));
    expect(await search('ONE')).toEqual(['src/b.ts:1: ONE']);
  });

  it('cuts long lines', async () => {
    world.write('min.js', `needle${'x'.repeat(100_000)}`);
    const [line = ''] = await search('needle');
    expect(line.length).toBeLessThan(500);
    expect(line).toMatch(/omitted end of long line/);
  });

  it('tells the true total of more than it reads', async () => {
    const row = `${'needle '.repeat(40)}\n`;
    world.write('a/big.txt', row.repeat(60_000));
    world.write('a/.env', row.repeat(1_000));
    world.write('b.txt', row);
    const { structured } = await world.run(contentSearch, { pattern: 'needle', max_results: 2 });
    expect(structured).toMatchObject({ total: 60_001, files: 2, complete: true });
    const lines = await search('needle', { max_results: 2 });
    expect(lines.at(-1)).toBe('[2 of 60,001 matching lines, in 2 files. Narrow pattern, path or glob.]');
  });

  it.each([
    ['(?:', {}, /regex parse error[\s\S]*unclosed group/],
    ['a\\nb', {}, /literal "\\n" is not allowed/],
    ['(?=x)', {}, /look-around/],
    ['x', { glob: 'a[b' }, /unclosed character class/],
    ['x', { glob: '../*' }, /does not go up/],
  ])('says what is wrong with %s %j', async (pattern, more, message) => {
    const result = await world.run(contentSearch, { pattern, ...more });
    expect(result.isError).toBe(true);
    expect((await search(pattern, more)).join('\n')).toMatch(message);
  });

  it('is not held up by a pattern that takes other engines for ever', async () => {
    world.write('evil.txt', `${'a'.repeat(5_000)}b`);
    const start = performance.now();
    expect(await search('(a+)+$', { path: 'evil.txt' })).toEqual([expect.stringMatching(/^\[No line matches/)]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('stops when its time is over and says so', async () => {
    world.write('large.txt', `${'some words of a line '.repeat(5)}\n`.repeat(1_000_000));
    const result = await world.run(contentSearch, { pattern: '(\\w+\\s)+\\w+!', timeout_ms: 5 });
    expect(result.structured).toMatchObject({ complete: false });
    expect(textOf(result)).toMatch(/\[Time was over before all was searched\.\]$/);
  });
});
