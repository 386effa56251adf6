import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, Guard, Target } from '../../contract/index.ts';
import { requestForTest } from '../../testing/index.ts';
import { createConfinement } from '../files/confinement.ts';
import { createPathsGuard } from './paths.ts';

let folder = '';
let guard: Guard;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-paths-')));
  for (const path of ['work/src', 'work/out', 'work/config', 'work/frozen', 'outside', 'home']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'work/src/a.txt'), 'a');
  symlinkSync(join(folder, 'outside'), join(folder, 'work/link'));
  const workspace = join(folder, 'work');
  const confinement = await createConfinement({
    workspace,
    readRoots: [workspace],
    writeRoots: [workspace],
    guestRoots: [],
    zones: { blocked: ['frozen'], prompt: ['config'], silent: ['out'] },
    protectedPaths: [join(folder, 'home')],
  });
  guard = createPathsGuard({ confinement });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function path(value: string, action = 'read', pointer: string | null = '/filename'): Target {
  return { kind: 'path', action, value, pointer, identity: null };
}

function inspect(targets: readonly Target[], trust: Caller['trust'] = 'operator') {
  return guard.inspect(requestForTest(targets, { trust }));
}

describe('the guard of paths', () => {
  it('hands on the proof, and the target as resolved with what was there', async () => {
    const { paths, targets, facts, urls } = await inspect([path('./src/../src/a.txt')]);
    const identity = { kind: 'present', device: expect.any(String), inode: expect.any(String), digest: null };
    expect(targets).toEqual([{ kind: 'path', action: 'read', value: 'src/a.txt', pointer: '/filename', identity }]);
    expect(paths['/filename']).toMatchObject({ asked: './src/../src/a.txt', real: join(folder, 'work/src/a.txt') });
    expect(facts).toEqual([
      expect.objectContaining({ guard: 'paths', name: 'within_roots', verdict: 'clear', targets: ['src/a.txt'] }),
    ]);
    expect(urls).toEqual({});
  });

  it.each([
    ['.env', 'read', 'protected_name', 'floor', '.env'],
    ['.git/config', 'write', 'protected_name', 'floor', '.git/config'],
    ['../home/token', 'read', 'protected_name', 'floor', 'FOLDER/home/token'],
    ['link/x', 'read', 'outside_roots', 'boundary', 'FOLDER/outside/x'],
    ['/etc/passwd', 'read', 'outside_roots', 'boundary', '/etc/passwd'],
    ['link/../x', 'read', 'bad_path', 'floor', 'link/../x'],
    ['src', 'write', 'not_regular', 'floor', 'src'],
    ['frozen/a.txt', 'write', 'zone', 'floor', 'frozen/a.txt'],
  ])('finds %s for %s to be %s', async (...[value, action, name, verdict, shown]) => {
    const { facts, paths, targets } = await inspect([path(value, action)]);
    const seen = shown.replace('FOLDER', folder);
    expect(facts).toEqual([expect.objectContaining({ guard: 'paths', name, verdict, targets: [seen] })]);
    expect(paths).toEqual({});
    expect(targets).toEqual([expect.objectContaining({ value: seen, identity: null })]);
  });

  it.each([
    ['out/a.txt', 'silent', 'clear'],
    ['config/a.txt', 'prompt', 'ask'],
    ['src/a.txt', 'default', 'clear'],
  ])('says that writing %s is in the zone %s', async (value, zone, verdict) => {
    const { facts } = await inspect([path(value, 'write')]);
    expect(facts).toContainEqual(expect.objectContaining({ name: 'zone', value: zone, verdict, targets: [value] }));
  });

  it('judges every path of a call, and leaves other targets alone', async () => {
    const url: Target = { kind: 'url', action: 'get', value: 'https://x.test/', pointer: '/url', identity: null };
    const { facts, paths, targets } = await inspect([
      path('src/a.txt', 'read', '/from'),
      path('.env', 'write', '/to'),
      url,
    ]);
    expect(targets.map(({ value }) => value)).toEqual(['src/a.txt', '.env']);
    expect(facts.map(({ name }) => name)).toEqual(['within_roots', 'protected_name']);
    expect(Object.keys(paths)).toEqual(['/from']);
  });

  it('lets a guest use no file', async () => {
    const { facts } = await inspect([path('src/a.txt')], 'guest');
    expect(facts).toEqual([expect.objectContaining({ name: 'outside_roots', verdict: 'boundary' })]);
  });
});
