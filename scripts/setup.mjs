// Brings a clone to the state in which it runs: dependencies as locked, generated files, dist. Plain JavaScript for any Node from 18
// on, since it runs before the Node of this project is there. Everything it says goes to stderr: stdout belongs to the command.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockFolder = join(root, '.setup-lock');
const lockOwnerFile = join(lockFolder, 'pid');
// Inside node_modules, so that a fresh install forgets it.
const buildStamp = join(modules, '.cache', 'gatehouse', 'built-from');

/** The Node that the lock file pins; scripts and the command run on it whatever Node npm itself runs on. */
export const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

export function say(text) {
  process.stderr.write(`gatehouse setup: ${text}\n`);
}

/** Runs a program with its stdout on our stderr; rejects with a sentence when it fails. */
export async function run(command, args, what) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  const stop = (signal) => child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (...end) => resolve(end));
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) throw new SetupError(`${what} failed (${signal ?? `exit code ${code}`}); its output is above.`);
}

export class SetupError extends Error {}

/** Makes node_modules what package-lock.json says. Compares the two, so an install by hand counts. */
async function installDependencies() {
  if (installedAsLocked()) return;
  say('installing dependencies (once, about a minute) …');
  const args = ['ci', '--loglevel=error', '--no-fund', '--no-audit'];
  // npm_execpath is set when npm runs us; it names the npm to use even where PATH has another.
  const npm = process.env.npm_execpath;
  if (npm) await run(process.execPath, [npm, ...args], 'npm ci');
  else await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, 'npm ci');
  if (!existsSync(node24)) {
    throw new SetupError(
      'npm ci left no Node 24. It is installed by a script of the package "node": allow install scripts and run again.',
    );
  }
}

function installedAsLocked() {
  const installedFile = join(modules, '.package-lock.json');
  if (!existsSync(node24) || !existsSync(installedFile)) return false;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const wanted = Object.entries(locked).filter(([path]) => path !== '');
  return (
    // Packages for other platforms are optional and absent.
    wanted.every(([path, { version, optional }]) =>
      installed[path] ? installed[path].version === version : optional,
    ) && Object.keys(installed).every((path) => path in locked)
  );
}

/** Runs every scripts/generate-*.ts, in the order of their names. */
export async function generate() {
  for (const file of readdirSync(join(root, 'scripts'))
    .filter((name) => /^generate-.*\.ts$/.test(name))
    .sort()) {
    await run(node24, [join('scripts', file)], `scripts/${file}`);
  }
}

/** Generates and bundles into dist when any input changed since the last time. */
async function build() {
  if (builtFromInputs()) return;
  say('building …');
  rmSync(buildStamp, { force: true });
  await generate();
  await run(node24, [join('node_modules', 'tsdown', 'dist', 'run.mjs'), '--log-level', 'warn'], 'the build');
  mkdirSync(dirname(buildStamp), { recursive: true });
  // Hashed again: the generators wrote some of the inputs.
  writeFileSync(buildStamp, hashOfInputs());
}

function builtFromInputs() {
  return (
    existsSync(join(root, 'dist', 'cli.js')) &&
    existsSync(buildStamp) &&
    readFileSync(buildStamp, 'utf8') === hashOfInputs()
  );
}

function hashOfInputs() {
  const hash = createHash('sha256');
  const loose = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsdown.config.ts'].map((name) =>
    join(root, name),
  );
  for (const file of [...loose, ...filesUnder(join(root, 'src')), ...filesUnder(join(root, 'scripts'))]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() && !/\.test(-d)?\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Runs `work` while holding a lock on this clone, so that two first starts do not install into each other. */
async function alone(work) {
  for (let told = false; !(await takeLock()); told = true) {
    if (!told) say(`another setup of this clone is running; waiting for it (it holds ${lockFolder}) …`);
    await pause(300);
  }
  try {
    await work();
  } finally {
    if (lockOwner() === process.pid) rmSync(lockFolder, { recursive: true, force: true });
  }
}

async function takeLock() {
  try {
    mkdirSync(lockFolder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (lockIsStale()) rmSync(lockFolder, { recursive: true, force: true });
    return false;
  }
  writeFileSync(lockOwnerFile, String(process.pid));
  // Two that saw the same stale lock: the slower one may have removed the lock of the faster. Then the name in it is not ours.
  await pause(100);
  return lockOwner() === process.pid;
}

function lockIsStale() {
  const ageMs = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const owner = lockOwner();
  // Without a name its owner is between the two writes of takeLock, or died there. No setup takes twenty minutes: the pid was reused.
  if (owner === undefined) return ageMs > 2_000;
  return ageMs > 20 * 60_000 || !isAlive(owner);
}

function lockOwner() {
  try {
    return Number(readFileSync(lockOwnerFile, 'utf8')) || undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything a start or a test needs. Costs some ten milliseconds when there is nothing to do. */
export async function prepare() {
  if (installedAsLocked() && builtFromInputs()) return;
  await alone(async () => {
    await installDependencies();
    await build();
  });
}

/** Runs a prepared program in place of this process: its streams are ours, its exit code becomes ours, signals reach it. */
export function become(args, options = {}) {
  const child = spawn(node24, args, { stdio: 'inherit', ...options });
  const onTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // On a terminal Ctrl-C reaches the whole group; a second SIGINT from here would read as "stop at once".
      if (signal !== 'SIGINT' || !onTerminal) child.kill(signal);
    });
  }
  child.on('error', (error) => fail(error));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 1);
  });
}

/** Ends with one sentence and the exit code for a fault. */
export function fail(error) {
  say(error instanceof SetupError ? error.message : String(error.stack ?? error));
  process.exitCode = 6;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [task] = process.argv.slice(2);
  const tasks = { '--generate': generate, '--build': () => alone(build) };
  await (tasks[task] ?? prepare)().catch(fail);
}
