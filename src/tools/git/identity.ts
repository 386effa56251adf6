// Who commits: as the repository says, else as the person's own git configuration does, of which nothing else is read.
import { GitProblem, outputOf, textOf, type Git, type GitContext } from './run-git.ts';

/** As variables, so that no name can be an option or a setting. */
export async function identityVariables(git: Git, context: GitContext): Promise<Readonly<Record<string, string>>> {
  const name = (await ofRepository(git, 'user.name')) ?? (await ofPerson(git, context, 'user.name'));
  const email = (await ofRepository(git, 'user.email')) ?? (await ofPerson(git, context, 'user.email'));
  if (name === null || email === null) {
    throw new GitProblem('git does not know who commits. The person sets user.name and user.email with git config.');
  }
  return { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email };
}

async function ofRepository(git: Git, key: string): Promise<string | null> {
  const end = await git.run(['config', '--includes', '--get', key]);
  return end.exitCode === 0 ? outputOf(end).trim() : null;
}

/** Reading one key runs nothing, whatever else stands there. */
async function ofPerson({ top }: Git, context: GitContext, key: string): Promise<string | null> {
  const end = await context.ports.process.run({
    command: { argv: ['git', 'config', '--global', '--includes', '--get', key] },
    directory: top,
    place: 'host',
    maxBytes: 10_000,
    timeoutMs: 10_000,
    signal: context.signal,
  });
  const value = end.exitCode === 0 ? textOf(end.stdout).trim() : '';
  return value === '' ? null : value;
}
