// Vectors of paths: builds what a case wants on a real file system and asks the module that all file tools use.
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createConfinement } from '../../src/host/index.ts';
import { readLines } from './read-lines.ts';
import type { VectorKind, VectorResult } from './vector-kind.ts';

const setupStep = z.object({
  path: z.string(),
  type: z.enum(['symlink', 'file', 'dir', 'hardlink', 'fifo', 'chardev', 'blockdev', 'socket']),
  target: z.string().default(''),
  content: z.string().default(''),
  major: z.number().default(0),
  minor: z.number().default(0),
});
const vector = z.object({
  id: z.string(),
  why: z.string().default(''),
  root: z.string(),
  setup: z.array(setupStep),
  request: z.string(),
  op: z.enum(['read', 'write']),
  verdict: z.enum(['allow', 'deny']),
});
type Vector = z.infer<typeof vector>;
type SetupStep = z.infer<typeof setupStep>;

const base = [
  'work/app/src/a.txt',
  'work/app/README.md',
  'work/app-evil/secret.txt',
  'outside/secret.txt',
  'home/.ssh/id_rsa',
];

/** What a case is told to have got where this user may not build it. */
export const takesRoot = 'not run: making a device takes root';

export const pathVectors: VectorKind = async (path) => {
  const results: VectorResult[] = [];
  for (const [index, line] of (await readLines(path)).entries()) results.push(await run(line, index));
  return results;
};

async function run(line: unknown, index: number): Promise<VectorResult> {
  const parse = vector.safeParse(line);
  if (!parse.success) {
    const got = z.prettifyError(parse.error);
    return { id: `case ${index + 1}`, why: 'not of this kind', passed: false, expected: 'a path vector', got };
  }
  const { id, why, verdict } = parse.data;
  const got = await answer(parse.data).catch((cause: unknown) => `thrown: ${String(cause)}`);
  return { id, why, passed: got === verdict, expected: verdict, got };
}

async function answer(item: Vector): Promise<string> {
  const isDevice = ({ type }: SetupStep) => type === 'chardev' || type === 'blockdev';
  if (item.setup.some(isDevice) && process.getuid?.() !== 0) return takesRoot;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-paths-')));
  try {
    const here = (text: string) => text.replaceAll('$T', folder);
    build(item, here);
    const root = here(item.root);
    const confinement = await createConfinement({
      workspace: root,
      readRoots: [root],
      writeRoots: [root],
      guestRoots: [],
      zones: { blocked: [], prompt: [], silent: [] },
      protectedPaths: [],
      userFolder: join(folder, 'home'),
    });
    return (await confinement.confine(here(item.request), { action: item.op })).ok ? 'allow' : 'deny';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build({ root, setup }: Vector, here: (text: string) => string): void {
  for (const path of base)
    make({ path: here(`$T/${path}`), type: 'file', target: '', content: 'x', major: 0, minor: 0 });
  const detour = /^(.*)\/\.\.(?:\/|$)/.exec(here(root))?.[1];
  if (detour !== undefined) mkdirSync(detour, { recursive: true });
  for (const step of setup) make({ ...step, path: here(step.path), target: here(step.target) });
}

function make({ path, type, target, content, major, minor }: SetupStep): void {
  mkdirSync(dirname(path), { recursive: true });
  if (type === 'dir') mkdirSync(path, { recursive: true });
  else if (type === 'file') writeFileSync(path, content);
  else if (type === 'symlink') symlinkSync(target, path);
  else if (type === 'hardlink') linkSync(target, path);
  else if (type === 'fifo') execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]);
  else if (type === 'socket') makeSocket(path);
  else execFileSync('mknod', [path, type === 'chardev' ? 'c' : 'b', String(major), String(minor)]);
}

/** A socket outlives the process that listened, as long as nobody unlinks it. */
function makeSocket(path: string): void {
  const listen = `require('node:net').createServer().listen(process.argv[1], () => process.exit())`;
  rmSync(path, { force: true });
  execFileSync(process.execPath, ['-e', listen, path]);
}
