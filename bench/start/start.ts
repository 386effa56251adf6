// How long a command takes from nothing, beside Node itself doing nothing: the built program, as people get it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { spreadOf, type Spread } from '../measure/spread.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'bin', 'gatehouse.mjs');
const rounds = 31;

type Name = 'bare' | 'version' | 'tools' | 'first';

export async function start(): Promise<BenchResult> {
  // Builds only what changed; says what it does on stderr.
  succeed([join(root, 'scripts', 'setup.mjs'), '--build'], {});
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  try {
    const listed = listedIn(join(folder, 'home'));
    const { bare, ...ours } = measure(folder);
    const figureOf = (what: string, spread: Spread, atMost: number | null): Figure => ({
      what,
      baseline: 'node -e 0',
      ours: spread,
      theirs: bare,
      targets: atMost === null ? [] : [{ of: 'p50', atMost }],
    });
    return {
      name: 'start',
      about: 'The built command from nothing to its end, beside Node doing nothing.',
      figures: [
        figureOf('gatehouse --version', ours.version, 1.5),
        figureOf('gatehouse tools', ours.tools, 2.5),
        figureOf('gatehouse tools, where there is no home yet', ours.first, null),
      ],
      checks: [listed],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(folder: string): Readonly<Record<Name, Spread>> {
  const home = join(folder, 'home');
  const env = { GATEHOUSE_HOME: home };
  // The very first start writes the home, and the second the compiled code.
  for (let each = 0; each < 3; each++) succeed([program, 'tools'], env);
  const times: Record<Name, number[]> = { bare: [], version: [], tools: [], first: [] };
  const fresh = join(folder, 'fresh');
  mkdirSync(fresh);
  for (let round = 0; round < rounds; round++) {
    times.bare.push(succeed(['-e', '0'], env).microseconds);
    times.version.push(succeed([program, '--version'], env).microseconds);
    times.tools.push(succeed([program, 'tools'], env).microseconds);
    times.first.push(succeed([program, 'tools'], { GATEHOUSE_HOME: join(fresh, String(round)) }).microseconds);
  }
  return {
    bare: spreadOf(times.bare),
    version: spreadOf(times.version),
    tools: spreadOf(times.tools),
    first: spreadOf(times.first),
  };
}

function listedIn(home: string): Check {
  const { stdout } = succeed([program, 'tools', '--json'], { GATEHOUSE_HOME: home });
  const found: unknown = JSON.parse(stdout);
  return { what: 'gatehouse tools lists tools', holds: Array.isArray(found) && found.length > 0 };
}

/** Throws where the program fails: a fast failure is no fast start. */
function succeed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly microseconds: number; readonly stdout: string } {
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const microseconds = (performance.now() - from) * 1_000;
  if (status !== 0) throw new Error(`${args.join(' ')} failed with ${status}: ${stderr}`);
  return { microseconds, stdout };
}
