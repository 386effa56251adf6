// Runs the scenarios that a revision of the protocol requires, and reads what came of each.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../repository.ts';

export type Revision = '2025-11-25' | '2026-07-28';

/** By scenario: what failed of it; empty where it passes. */
export type ScenarioResults = ReadonlyMap<string, readonly string[]>;

const program = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** All scenarios of the revision, against the server of this address. */
export function runServerScenarios(revision: Revision, url: string): Promise<ScenarioResults> {
  return run(['server', '--url', url, '--requirements', revision]);
}

/** Each by itself, so that no client waits for the processor behind all the others. */
export async function runClientScenarios(
  revision: Revision,
  scenarios: readonly string[],
  command: string,
): Promise<ScenarioResults> {
  const results = new Map<string, readonly string[]>();
  const left = [...scenarios];
  const work = async (): Promise<void> => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      const args = ['client', '--command', command, '--scenario', scenario, '--spec-version', revision];
      const [failed = ['it did not run']] = (await run([...args, '--timeout', '60000'])).values();
      results.set(scenario, failed);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

async function run(args: readonly string[]): Promise<ScenarioResults> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'));
  try {
    const child = spawn(process.execPath, [program, ...args, '--output-dir', folder], { stdio: 'ignore', cwd: folder });
    await new Promise((resolve) => child.once('exit', resolve));
    return new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => resultIn(folder, path)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function resultIn(folder: string, path: string): readonly (readonly [string, readonly string[]])[] {
  const [, scenario] = /^(?:server-)?(.+)-\d{4}-\d\d-\d\dT[^/]*\/checks\.json$/.exec(path) ?? [];
  if (scenario === undefined) return [];
  const checks: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const failed = Array.isArray(checks) ? checks.filter(({ status }) => status === 'FAILURE') : [{ id: 'no checks' }];
  return [[scenario, failed.map(({ id, errorMessage }) => `${String(id)}: ${String(errorMessage ?? '')}`)]];
}
