// Every case of the path vectors, replayed on a real file system.
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createConfinement } from './confinement.ts';

const setupSchema = z.object({
  path: z.string(),
  type: z.enum(['symlink', 'file', 'dir', 'hardlink', 'fifo', 'chardev', 'blockdev', 'socket']),
  target: z.string().optional(),
  content: z.string().optional(),
  major: z.number().optional(),
  minor: z.number().optional(),
});
const caseSchema = z.object({
  id: z.string(),
  root: z.string(),
  setup: z.array(setupSchema),
  request: z.string(),
  op: z.enum(['read', 'write']),
  verdict: z.enum(['allow', 'deny']),
  why: z.string(),
});
type Setup = z.infer<typeof setupSchema>;

const cases = readFileSync(new URL('../../../test/vectors/paths.dev.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => caseSchema.parse(JSON.parse(line)));

/** Making a device takes root. */
const needsRoot = (setup: readonly Setup[]) => setup.some(({ type }) => type === 'chardev' || type === 'blockdev');
const isRoot = process.getuid?.() === 0;

let folder = '';
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
  rmSync(folder, { recursive: true, force: true });
});

function build(root: string, setup: readonly Setup[]): (text: string) => string {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-paths-')));
  const here = (text: string) => text.replaceAll('$T', folder);
  const base = [
    'work/app/src/a.txt',
    'work/app/README.md',
    'work/app-evil/secret.txt',
    'outside/secret.txt',
    'home/.ssh/id_rsa',
  ];
  for (const path of base) write(join(folder, path), 'x');
  const detour = /^(.*)\/\.\.(?:\/|$)/.exec(here(root))?.[1];
  if (detour !== undefined) mkdirSync(detour, { recursive: true });
  for (const step of setup) make({ ...step, path: here(step.path), target: here(step.target ?? '') });
  return here;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function make({ path, type, target = '', content = '', major = 0, minor = 0 }: Setup): void {
  mkdirSync(dirname(path), { recursive: true });
  if (type === 'dir') mkdirSync(path, { recursive: true });
  else if (type === 'file') writeFileSync(path, content);
  else if (type === 'symlink') symlinkSync(target, path);
  else if (type === 'hardlink') linkSync(target, path);
  else if (type === 'fifo') execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]);
  else if (type === 'socket') {
    const server = createServer().listen(path);
    closers.push(() => void server.close());
  } else execFileSync('mknod', [path, type === 'chardev' ? 'c' : 'b', String(major), String(minor)]);
}

describe('path vectors', () => {
  it('are there', () => expect(cases.length).toBeGreaterThan(100));

  for (const { id, root, setup, request, op, verdict, why } of cases) {
    it.skipIf(needsRoot(setup) && !isRoot)(`${id} ${op} ${verdict}: ${why}`, async () => {
      const here = build(root, setup);
      const confinement = await createConfinement({
        workspace: here(root),
        readRoots: [here(root)],
        writeRoots: [here(root)],
        guestRoots: [],
        zones: { blocked: [], prompt: [], silent: [] },
        protectedPaths: [],
      });
      const confined = await confinement.confine(here(request), { action: op });
      expect(confined).toMatchObject({ ok: verdict === 'allow' });
    });
  }
});
