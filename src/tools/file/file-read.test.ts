import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, symlinkSync, truncateSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileRead } from './file-read.ts';
import { runForTest, textOf } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
});
afterEach(() => world.close());

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('file_read', () => {
  it('gives a file of 200 lines whole and bare', async () => {
    world.write('a.txt', numbered(200));
    expect(await world.text(fileRead, { filename: 'a.txt' })).toBe(numbered(200));
  });

  it('gives a longer one in pages that say how many lines there are', async () => {
    world.write('src/a.txt', numbered(201));
    const first = await world.text(fileRead, { filename: 'src/a.txt' });
    expect(first.split('\n')[0]).toBe('[src/a.txt — lines 1-200 of 201. Pass offset=200 to read on.]');
    expect(first.split('\n')[200]).toBe('line 200');
    expect(await world.text(fileRead, { filename: 'src/a.txt', offset: 200 })).toBe(
      '[src/a.txt — lines 201-201 of 201.]\nline 201\n',
    );
    expect(await world.text(fileRead, { filename: 'src/a.txt', offset: 2, limit: 2 })).toBe(
      '[src/a.txt — lines 3-4 of 201. Pass offset=4 to read on.]\nline 3\nline 4\n',
    );
  });

  it('takes the length of a page that the operator set, where none is asked for', async () => {
    world.write('a.txt', numbered(60));
    const given = {
      paths: { '/filename': await world.confine('a.txt') },
      ports: { files: world.files },
      settings: { readPageLines: 50 },
    };
    const text = textOf(await runForTest(fileRead, { filename: 'a.txt' }, given));
    expect(text.split('\n')[0]).toBe('[a.txt — lines 1-50 of 60. Pass offset=50 to read on.]');
  });

  it('says where the end is, and that a file is empty', async () => {
    world.write('a.txt', numbered(3));
    world.write('empty.txt', '');
    expect(await world.text(fileRead, { filename: 'a.txt', offset: 3 })).toBe(
      '[a.txt has 3 lines: offset 3 is past the end.]\n',
    );
    expect(await world.text(fileRead, { filename: 'empty.txt' })).toBe('[empty.txt is empty.]\n');
  });

  it('keeps a missing newline at the end missing', async () => {
    world.write('a.txt', 'one\ntwo');
    expect(await world.text(fileRead, { filename: 'a.txt' })).toBe('one\ntwo');
  });

  it.each([
    ['\uFEFFhi\n', '[Begins with a byte order mark, which is not shown.]\nhi\n'],
    [Buffer.from('\uFEFFhié\n', 'utf16le'), '[UTF-16 (little endian) with a byte order mark, shown as UTF-8.]\nhié\n'],
    [
      Buffer.from('\uFEFFhié\n', 'utf16le').swap16(),
      '[UTF-16 (big endian) with a byte order mark, shown as UTF-8.]\nhié\n',
    ],
    [Buffer.from([0x68, 0x69, 0xe9, 0x0a]), '[Not UTF-8: read as windows-1252.]\nhié\n'],
    ['a\r\nb\r\n', 'a\nb\n'],
  ])('reads the encoding of %j', async (content, shown) => {
    world.write('a.txt', content);
    expect(await world.text(fileRead, { filename: 'a.txt' })).toBe(shown);
  });

  it('names a file that is no text, with its size, and shows none of it', async () => {
    world.write('logo', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(12_345)]));
    const result = await world.run(fileRead, { filename: 'logo' });
    expect(result).toMatchObject({ isError: true });
    expect(await world.text(fileRead, { filename: 'logo' })).toBe(
      'logo is a PNG image, 12,353 bytes: not text, so it is not shown.',
    );
  });

  it('cuts very long lines and says so', async () => {
    world.write('a.js', `${'x'.repeat(1_000_000)}\nend\n`);
    const text = await world.text(fileRead, { filename: 'a.js' });
    expect(text).toMatch(
      /^\[Line 1 has 1,000,000 bytes: only its first 2,000 characters are shown\.\]\nx{2000}\nend\n$/,
    );
  });

  it('names what somebody may have meant', async () => {
    world.write('src/settings.ts', 'x');
    world.write('src/.env', 'x');
    const result = await world.run(fileRead, { filename: 'src/setings.ts' });
    expect(result.isError).toBe(true);
    expect(await world.text(fileRead, { filename: 'src/setings.ts' })).toBe(
      'There is no file src/setings.ts. Did you mean src/settings.ts?',
    );
    expect(await world.text(fileRead, { filename: 'src/quite-else' })).toMatch(/Use glob_search/);
    expect(await world.text(fileRead, { filename: 'no/such/folder.txt' })).toMatch(/directory does not exist/);
    expect(await world.text(fileRead, { filename: 'src/env' })).not.toContain('.env');
  });

  it('sends a reader of a directory to the search', async () => {
    mkdirSync(world.at('src'));
    expect(await world.text(fileRead, { filename: 'src' })).toMatch(/is a directory\. Use glob_search with path "src"/);
  });

  it('pages through two gigabytes in bounded memory', async () => {
    world.write('big.log', numbered(3_000));
    truncateSync(world.at('big.log'), 2 ** 31);
    const file = openSync(world.at('big.log'), 'r+');
    writeSync(file, '\nthe end\n', 2 ** 31);
    closeSync(file);
    const before = process.memoryUsage.rss();
    const text = await world.text(fileRead, { filename: 'big.log', offset: 3_000 });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
    expect(text).toMatch(/lines 3001-3002 of 3002/);
    expect(text).toMatch(/Line 3001 has 2,147,4\d\d,\d{3} bytes/);
    expect(text.endsWith('the end\n')).toBe(true);
    // The first read of so large a file takes a slow machine its time.
  }, 90_000);

  it('stops reading when the call is given up', async () => {
    world.write('big.log', numbered(3_000));
    truncateSync(world.at('big.log'), 2 ** 31);
    const stop = new AbortController();
    const reading = world.run(fileRead, { filename: 'big.log' }, stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is kept from pipes, links to outside, and names of credentials', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', world.at('pipe')]);
    symlinkSync('/etc/passwd', world.at('link'));
    world.write('server.pem', 'x');
    for (const filename of ['pipe', 'link', 'server.pem', '../x', 'a\0b']) {
      await expect(world.run(fileRead, { filename })).rejects.toThrow(
        /not_regular|outside_roots|protected_name|bad_path/,
      );
    }
  });

  it('says the same for programs', async () => {
    world.write('a.txt', numbered(250));
    expect((await world.run(fileRead, { filename: 'a.txt' })).structured).toEqual({
      filename: 'a.txt',
      offset: 0,
      lines: 200,
      total_lines: 250,
      whole: false,
      encoding: 'utf-8',
    });
  });
});
