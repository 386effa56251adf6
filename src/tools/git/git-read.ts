// Tool: reads a git repository. Nothing of its configuration runs, and nothing protected is shown.
import { z } from 'zod';
import { defineTool, type ConfinedPath } from '../../contract/index.ts';
import { paths, repo, revision } from './arguments.ts';
import { leftOutNote, pathspecOf, readableScope } from './changed-paths.ts';
import { runAction, targets, type GitActions } from './git-work.ts';
import { commitOf, headOf, requireCommits, type Git } from './run-git.ts';

const input = z.strictObject({
  action: z.enum(['status', 'log', 'diff', 'branch', 'show']).describe('What to look at.'),
  repo,
  revision: revision
    .optional()
    .describe(
      'log: where to begin; diff: what to compare with, or a..b; show: the commit. Default: HEAD, for diff the index.',
    ),
  paths: paths.describe('Only these files or folders, relative to the workspace.'),
  staged: z.boolean().default(false).describe('diff: what is staged instead of what is not.'),
  limit: z.int().min(1).max(200).default(20).describe('log: how many commits.'),
});

export const gitRead = defineTool({
  name: 'git_read',
  title: 'Read a git repository',
  description:
    'Read a git repository: status, log, diff, branch (a list), show (a commit with its changes). Runs no program that the repository ' +
    'configures, and leaves protected files such as .env out of what it shows.',
  mode: 'git_read',
  category: 'git',
  risk: 'low',
  effects: [],
  timeoutMs: 60_000,
  argumentAliases: {
    command: 'action',
    ref: 'revision',
    rev: 'revision',
    commit: 'revision',
    cached: 'staged',
    count: 'limit',
  },
  input,
  actionPointer: '/action',
  targets,
  needs: ['files', 'process'],
  untrustedResult: true,
  whenToUse: 'To see what changed, when and why, before changing or committing anything.',
  examples: [
    { description: 'What is changed and not committed', arguments: { action: 'status' } },
    { description: 'The last five commits of a folder', arguments: { action: 'log', paths: ['src'], limit: 5 } },
    { description: 'What a branch changed', arguments: { action: 'diff', revision: 'main...topic' } },
  ],
  failureModes: [
    'No repository, or one that begins outside the directories that may be used: refused.',
    'It asks first where the folder is not trusted, or the git configuration can run programs.',
    'A revision that is not there: what git says.',
    'Files of credentials are left out of diff and show; the names are told.',
  ],
  async run(args, context) {
    return runAction(actions, { args, context, writing: false, nothing: '[Nothing.]' });
  },
});

const actions: GitActions<z.output<typeof input>> = {
  async status({ git, wanted }) {
    const options = ['status', '--short', '--branch', '--untracked-files=normal', '--no-renames', '--no-column'];
    return headOf(await git.run([...options, '--ignore-submodules=dirty', '--', ...specs(wanted, git)]));
  },
  async log({ git, wanted, args }) {
    const format = '--format=%h %ad %an: %s';
    const options = ['log', `--max-count=${args.limit}`, format, '--date=short', '--no-patch', ...quiet];
    const from = args.revision === undefined ? [] : ['--end-of-options', args.revision];
    return headOf(await git.run([...options, ...from, '--', ...specs(wanted, git)]));
  },
  async diff({ git, context, wanted, args }) {
    if (args.revision !== undefined) await requireCommits(git, args.revision);
    const from = args.revision === undefined ? [] : ['--end-of-options', args.revision];
    const what = ['diff', ...(args.staged ? ['--cached'] : []), '--no-renames', ...submodules];
    const scope = await readableScope({ git, context }, [...what, '--name-only', '-z', ...from], wanted);
    const patch = headOf(await git.run([...what, ...quiet, ...from, '--', ...scope.pathspecs]));
    return leftOutNote(scope, 'not shown') + patch;
  },
  async branch({ git }) {
    const format = '--format=%(HEAD) %(refname:short) %(objectname:short) %(upstream:short) %(contents:subject)';
    return headOf(await git.run(['branch', '--list', '--all', '--no-column', format]));
  },
  async show({ git, context, wanted, args }) {
    const commit = await commitOf(git, args.revision ?? 'HEAD');
    // A merge is shown as what it brought into its first parent.
    const what = ['show', '-m', '--first-parent', '--no-renames', ...submodules];
    const scope = await readableScope({ git, context }, [...what, '--name-only', '-z', '--format=', commit], wanted);
    const format = '--format=commit %H%nAuthor: %an <%ae>%nDate:   %ad%n%n%B';
    const patch = headOf(
      await git.run([...what, ...quiet, format, '--date=iso', '--patch', '--stat', commit, '--', ...scope.pathspecs]),
    );
    return leftOutNote(scope, 'not shown') + patch;
  },
};

const quiet = ['--no-ext-diff', '--no-textconv', '--no-color'];
const submodules = ['--ignore-submodules=dirty', '--submodule=short'];

function specs(wanted: readonly ConfinedPath[], { top }: Git): readonly string[] {
  return wanted.map((path) => pathspecOf(path, top));
}
