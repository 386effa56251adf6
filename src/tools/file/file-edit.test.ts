import { chmodSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileEdit } from './file-edit.ts';
import { runForTest } from '../../../test/harness/run-tool.ts';
import { openWorld, type World } from '../../../test/fixtures/file-world.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld(runForTest);
});
afterEach(() => world.close());

async function edit(content: string | Uint8Array, oldText: string, newText?: string) {
  world.write('a.txt', content);
  const args = { filename: 'a.txt', old_string: oldText, ...(newText === undefined ? {} : { new_string: newText }) };
  const result = await world.run(fileEdit, args);
  const [block] = result.blocks;
  return {
    said: block?.type === 'text' ? block.text : '',
    isError: result.isError ?? false,
    bytes: readFileSync(world.at('a.txt')),
  };
}

describe('file_edit', () => {
  it('replaces the one place and shows the change', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index + 1}`).join('\n');
    const { said, bytes } = await edit(`${lines}\n`, 'line 5', 'LINE 5\nand more');
    expect(bytes.toString()).toBe(`${lines.replace('line 5', 'LINE 5\nand more')}\n`);
    expect(said).toBe(
      'Edited a.txt at line 5: 2 lines added, 1 line removed.\n' +
        '@@ -2,7 +2,8 @@\n line 2\n line 3\n line 4\n-line 5\n+LINE 5\n+and more\n line 6\n line 7\n line 8',
    );
  });

  it('deletes with an empty or missing new text', async () => {
    expect((await edit('a\nb\n', 'a\n')).bytes.toString()).toBe('b\n');
    expect((await edit('a\nb\n', 'a\nb\n', '')).bytes.toString()).toBe('');
  });

  it.each([
    [
      'is not there, and the nearest line is told',
      'alpha\nbeta gamma\n',
      'beta gama',
      'x',
      /not in a\.txt.*The nearest line is 2:\nbeta gamma/s,
    ],
    [
      'differs in space only',
      'if (x) {\n\treturn;\n}\n',
      '    return;',
      'x',
      /Line 2 begins like it but for spaces or tabs:\n\treturn;/,
    ],
    ['is like nothing', 'alpha\n', 'zzzz qqqq', 'x', /no line is like it/],
    ['stands there more than once', 'x\ny\nx\n', 'x', 'z', /stands 2 times in a\.txt, at lines 1, 3\. /],
    [
      'stands there very often',
      'x\n'.repeat(2_000),
      'x',
      'z',
      /at least 1000 times in a\.txt, at lines 1, 2, 3, 4, 5, …/,
    ],
    ['is the same as the new one', 'x\n', 'x', 'x', /are the same/],
    ['is in a binary file', 'x\0y', 'x', 'z', /binary data: only text is edited/],
  ])('writes nothing when the old text %s', async (...[_what, content, oldText, newText, message]) => {
    const { said, isError, bytes } = await edit(content, oldText, newText);
    expect(said).toMatch(message);
    expect(isError).toBe(true);
    expect(bytes.toString()).toBe(content);
  });

  it.each([
    ['CRLF', Buffer.from('one\r\ntwo\r\n'), 'one\ntwo', 'one\n2', Buffer.from('one\r\n2\r\n')],
    ['mixed line ends', Buffer.from('a\r\nb\nc\r\n'), 'b', 'B', Buffer.from('a\r\nB\nc\r\n')],
    ['no newline at the end', Buffer.from('a\nb'), 'b', 'c', Buffer.from('a\nc')],
    ['a byte order mark', Buffer.from('\uFEFFa\n'), 'a', 'b', Buffer.from('\uFEFFb\n')],
    ['UTF-16', Buffer.from('\uFEFFaé\n', 'utf16le'), 'é', '漢', Buffer.from('\uFEFFa漢\n', 'utf16le')],
    ['windows-1252', Buffer.from([0xe9, 0x20, 0x61]), 'a', '€', Buffer.from([0xe9, 0x20, 0x80])],
  ])('keeps %s', async (...[_what, content, oldText, newText, expected]) => {
    expect((await edit(content, oldText, newText)).bytes).toEqual(expected);
  });

  it('does not write a character that the file cannot hold', async () => {
    const content = Buffer.from([0xe9, 0x20, 0x61]);
    const { said, bytes } = await edit(content, 'a', '漢');
    expect(said).toMatch(/windows-1252, which has no character for/);
    expect(bytes).toEqual(content);
  });

  it('keeps the mode, of a read-only file too', async () => {
    world.write('a.txt', 'a');
    chmodSync(world.at('a.txt'), 0o444);
    await world.run(fileEdit, { filename: 'a.txt', old_string: 'a', new_string: 'b' });
    expect(readFileSync(world.at('a.txt'), 'utf8')).toBe('b');
    expect(statSync(world.at('a.txt')).mode & 0o777).toBe(0o444);
  });

  it('names what somebody may have meant when there is no such file', async () => {
    world.write('readme.md', 'x');
    expect(await world.text(fileEdit, { filename: 'raedme.md', old_string: 'x' })).toMatch(/Did you mean readme\.md\?/);
  });

  it('refuses a file that is too large to hold', async () => {
    const { said } = await edit('x'.repeat(10 * 1024 * 1024 + 1), 'y', 'z');
    expect(said).toMatch(/more than the 10485760 that are edited/);
  });

  it('refuses an empty old text before it reads anything', () => {
    expect(fileEdit.input.safeParse({ filename: 'a.txt', old_string: '', new_string: 'x' }).success).toBe(false);
  });
});
