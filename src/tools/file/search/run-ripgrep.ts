// Runs ripgrep over one place: never through a shell, without the person's configuration, following no link and starting no program.
import type { ConfinedPath, HandlerContext } from '../../../contract/index.ts';

export type SearchContext = HandlerContext<'files' | 'process'>;

export interface SearchPlace {
  /** Where ripgrep runs; what it finds is relative to it. */
  readonly directory: ConfinedPath;
  /** The name of the one file to search, else null for all below the directory. */
  readonly only: string | null;
}

export interface RipgrepRun {
  readonly options: readonly string[];
  readonly includeIgnored: boolean;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type RipgrepAnswer =
  | { readonly kind: 'found'; readonly stdout: Uint8Array; readonly omitted: number; readonly timedOut: boolean }
  /** The pattern or the glob cannot be read. */
  | { readonly kind: 'problem'; readonly text: string };

/** Ends when nothing matched, too. Time over is no problem: what was found until then is given. */
export async function runRipgrep(context: SearchContext, place: SearchPlace, run: RipgrepRun): Promise<RipgrepAnswer> {
  const { exitCode, stdout, stdoutOmitted, stderr, timedOut } = await context.ports.process.run({
    command: {
      argv: [
        'rg',
        '--no-config',
        '--color=never',
        '--no-ignore-messages',
        '--no-require-git',
        '--hidden',
        ...(run.includeIgnored ? ['--no-ignore'] : []),
        ...run.options,
        // Last, so that no glob of the caller brings it back. Metadata of version control is no content of the project.
        '--glob=!.git',
        '--',
        `./${place.only ?? ''}`,
      ],
    },
    directory: place.directory,
    place: 'host',
    maxBytes: run.maxBytes,
    timeoutMs: run.timeoutMs,
    signal: context.signal,
  });
  // 2 stands for any error: files that could not be read, which are left out, and patterns that could not.
  if (exitCode === 2 && stdout.length === 0) {
    const text = problemText(new TextDecoder().decode(stderr));
    if (text !== null) return { kind: 'problem', text };
  }
  return { kind: 'found', stdout, omitted: stdoutOmitted, timedOut };
}

/** Null where only files could not be read. */
function problemText(stderr: string): string | null {
  const text = stderr.replaceAll(/^rg: /gm, '').trim();
  return /regex|glob|literal|pattern|look-around|backreference|size limit/i.test(text) ? text.slice(0, 2_000) : null;
}
