// What the sandbox adds to a command: the same program through the process port, and started by Node alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfinedPath, ProcessAccess, ProgramEnd } from '../../src/contract/index.ts';
import {
  cleanEnvironment,
  createConfinement,
  createProcessAccess,
  findShell,
  openSandbox,
  type ConfinementSettings,
} from '../../src/host/index.ts';
import type { BenchResult, Check, Figure } from '../measure/figure.ts';
import { timeCalls } from '../measure/take-turns.ts';

const rounds = 30;
const restMs = 50;
const line = 'true';

interface Place {
  readonly folder: string;
  readonly files: number;
}

export async function sandbox(): Promise<BenchResult> {
  const figures: Figure[] = [];
  const checks: Check[] = [];
  for (const files of [0, 5_000]) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')));
    try {
      fill({ folder, files });
      const measured = await measure({ folder, files });
      figures.push(...measured.figures);
      checks.push(measured.check);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return {
    name: 'sandbox',
    about: 'A command through the process port in its sandbox, beside the same command started by Node alone.',
    figures,
    checks,
  };
}

/** As a project has them: ten to a folder, and two protected ones. */
function fill({ folder, files }: Place): void {
  for (let each = 0; each < files; each++) {
    const place = join(folder, `part-${Math.floor(each / 1_000)}`, `module-${Math.floor(each / 10)}`);
    if (each % 10 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, each % 2_500 === 0 ? '.env' : `file-${each}.ts`), 'x');
  }
}

async function measure(place: Place): Promise<{ readonly figures: readonly Figure[]; readonly check: Check }> {
  const environment = cleanEnvironment(process.env, { allow: [] });
  const settings = settingsFor(place.folder);
  const [shell, confinement] = await Promise.all([findShell(), createConfinement(settings)]);
  const directory = await confinement.confine('.', { action: 'read' });
  if (!directory.ok) throw new Error(directory.refusal.text);
  const open = (setting: 'required' | 'off') =>
    openSandbox({
      setting,
      ...settings,
      net: { internalOrigins: [], blockedHosts: [], allowedHosts: [], proxy: 'direct' },
      searchPath: environment['PATH'] ?? '',
    });
  const [walls, noWalls] = [open('required'), open('off')];
  try {
    const inside = createProcessAccess({ shell, environment, sandbox: walls });
    const beside = createProcessAccess({ shell, environment, sandbox: noWalls });
    const first = await run(inside, directory.path);
    const spreads = await timeCalls(
      {
        full: () => run(inside, directory.path),
        off: () => run(beside, directory.path),
        plain: () => plain(shell, { cwd: place.folder, env: environment }),
      },
      // As commands come: the kernel goes on for a while taking down what the last one had.
      { rounds, block: 1, restMs },
    );
    const what = `in a workspace of ${place.files.toLocaleString('en')} files`;
    return {
      figures: [
        {
          what: `sandboxed, ${what}`,
          baseline: 'plain spawn',
          ours: spreads.full,
          theirs: spreads.plain,
          targets: [{ of: 'p50', atMost: 3 }],
        },
        {
          what: `port alone (off), ${what}`,
          baseline: 'plain spawn',
          ours: spreads.off,
          theirs: spreads.plain,
          targets: [],
        },
      ],
      check: { what: `${what} the level is full`, holds: first.sandbox === 'full' && first.exitCode === 0 },
    };
  } finally {
    walls.close();
  }
}

function settingsFor(folder: string): ConfinementSettings {
  return {
    workspace: folder,
    readRoots: [folder],
    writeRoots: [folder],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
  };
}

function run(programs: ProcessAccess, directory: ConfinedPath): Promise<ProgramEnd> {
  return programs.run({
    command: { shell: line },
    directory,
    maxBytes: 10_000,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
}

interface PlainPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** With its output read, as whoever runs a command wants it. */
async function plain(shell: string, { cwd, env }: PlainPlace): Promise<void> {
  const child = spawn(shell, ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close');
}
