import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { globSearch } from './glob-search.ts';
import { runForTest } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
  for (const path of [
    'README.md',
    'src/b.ts',
    'src/a.ts',
    'src/deep/c.ts',
    'src/deep/d.json',
    '.github/ci.yml',
    '-rf.ts',
    'ünï 漢.ts',
  ]) {
    world.write(path, 'x');
  }
});
afterEach(() => world.close());

async function find(pattern: string, more: object = {}): Promise<readonly string[]> {
  return (await world.text(globSearch, { pattern, ...more })).split('\n');
}

describe('glob_search', () => {
  it.each([
    ['*.ts', ['-rf.ts', 'src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'ünï 漢.ts']],
    ['src/*.ts', ['src/a.ts', 'src/b.ts']],
    ['./src/**', ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/d.json']],
    ['src/', ['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'src/deep/d.json']],
    ['**/*.{json,md}', ['README.md', 'src/deep/d.json']],
    ['src/[ab].ts', ['src/a.ts', 'src/b.ts']],
    ['*.yml', ['.github/ci.yml']],
    ['-rf*', ['-rf.ts']],
  ])('finds %s', async (pattern, files) => {
    expect(await find(pattern)).toEqual(files);
  });

  it('looks below a directory and shows paths of the workspace', async () => {
    expect(await find('*.ts', { path: 'src/deep' })).toEqual(['src/deep/c.ts']);
    expect(await find('*.ts', { path: join(world.workspace, 'src') })).toEqual([
      'src/a.ts',
      'src/b.ts',
      'src/deep/c.ts',
    ]);
  });

  it('leaves out what .gitignore leaves out, unless it is asked for', async () => {
    world.write('.gitignore', 'build/\n*.log\n');
    world.write('build/out.ts', 'x');
    world.write('x.log', 'x');
    expect(await find('*.log')).toEqual(['[No file matches *.log in ..]']);
    expect(await find('**/out.ts')).toEqual(['[No file matches **/out.ts in ..]']);
    expect(await find('*.log', { include_ignored: true })).toEqual(['x.log']);
    expect(await find('build/**', { include_ignored: true })).toEqual(['build/out.ts']);
  });

  it('never shows protected files, links, nor names that act on a terminal', async () => {
    mkdirSync(join(world.folder, 'outside'));
    writeFileSync(join(world.folder, 'outside/secret.ts'), 'x');
    symlinkSync(join(world.folder, 'outside'), world.at('link'));
    symlinkSync(join(world.folder, 'outside/secret.ts'), world.at('secret.ts'));
    for (const path of ['.env', 'keys/server.pem', '.ssh/id_rsa', '.git/config', 'new\nline.ts', 'esc\u001b[31m.ts'])
      world.write(path, 'x');
    const all = await find('**', { include_ignored: true });
    expect(all).toEqual([
      '-rf.ts',
      '.github/ci.yml',
      'README.md',
      'src/a.ts',
      'src/b.ts',
      'src/deep/c.ts',
      'src/deep/d.json',
      'ünï 漢.ts',
    ]);
  });

  it('lists up to a limit and tells the true total', async () => {
    for (let index = 0; index < 1_500; index++) world.write(`many/${String(index).padStart(4, '0')}.txt`, '');
    const lines = await find('many/*.txt', { max_results: 3 });
    expect(lines).toEqual([
      'many/0000.txt',
      'many/0001.txt',
      'many/0002.txt',
      '[3 of 1,500 files. Narrow the glob or the path.]',
    ]);
    const { structured } = await world.run(globSearch, { pattern: 'many/*.txt', max_results: 1 });
    expect(structured).toEqual({ files: ['many/0000.txt'], total: 1_500, complete: true });
  });

  it.each([
    ['a[b', /The glob cannot be read: .*unclosed character class/],
    ['{a', /The glob cannot be read/],
    ['!*.ts', /begins with "!"/],
    ['/etc/*', /A glob is relative/],
    ['../*', /does not go up/],
  ])('says what is wrong with %s', async (pattern, message) => {
    const result = await world.run(globSearch, { pattern });
    expect(result.isError).toBe(true);
    expect(await world.text(globSearch, { pattern })).toMatch(message);
  });

  it('says that there is no such directory, or that it is a file', async () => {
    expect((await find('*', { path: 'srcc' }))[0]).toMatch(/no file srcc\. Did you mean src\?/);
    expect((await find('*', { path: 'README.md' }))[0]).toMatch(/is a file/);
    await expect(find('*', { path: '..' })).rejects.toThrow(/outside_roots/);
  });

  it('works in a folder of which a part cannot be read', async () => {
    world.write('shut/x.ts', 'x');
    chmodSync(world.at('shut'), 0o000);
    const isRoot = process.getuid?.() === 0;
    chmodSync(world.folder, 0o755);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await find('src/*.ts')).toEqual(['src/a.ts', 'src/b.ts']);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(world.at('shut'), 0o755);
    }
  });
});
