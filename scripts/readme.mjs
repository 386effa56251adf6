// Runs the commands of README.md as a new user would: in a clean clone, with an empty HOME, one block after the other, timed.
// A command is expected to end with 0, or with what its comment says (`# exit code 4`). ID stands for the request named last.
// Plain JavaScript: it runs on the Node that npm runs on.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './setup.mjs';

const place = mkdtempSync(join(tmpdir(), 'gatehouse-readme-'));
const clone = join(place, 'gatehouse');
const home = join(place, 'home');
const startedAt = performance.now();
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
const say = (text) => console.log(`${seconds().padStart(6)} s  ${text}`);
const upTimeoutMs = 10 * 60_000;

/** What npm and this repository's own tests put into the environment is not there on a new user's machine. */
function cleanEnvironment() {
  const foreign = /^(npm_|GATEHOUSE_|INIT_CWD$|XDG_|NODE_OPTIONS$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  // npm's own cache stays: what is measured is this project, not the registry.
  const cache = process.env.npm_config_cache ?? join(process.env.HOME ?? '/root', '.npm');
  return { ...Object.fromEntries(kept), HOME: home, PATH: path.join(':'), npm_config_cache: cache };
}

const env = cleanEnvironment();

function commandsOf(markdown) {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]);
  return blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => {
      const text = line.trim();
      if (text === '' || text.startsWith('#')) return [];
      const expected = /# exit code (\d+)/.exec(text);
      return [{ command: text.replace(/\s+#.*$/, ''), exitCode: expected === null ? 0 : Number(expected[1]) }];
    });
}

function startDaemon() {
  const daemon = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const up = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`npm start did not come up:\n${output}`)), upTimeoutMs);
    const take = (chunk) => {
      output += chunk;
      if (!output.includes('Gatehouse is up')) return;
      clearTimeout(timer);
      resolve();
    };
    daemon.stdout.on('data', take);
    daemon.stderr.on('data', take);
    daemon.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  // One that could not start is gone already.
  return { up, stop: () => daemon.exitCode === null && process.kill(-daemon.pid, 'SIGTERM') };
}

let lastId = '';

function runCommand({ command, exitCode }) {
  const text = command.replaceAll(/\bID\b/g, lastId);
  const result = spawnSync('bash', ['-c', text], { cwd: clone, env, encoding: 'utf8' });
  const ids = result.stdout.match(/apr_[a-z0-9]{20}/g);
  if (ids !== null) lastId = ids.at(-1);
  if (result.status !== exitCode) {
    throw new Error(
      `expected exit code ${exitCode} and got ${result.status}:\n$ ${text}\n${result.stdout}${result.stderr}`,
    );
  }
  say(`ok  $ ${text}`);
  if (text.includes('approvals approve')) say('the first approval is given');
}

let daemon = null;
try {
  spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
  const commands = commandsOf(readFileSync(join(clone, 'README.md'), 'utf8'));
  say(`${commands.length} commands in README.md`);
  daemon = startDaemon();
  await daemon.up;
  say('ok  $ npm start');
  for (const item of commands) {
    // The daemon runs beside the others; the tests are run by `npm test` itself.
    if (item.command !== 'npm start' && item.command !== 'npm test') runCommand(item);
  }
  say('README.md holds');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  daemon?.stop();
  rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
