// Runs git with arguments that we made, in a repository that the guard judged, with every program of its configuration switched off.
import {
  CapabilityError,
  keptHeadBytes,
  type ConfinedPath,
  type HandlerContext,
  type ProgramEnd,
  type ToolResult,
} from '../../contract/index.ts';
import { filterNames, gitConfigKey, readGitConfigItem, runsProgram, type GitConfigEntry } from '../../text/index.ts';
import { provenPath } from '../file/proven-path.ts';
import { bad } from '../file/no-such-file.ts';

export type GitContext = HandlerContext<'files' | 'process'>;

export interface GitRun {
  readonly stdin?: string;
  readonly maxBytes?: number;
  /** Besides those that switch programs off. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Git {
  /** The top folder of the work tree. */
  readonly top: ConfinedPath;
  run(args: readonly string[], run?: GitRun): Promise<ProgramEnd>;
}

/** What a call is stopped with, told as the tool's answer. */
export class GitProblem extends Error {}

const shownBytes = 1 << 20;
const listedBytes = 4 << 20;

/** Of the command line, so that they stand above what a repository says. */
const switchedOff: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.alternateRefsCommand', 'true'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['commit.gpgSign', 'false'],
  ['merge.verifySignatures', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  // Where a redirect leads, nobody judged.
  ['http.followRedirects', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.bareRepository', 'explicit'],
  ['core.quotePath', 'false'],
  ['color.ui', 'false'],
];

/** Known by name, since the person's own configuration, which is not read, is where it usually stands. */
const usualFilters = ['lfs'];

/**
 * `writing` makes a filter that is switched off an error for the files that want it: what is stored without it would be another file than
 * the person means. Throws `drift` where git finds more in the configuration than the decision knew of.
 */
export async function openGit(context: GitContext, { writing }: { readonly writing: boolean }): Promise<Git> {
  const top = provenPath(context, '/repo/top');
  const gitDir = context.facts['git_dir'];
  if (typeof gitDir !== 'string') throw new Error('The guard named no repository.');
  const base = { ...baseEnvironment, GIT_DIR: gitDir, GIT_WORK_TREE: top.real };
  const run = (args: readonly string[], given: GitRun, environment: Readonly<Record<string, string>>) =>
    context.ports.process.run({
      command: { argv: ['git', ...args] },
      directory: top,
      place: 'host',
      environment: { ...environment, ...given.environment },
      maxBytes: given.maxBytes ?? shownBytes,
      timeoutMs: context.timeoutMs,
      signal: context.signal,
      ...(given.stdin === undefined ? {} : { stdin: given.stdin }),
    });
  const entries = await listConfig((args) => run(args, { maxBytes: listedBytes }, base));
  requireAsDecided(entries, context);
  const filters = [...new Set([...usualFilters, ...filterNames(entries)])];
  const environment = {
    ...base,
    ...configVariables([...switchedOff, ...filters.flatMap((name) => noFilter(name, writing))]),
  };
  return { top, run: (args, given = {}) => run(args, given, environment) };
}

/** Nothing of the machine's or the person's configuration, nobody to ask, and no way out but those a pull names. */
const baseEnvironment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '0',
  LC_ALL: 'C.UTF-8',
};

function noFilter(name: string, writing: boolean): readonly (readonly [string, string])[] {
  const off = ['clean', 'smudge', 'process'].map((part) => [`filter.${name}.${part}`, ''] as const);
  return [...off, [`filter.${name}.required`, String(writing)]];
}

/** By variables and not by `-c`, which cannot say a name with `=`. */
function configVariables(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const variables = pairs.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return Object.fromEntries([['GIT_CONFIG_COUNT', String(pairs.length)], ...variables]);
}

/** Listing runs nothing. */
async function listConfig(run: (args: readonly string[]) => Promise<ProgramEnd>): Promise<readonly GitConfigEntry[]> {
  const end = await run(['config', '--list', '--includes', '-z']);
  if (end.exitCode !== 0) throw new GitProblem(`git cannot read its configuration: ${textOf(end.stderr).trim()}`);
  if (end.stdoutOmitted > 0) throw new GitProblem('The git configuration is larger than is read.');
  return textOf(end.stdout)
    .split('\0')
    .filter((item) => item !== '')
    .map((item) => {
      const entry = readGitConfigItem(item);
      if (entry === null) throw new GitProblem('The git configuration holds a key that cannot be read.');
      return entry;
    });
}

/** What was decided on the guard's reading of the files holds only as far as git reads the same. */
function requireAsDecided(entries: readonly GitConfigEntry[], { facts }: GitContext): void {
  const surprise = entries.find(runsProgram);
  if (surprise === undefined || facts['repository'] === 'runs_programs') return;
  throw new CapabilityError(
    'drift',
    `The git configuration holds ${gitConfigKey(surprise)}, which it did not when this call was decided. Make the call again.`,
  );
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The output where git did what it was asked, else what it said, thrown as the tool's answer. */
export function outputOf(end: ProgramEnd): string {
  if (end.timedOut) throw new GitProblem('git took too long and was ended.');
  if (end.exitCode === 0) return textOf(end.stdout);
  const said = textOf(end.stderr).trim() || textOf(end.stdout).trim();
  throw new GitProblem(said === '' ? `git ended with exit code ${end.exitCode}.` : said);
}

/** As much of the start as is kept whole. */
export function headOf(end: ProgramEnd): string {
  const text = outputOf(end);
  if (end.stdoutOmitted === 0) return text;
  const head = textOf(end.stdout.subarray(0, keptHeadBytes(shownBytes)));
  return `${head}\n[… more than is shown. Name paths, or a smaller limit …]\n`;
}

/** The id of a commit. Nothing else has one here: the name of a file's content would show it past every name. */
export async function commitOf(git: Git, name: string): Promise<string> {
  const end = await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  if (end.exitCode !== 0) throw new GitProblem(`There is no commit ${name}.`);
  return outputOf(end).trim().split('\n').at(-1) ?? '';
}

/**
 * Throws where a revision, or a range of them, names anything but commits: the content of a file that may not be shown would be shown under
 * the name of one that may, and that of a folder under names without the folder's.
 */
export async function requireCommits(git: Git, revisions: string): Promise<void> {
  const ids = outputOf(await git.run(['rev-parse', '--revs-only', revisions])).match(/[0-9a-f]{40,64}/g) ?? [];
  const end = await git.run(['cat-file', '--batch-check'], { stdin: ids.map((id) => `${id}^{commit}\n`).join('') });
  const found = outputOf(end).trim().split('\n');
  if (ids.length > 0 && found.every((line) => line.split(' ')[1] === 'commit')) return;
  throw new GitProblem(
    `${revisions} names no commit, or more than commits. Name commits, and files and folders by paths.`,
  );
}

/** What git says of a wrong request is an answer, not a fault of ours. */
export async function answered(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof GitProblem) return bad(cause.message);
    throw cause;
  }
}
