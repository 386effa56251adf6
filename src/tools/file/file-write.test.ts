import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileWrite } from './file-write.ts';
import { runForTest } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
});
afterEach(() => world.close());

describe('file_write', () => {
  it.each([
    ['a\nb\n', 'Created x/y/a.txt: 4 bytes, 2 lines.'],
    ['a\nb', 'Created x/y/a.txt: 3 bytes, 2 lines.'],
    ['é', 'Created x/y/a.txt: 2 bytes, 1 line.'],
    ['', 'Created x/y/a.txt: 0 bytes, 0 lines.'],
  ])('creates a file of %j with its directories', async (content, said) => {
    expect(await world.text(fileWrite, { filename: 'x/y/a.txt', content })).toBe(said);
    expect(readFileSync(world.at('x/y/a.txt'), 'utf8')).toBe(content);
  });

  it('overwrites, says so, and keeps the mode', async () => {
    world.write('run.sh', 'old content');
    chmodSync(world.at('run.sh'), 0o755);
    expect(await world.text(fileWrite, { filename: 'run.sh', content: 'new\n' })).toBe(
      'Overwrote run.sh: 4 bytes, 1 line (before: 11 bytes).',
    );
    expect(statSync(world.at('run.sh')).mode & 0o777).toBe(0o755);
    const { structured } = await world.run(fileWrite, { filename: 'run.sh', content: '' });
    expect(structured).toEqual({ filename: 'run.sh', created: false, bytes: 0, lines: 0 });
  });

  it('writes line ends as they are given', async () => {
    await world.run(fileWrite, { filename: 'a.txt', content: 'a\r\nb\n' });
    expect(readFileSync(world.at('a.txt'), 'utf8')).toBe('a\r\nb\n');
  });

  it('does not write a directory, nor outside the roots, nor what other programs run', async () => {
    mkdirSync(world.at('dir'));
    for (const filename of ['dir', '../a.txt', '.git/hooks/pre-commit', '.bashrc']) {
      await expect(world.run(fileWrite, { filename, content: 'x' })).rejects.toThrow(
        /not_regular|outside_roots|protected_name/,
      );
    }
  });
});
