import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, Guard } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createConfinement } from '../files/confinement.ts';
import { createRootsGuard } from './roots.ts';

let folder = '';
let guard: Guard;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-roots-')));
  for (const path of ['work/src', 'user/.ssh', 'user/code/.vscode', 'granted/deep'])
    mkdirSync(join(folder, path), { recursive: true });
  symlinkSync(join(folder, 'user/code'), join(folder, 'work/link'));
  const workspace = join(folder, 'work');
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    grantedRoots: () => Promise.resolve([{ path: join(folder, 'granted'), access: 'read' }]),
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [join(folder, 'user/gatehouse')],
    userFolder: join(folder, 'user'),
  });
  guard = createRootsGuard({ confinement });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function inspect(path: string, access: string | null = null, trust: Caller['trust'] = 'operator') {
  const value = path.replaceAll('$T', folder);
  const args = { path: value, ...(access === null ? {} : { access }) };
  const target = { kind: 'path', action: 'open', value, pointer: '/path', identity: null } as const;
  return guard.inspect(requestForTest([target], { args, trust }));
}

describe('the guard of roots', () => {
  it('makes the real path the target, with what is there, and hands on its proof', async () => {
    const { facts, targets, paths } = await inspect('link');
    const real = join(folder, 'user/code');
    const identity = { kind: 'present', device: expect.any(String), inode: expect.any(String), digest: null };
    expect(targets).toEqual([{ kind: 'path', action: 'open', value: real, pointer: '/path', identity }]);
    expect(paths['/path']).toMatchObject({ real, action: 'open' });
    expect(facts).toMatchObject([
      { name: 'access', value: 'new', verdict: 'clear', binding: { real, writing: false } },
    ]);
  });

  it.each([
    ['src', 'write', 'open'],
    ['$T/granted/deep', null, 'open'],
    ['$T/granted/deep', 'write', 'new'],
    ['$T/user/code/.vscode', 'read', 'new'],
  ])('finds %s for %s %s', async (path, access, value) => {
    expect((await inspect(path, access)).facts).toMatchObject([{ name: 'access', value }]);
  });

  it.each([
    ['$T/user/code/.vscode', 'write', 'unsafe_root'],
    ['$T/USER/GATEHOUSE', 'read', 'unsafe_root'],
    ['$T/user/.aws', 'read', 'unsafe_root'],
    ['$T/user/code/new', 'read', 'no_directory'],
    ['~/code', 'read', 'bad_path'],
  ])('finds a floor in %s for %s: %s', async (path, access, name) => {
    const { facts, paths } = await inspect(path, access);
    expect(facts).toMatchObject([{ name, verdict: 'floor' }]);
    expect(paths).toEqual({});
  });

  it('lets no guest ask, and proves it nothing', async () => {
    const { facts, paths } = await inspect('src', 'read', 'guest');
    expect(facts).toMatchObject([{ verdict: 'floor' }]);
    expect(paths).toEqual({});
  });
});
