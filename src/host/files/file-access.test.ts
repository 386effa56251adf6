import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfinedPath, FileAccess } from '../../contract/index.ts';
import { createConfinement, type Confinement } from './confinement.ts';
import { createFileAccess } from './file-access.ts';

let folder = '';
let workspace = '';
let confinement: Confinement;
let files: FileAccess;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-files-')));
  workspace = join(folder, 'work');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(join(folder, 'outside'));
  write('src/a.txt', 'one\ntwo\n');
  writeFileSync(join(folder, 'outside/a.txt'), 'outside');
  confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
  });
  files = createFileAccess({ confinement });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function at(path: string): string {
  return join(workspace, path);
}

function write(path: string, content: string): void {
  writeFileSync(at(path), content);
}

async function confined(path: string, action: string): Promise<ConfinedPath> {
  const answer = await confinement.confine(path, { action });
  if (!answer.ok) throw new Error(answer.refusal.text);
  return answer.path;
}

const whole = { offset: 0, maxBytes: 1_000_000 };
const never = new AbortController().signal;

async function read(path: ConfinedPath): Promise<string> {
  return Buffer.from(await files.read(path, whole)).toString();
}

describe('reading', () => {
  it('reads a part, and no more than there is', async () => {
    const path = await confined('src/a.txt', 'read');
    expect(Buffer.from(await files.read(path, { offset: 4, maxBytes: 3 })).toString()).toBe('two');
    expect(Buffer.from(await files.read(path, { offset: 4, maxBytes: 1e15 })).toString()).toBe('two\n');
    expect(await files.read(path, { offset: 99, maxBytes: 10 })).toHaveLength(0);
  });

  it('refuses a directory, and a path that was never confined', async () => {
    await expect(files.read(await confined('src', 'read'), whole)).rejects.toMatchObject({ code: 'path_refused' });
    const copy = { ...(await confined('src/a.txt', 'read')) };
    await expect(files.read(copy, whole)).rejects.toMatchObject({ code: 'path_refused' });
    await expect(files.stat(copy)).rejects.toMatchObject({ code: 'path_refused' });
  });

  it('streams two gigabytes without holding them', async () => {
    truncateSync(at('src/a.txt'), 2 ** 31);
    const path = await confined('src/a.txt', 'read');
    const before = process.memoryUsage.rss();
    let most = 0;
    let total = 0;
    for await (const chunk of files.chunks(path, never)) {
      total += chunk.length;
      if (total % (1 << 24) === 0) most = Math.max(most, process.memoryUsage.rss());
    }
    expect(total).toBe(2 ** 31);
    expect(most - before).toBeLessThan(200_000_000);
    // The first read of so large a file takes a slow machine its time.
  }, 90_000);

  it('stops a stream when the signal aborts', async () => {
    truncateSync(at('src/a.txt'), 2 ** 31);
    const path = await confined('src/a.txt', 'read');
    const stop = new AbortController();
    const reading = (async () => {
      for await (const chunk of files.chunks(path, stop.signal)) if (chunk.length > 0) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('what changed since it was checked', () => {
  const swaps: readonly (readonly [string, () => void])[] = [
    ['removed', () => unlinkSync(at('src/a.txt'))],
    [
      'replaced by another file',
      () => {
        write('src/b.txt', 'other');
        renameSync(at('src/b.txt'), at('src/a.txt'));
      },
    ],
    [
      'replaced by a link',
      () => {
        unlinkSync(at('src/a.txt'));
        symlinkSync(join(folder, 'outside/a.txt'), at('src/a.txt'));
      },
    ],
    [
      'replaced by a named pipe',
      () => {
        unlinkSync(at('src/a.txt'));
        execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('src/a.txt')]);
      },
    ],
    [
      'below a directory that became a link to outside',
      () => {
        renameSync(at('src'), at('src.old'));
        symlinkSync(join(folder, 'outside'), at('src'));
      },
    ],
    [
      'the same file, moved out and reached through a link',
      () => {
        renameSync(at('src'), join(folder, 'moved'));
        symlinkSync(join(folder, 'moved'), at('src'));
      },
    ],
  ];

  it.each(swaps)('is not read, streamed or written: %s', async (_what, swap) => {
    const reading = await confined('src/a.txt', 'read');
    const writing = await confined('src/a.txt', 'write');
    swap();
    const drift = { code: 'drift' };
    await expect(files.read(reading, whole)).rejects.toMatchObject(drift);
    await expect(files.chunks(reading, never)[Symbol.asyncIterator]().next()).rejects.toMatchObject(drift);
    await expect(files.replace(writing, Buffer.from('new'))).rejects.toMatchObject(drift);
    expect(readFileSync(join(folder, 'outside/a.txt'), 'utf8')).toBe('outside');
  });

  it('is not overwritten: new content, a further name, a file where none was', async () => {
    const changed = await confined('src/a.txt', 'write');
    write('src/a.txt', 'someone else');
    await expect(files.replace(changed, Buffer.from('new'))).rejects.toMatchObject({ code: 'drift' });
    const linked = await confined('src/a.txt', 'write');
    linkSync(at('src/a.txt'), join(folder, 'twin'));
    await expect(files.replace(linked, Buffer.from('new'))).rejects.toMatchObject({ code: 'drift' });
    const absent = await confined('src/new.txt', 'write');
    write('src/new.txt', 'mine');
    await expect(files.replace(absent, Buffer.from('new'))).rejects.toMatchObject({ code: 'drift' });
    expect([readFileSync(at('src/a.txt'), 'utf8'), readFileSync(at('src/new.txt'), 'utf8')]).toEqual([
      'someone else',
      'mine',
    ]);
    expect(readdirSync(at('src')).toSorted()).toEqual(['a.txt', 'new.txt']);
  });

  it('does not create directories outside when one on the way becomes a link', async () => {
    const path = await confined('deep/er/new.txt', 'write');
    symlinkSync(join(folder, 'outside'), at('deep'));
    await expect(files.replace(path, Buffer.from('new'))).rejects.toMatchObject({ code: 'drift' });
    expect(readdirSync(join(folder, 'outside'))).toEqual(['a.txt']);
  });

  it('shows in stat', async () => {
    const path = await confined('src/a.txt', 'read');
    expect(await files.stat(path)).toMatchObject({ kind: 'file', size: 8 });
    unlinkSync(at('src/a.txt'));
    await expect(files.stat(path)).rejects.toMatchObject({ code: 'drift' });
    expect(await files.stat(await confined('src/a.txt', 'read'))).toMatchObject({ kind: 'absent' });
  });
});

describe('replacing', () => {
  it('writes a new file with the directories it needs', async () => {
    await files.replace(await confined('a/b/c.txt', 'write'), Buffer.from('hello'));
    expect(readFileSync(at('a/b/c.txt'), 'utf8')).toBe('hello');
    expect(readdirSync(at('a/b'))).toEqual(['c.txt']);
    expect(statSync(at('a/b/c.txt')).nlink).toBe(1);
  });

  it.each([0o444, 0o600, 0o755, 0o640])('keeps the mode %o', async (mode) => {
    chmodSync(at('src/a.txt'), mode);
    await files.replace(await confined('src/a.txt', 'write'), Buffer.from('new'));
    expect(statSync(at('src/a.txt')).mode & 0o7777).toBe(mode);
    expect(await read(await confined('src/a.txt', 'read'))).toBe('new');
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner where it may', async () => {
    chownSync(at('src/a.txt'), 65_534, 65_534);
    await files.replace(await confined('src/a.txt', 'write'), Buffer.from('new'));
    expect(statSync(at('src/a.txt'))).toMatchObject({ uid: 65_534, gid: 65_534 });
  });

  it('leaves the old content to whoever has it open', async () => {
    const path = await confined('src/a.txt', 'read');
    const chunks = files.chunks(path, never)[Symbol.asyncIterator]();
    await files.replace(await confined('src/a.txt', 'write'), Buffer.from('new'));
    await expect(chunks.next()).rejects.toMatchObject({ code: 'drift' });
  });

  it('does not write a path that was confined for reading', async () => {
    await expect(files.replace(await confined('src/a.txt', 'read'), Buffer.from('x'))).rejects.toMatchObject({
      code: 'path_refused',
    });
  });

  it('says what the system refused, and leaves nothing behind', async () => {
    chmodSync(workspace, 0o755);
    chmodSync(folder, 0o755);
    const path = await confined('src/a.txt', 'write');
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    else chmodSync(at('src'), 0o555);
    try {
      await expect(files.replace(path, Buffer.from('new'))).rejects.toMatchObject({
        code: 'path_refused',
        message: expect.stringMatching(/cannot be written \(EACCES\)/),
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(at('src'), 0o755);
    }
    expect(readdirSync(at('src'))).toEqual(['a.txt']);
    expect(readFileSync(at('src/a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('writes a name with spaces, quotes and letters of all scripts', async () => {
    const name = `src/-rf "$(x)" ünï 👩‍💻 ${'x'.repeat(150)}.txt`;
    await files.replace(await confined(name, 'write'), Buffer.from('ok'));
    expect(readFileSync(at(name), 'utf8')).toBe('ok');
  });
});

describe('looking around', () => {
  it('lists what the rules would show, sorted', async () => {
    write('src/.env', 'A=1');
    write('src/with\nnewline', 'x');
    mkdirSync(at('src/zoo'));
    symlinkSync(join(folder, 'outside'), at('src/out'));
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('src/pipe')]);
    expect(await files.list(await confined('src', 'read'))).toEqual([
      { name: 'a.txt', kind: 'file' },
      { name: 'zoo', kind: 'directory' },
    ]);
    await expect(files.list(await confined('src/a.txt', 'read'))).rejects.toMatchObject({ code: 'path_refused' });
  });

  it('finds the directory of a path, also of a missing one, but not above the roots', async () => {
    expect(await files.parent(await confined('src/none.txt', 'read'))).toMatchObject({ shown: 'src' });
    expect(await files.parent(await confined('.', 'read'))).toBeNull();
  });

  it('confines what lies below a directory', async () => {
    write('.env', 'A=1');
    const directory = await confined('.', 'read');
    expect(await files.within(directory, 'src/a.txt')).toMatchObject({ shown: 'src/a.txt' });
    expect(await files.within(directory, '.env')).toBeNull();
  });

  it('judges a path below a directory by the rules of writing where that is asked, without what would be a question', async () => {
    const strict = await createConfinement({
      workspace,
      readRoots: [workspace],
      writeRoots: [workspace],
      guestRoots: [],
      zones: { blocked: ['frozen'], prompt: ['config'], silent: [] },
      protectedPaths: [],
    });
    const directory = await strict.confine('.', { action: 'read' });
    if (!directory.ok) throw new Error(directory.refusal.text);
    const judged = createFileAccess({ confinement: strict });
    const answers = [];
    for (const path of ['src/a.txt', '.vscode/tasks.json', 'frozen/a', 'config/a']) {
      const writing = await judged.within(directory.path, path, 'write');
      answers.push([path, (await judged.within(directory.path, path)) !== null, writing?.action ?? null]);
    }
    expect(answers).toEqual([
      ['src/a.txt', true, 'write'],
      ['.vscode/tasks.json', true, null],
      ['frozen/a', true, null],
      ['config/a', true, null],
    ]);
  });
});
