// Compared with the kernel: whatever both can resolve leads to the same place, whatever the kernel alone can is refused for a reason.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePath, type PathProblem, type Resolved } from './resolve-path.ts';

let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-resolve-')));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function kernelPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** What went wrong, or one of the three good ends. */
function compared(resolved: Resolved | PathProblem, kernel: string | null): string {
  if (resolved.kind === 'problem') {
    // Refused although the kernel could: only for `..` from a link.
    return kernel === null || resolved.text.includes('goes up from a link') ? 'refused' : resolved.text;
  }
  // A file with a slash behind it is nothing to the kernel and the file to us.
  if (kernel === null) return 'absent';
  if (resolved.entry === null) return `missed ${kernel}`;
  return resolved.real === kernel ? 'agreed' : `${resolved.real} instead of ${kernel}`;
}

describe('resolving a path', () => {
  it('agrees with the kernel on random trees of links', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.oneof(names, fc.constantFrom('..', '.', ''));
    const target = fc.tuple(fc.boolean(), fc.array(fc.oneof(names, fc.constant('..')), { minLength: 1, maxLength: 3 }));
    const links = fc.dictionary(names, target, { maxKeys: 3 });
    const asked = fc.array(step, { minLength: 1, maxLength: 6 });
    let agreed = 0;
    await fc.assert(
      fc.asyncProperty(links, links, asked, async (outer, inner, path) => {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(join(folder, 'a', 'b'), { recursive: true });
        writeFileSync(join(folder, 'a', 'c'), 'x');
        for (const [base, set] of [
          ['', outer],
          ['a', inner],
        ] as const) {
          for (const [name, [isAbsolute, parts]] of Object.entries(set)) {
            const text = isAbsolute ? join(folder, ...parts) : parts.join('/');
            try {
              symlinkSync(text, join(folder, base, name));
            } catch {
              // The name is taken: the tree is as good without this link.
            }
          }
        }
        const spelled = path.join('/') === '' ? '.' : path.join('/');
        if (spelled.startsWith('/')) return;
        const answer = compared(await resolvePath(spelled, folder), kernelPath(`${folder}/${spelled}`));
        if (answer === 'agreed') agreed += 1;
        expect(['agreed', 'refused', 'absent']).toContain(answer);
      }),
      { numRuns: 400 },
    );
    expect(agreed).toBeGreaterThan(80);
  });

  it('keeps a missing tail, so that a new file can be judged', async () => {
    symlinkSync('a', join(folder, 'link'));
    mkdirSync(join(folder, 'a'));
    const resolved = await resolvePath('link/new/file.txt', folder);
    expect(resolved).toEqual({ kind: 'resolved', real: join(folder, 'a/new/file.txt'), entry: null });
  });

  it('follows a dangling link to where a write would create the file', async () => {
    symlinkSync('elsewhere.txt', join(folder, 'link'));
    expect(await resolvePath('link', folder)).toMatchObject({ real: join(folder, 'elsewhere.txt'), entry: null });
  });

  it.each([
    ['loop/x', /circle/],
    ['out/../a', /goes up from a link/],
    ['missing/../a', /does not exist/],
    ['file/../a', /no directory/],
    ['file/x', /no directory/],
    ['file/', /no directory/],
    ['file/.', /no directory/],
    ['slashed', /no directory/],
    ['kernel/root', /through \/proc/],
    ['/proc/self/cwd', /through \/proc/],
    ['nowhere', /leads through what does not exist/],
  ])('refuses %s', async (asked, problem) => {
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('file/', join(folder, 'slashed'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync(tmpdir(), join(folder, 'out'));
    symlinkSync('/proc/self', join(folder, 'kernel'));
    symlinkSync('gone/../file', join(folder, 'nowhere'));
    const resolved = await resolvePath(asked, folder);
    expect(resolved).toMatchObject({ kind: 'problem', cause: 'spelled' });
    expect(resolved.kind === 'problem' ? resolved.text : '').toMatch(problem);
  });

  it('says unreadable, not absent, where the system refuses to look', async () => {
    mkdirSync(join(folder, 'shut/in'), { recursive: true });
    chmodSync(join(folder, 'shut'), 0o000);
    // Root may look anywhere: give that up for the one look.
    const isRoot = process.getuid?.() === 0;
    chmodSync(folder, 0o755);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await resolvePath('shut/in', folder)).toMatchObject({ kind: 'problem', cause: 'unreadable' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(folder, 'shut'), 0o755);
    }
  });

  it('remembers directories that were walked before', async () => {
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    const known = new Set<string>();
    await resolvePath('a/b/x', folder, known);
    expect(known).toEqual(new Set([join(folder, 'a'), join(folder, 'a/b')]));
  });
});
