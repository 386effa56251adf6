// Which of the paths that git would show or change the rules of files let be read or written: the others are left out, or stop the call.
import type { ConfinedPath } from '../../contract/index.ts';
import { GitProblem, outputOf, type Git, type GitContext } from './run-git.ts';

/** That are looked at one by one. */
const mostNames = 20_000;
const mostLeftOut = 400;
const listedBytes = 32 << 20;

export interface Scope {
  /** What stands behind `--`. */
  readonly pathspecs: readonly string[];
  /** Names that are not shown: of credentials, of our own files, or links that lead outside. */
  readonly leftOut: readonly string[];
}

/** `listing` prints names, each ended by NUL. All paths where `paths` is empty. */
export async function readableScope(
  { git, context }: { readonly git: Git; readonly context: GitContext },
  listing: readonly string[],
  paths: readonly ConfinedPath[],
): Promise<Scope> {
  const wanted = paths.length === 0 ? [':(top)'] : paths.map((path) => pathspecOf(path, git.top));
  const names = await fewNamesOf(git, [...listing, '--', ...wanted]);
  const leftOut: string[] = [];
  for (const name of names) {
    if ((await context.ports.files.within(git.top, name)) === null) leftOut.push(name);
  }
  if (leftOut.length > mostLeftOut)
    throw new GitProblem(`${leftOut.length} protected files are among them, more than can be left out. Name paths.`);
  return { pathspecs: [...wanted, ...leftOut.map((name) => `:(top,exclude,literal)${name}`)], leftOut };
}

/** Throws where a change of the work tree, told by `listing`, would write what no tool writes. */
export async function requireWritable(
  { git, context }: { readonly git: Git; readonly context: GitContext },
  listing: readonly string[],
): Promise<void> {
  const refused: string[] = [];
  for (const name of await fewNamesOf(git, listing)) {
    if ((await context.ports.files.within(git.top, name, 'write')) === null) refused.push(name);
  }
  if (refused.length === 0) return;
  const shown = refused.slice(0, 10).join(', ');
  throw new GitProblem(
    `Nothing was changed: it would write ${shown}${refused.length > 10 ? ' and more' : ''}, which is protected, blocked, outside, or asked about one by one. Leave this to the person.`,
  );
}

/** What a listing prints, each once. Throws where there is more than can be looked at. */
export async function namesOf(git: Git, listing: readonly string[]): Promise<readonly string[]> {
  const end = await git.run(listing, { maxBytes: listedBytes });
  const text = outputOf(end);
  if (end.stdoutOmitted > 0) throw tooMany();
  return [...new Set(text.split('\0').filter((name) => name !== ''))];
}

async function fewNamesOf(git: Git, listing: readonly string[]): Promise<readonly string[]> {
  const names = await namesOf(git, listing);
  if (names.length > mostNames) throw tooMany();
  return names;
}

function tooMany(): GitProblem {
  return new GitProblem('More files differ than can be checked. Name paths, or go in smaller steps.');
}

/** Letter by letter, from the top of the repository: no sign in a name is a pattern. */
export function pathspecOf(path: ConfinedPath, top: ConfinedPath): string {
  if (path.real === top.real) return ':(top)';
  if (path.real.startsWith(`${top.real}/`)) return `:(top,literal)${path.real.slice(top.real.length + 1)}`;
  throw new GitProblem(`${path.shown} lies outside the repository.`);
}

/** One line that says what was not shown; empty where nothing was left out. */
export function leftOutNote({ leftOut }: Scope, what: string): string {
  if (leftOut.length === 0) return '';
  const shown = leftOut.slice(0, 10).join(', ');
  return `[${leftOut.length} protected ${leftOut.length === 1 ? 'file is' : 'files are'} ${what}: ${shown}${leftOut.length > 10 ? ' …' : ''}]\n`;
}
