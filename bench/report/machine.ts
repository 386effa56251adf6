// Where and of what the figures are: without it they are only numbers.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Machine {
  /** Short hash; with "+" where files had been changed since. */
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  /** The day. */
  readonly at: string;
}

export function thisMachine(): Machine {
  const all = cpus();
  return {
    commit: commitOf(fileURLToPath(new URL('../../', import.meta.url))),
    node: process.versions.node,
    cpu: all[0]?.model.trim() ?? 'unknown processor',
    cores: all.length,
    at: new Date().toISOString().slice(0, 10),
  };
}

function commitOf(folder: string): string {
  const git = (...args: readonly string[]): string => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const hash = git('rev-parse', '--short', 'HEAD');
  if (hash === '') return 'unknown';
  return git('status', '--porcelain', '--', 'src', 'bin', 'bench') === '' ? hash : `${hash}+`;
}
