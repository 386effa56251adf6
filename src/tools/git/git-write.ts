// Tool: changes a git repository on this disk: add, commit, checkout, pull. It never pushes, and no hook or filter of the repository runs.
import { z } from 'zod';
import { defineTool, type ConfinedPath } from '../../contract/index.ts';
import { branchName, paths, repo, revision } from './arguments.ts';
import { leftOutNote, namesOf, readableScope, requireWritable } from './changed-paths.ts';
import { runAction, targets, type GitActions } from './git-work.ts';
import { identityVariables } from './identity.ts';
import { commitOf, GitProblem, outputOf, type Git, type GitContext } from './run-git.ts';

const input = z.strictObject({
  action: z.enum(['add', 'commit', 'checkout', 'pull']).describe('What to do.'),
  repo,
  paths: paths.describe('add: these files or folders, relative to the workspace. Default: all that changed.'),
  message: z.string().regex(/\S/, 'Say what changed.').max(20_000).optional().describe('commit: the message.'),
  all: z.boolean().default(false).describe('commit: add all that changed first.'),
  branch: branchName
    .optional()
    .describe('checkout: the branch; pull: the branch of the remote. Default for pull: the current one.'),
  create: z.boolean().default(false).describe('checkout: make the branch.'),
  start: revision.optional().describe('checkout with create: where the branch begins. Default: HEAD.'),
  remote: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, 'The name of a remote.')
    .default('origin')
    .describe('pull: from where.'),
});

export const gitWrite = defineTool({
  name: 'git_write',
  title: 'Change a git repository',
  description:
    'Change a git repository on this disk: add, commit, checkout (a branch, or create one), pull (fast-forward only). Never pushes, never ' +
    'loses work, runs no hook, and leaves protected files such as .env alone.',
  mode: 'git_write',
  category: 'git',
  risk: 'medium',
  effects: ['writes', 'egress'],
  timeoutMs: 180_000,
  argumentAliases: { command: 'action', files: 'paths', msg: 'message', name: 'branch', from: 'start' },
  input,
  actionPointer: '/action',
  targets,
  needs: ['files', 'process'],
  untrustedResult: true,
  whenToUse: 'When the person asked for a commit, a branch or an update of the repository.',
  examples: [
    { description: 'Commit all that changed', arguments: { action: 'commit', message: 'Name the limit', all: true } },
    { description: 'A new branch', arguments: { action: 'checkout', branch: 'topic/limits', create: true } },
  ],
  failureModes: [
    'Work that is not committed would be lost: git refuses, commit it first.',
    'A checkout or pull that would write a protected file (.vscode, .husky, .env …): refused, nothing is changed.',
    'A pull that is no fast-forward: refused. Leave merging to the person.',
    'A file that wants a filter such as Git LFS: refused, since no program of the repository runs.',
    'A submodule, or another repository inside this one: left alone. Commit in it first, with repo.',
    'A remote that is not https, ssh or a path inside the roots: refused. Nobody is asked for a password.',
  ],
  async run(args, context) {
    return runAction(actions, { args, context, writing: true, nothing: 'Done.' });
  },
});

const actions: GitActions<z.output<typeof input>> = {
  async add({ git, context, wanted }) {
    const note = await add(git, context, wanted);
    return `${note}${outputOf(await git.run(['status', '--short', '--no-renames', '--ignore-submodules=dirty']))}`;
  },
  async commit({ git, context, args }) {
    if (args.message === undefined) throw new GitProblem('A commit wants a message.');
    const note = args.all ? await add(git, context, []) : '';
    const options = [
      'commit',
      '--quiet',
      '--no-verify',
      '--no-gpg-sign',
      '--no-status',
      '--cleanup=whitespace',
      '--file=-',
    ];
    const environment = await identityVariables(git, context);
    outputOf(await git.run(options, { stdin: args.message, environment }));
    return note + outputOf(await git.run(['log', '--max-count=1', '--format=Committed %h: %s']));
  },
  async checkout({ git, context, args }) {
    const { branch, create, start = 'HEAD' } = args;
    if (branch === undefined) throw new GitProblem('A checkout wants a branch.');
    const to = create ? start : `refs/heads/${branch}`;
    await requireWritable({ git, context }, changes(await commitOf(git, to)));
    const what = create ? ['--create', branch, '--end-of-options', start] : ['--end-of-options', branch];
    const options = ['switch', '--quiet', '--no-guess', '--no-recurse-submodules', '--no-progress', '--no-track'];
    outputOf(await git.run([...options.filter((option) => create || option !== '--no-track'), ...what]));
    return `On ${create ? 'the new branch' : 'the branch'} ${branch}.`;
  },
  async pull({ git, context, args }) {
    const { remote } = args;
    const branch = args.branch ?? (await currentBranch(git));
    const ref = `refs/remotes/${remote}/${branch}`;
    const options = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance', '--refmap='];
    const fetched = await git.run(
      [...options, '--upload-pack=git-upload-pack', remote, `+refs/heads/${branch}:${ref}`],
      {
        environment: { GIT_ALLOW_PROTOCOL: 'https:ssh:file' },
      },
    );
    outputOf(fetched);
    await requireWritable({ git, context }, changes(await commitOf(git, ref)));
    outputOf(await git.run(['merge', '--quiet', '--ff-only', '--no-stat', '--no-verify-signatures', ref]));
    return `Up to ${outputOf(await git.run(['log', '--max-count=1', '--format=%h: %s']))}`;
  },
};

/** Stages what is wanted, or all that changed, but for protected files and submodules; a note of what was left alone. */
async function add(git: Git, context: GitContext, wanted: readonly ConfinedPath[]): Promise<string> {
  const scope = await readableScope({ git, context }, listChanged, wanted);
  const submodules = await submodulesOf(git);
  const without = submodules.map((name) => `:(top,exclude,literal)${name}`);
  outputOf(await git.run(['add', '--all', '--', ...scope.pathspecs, ...without]));
  const note = submodules.length === 0 ? '' : `[Submodules are left alone: ${submodules.join(', ')}]\n`;
  return leftOutNote(scope, 'left alone') + note;
}

/** Repositories in this one, known to it or not: to look into one, git would run in it under a configuration that nobody judged. */
async function submodulesOf(git: Git): Promise<readonly string[]> {
  const staged = await namesOf(git, ['ls-files', '--stage', '-z']);
  const known = staged.filter((line) => line.startsWith('160000 ')).map((line) => line.slice(line.indexOf('\t') + 1));
  const others = await namesOf(git, ['ls-files', '--others', '--exclude-standard', '-z']);
  return [...known, ...others.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1))];
}

/** What is new, and what is changed or gone, by name. */
const listChanged = ['ls-files', '--others', '--modified', '--deleted', '--exclude-standard', '--full-name', '-z'];

/** What lies between HEAD and a commit, by name. */
function changes(commit: string): readonly string[] {
  return [
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--ignore-submodules=all',
    'HEAD',
    commit,
    '--',
  ];
}

async function currentBranch(git: Git): Promise<string> {
  const end = await git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  if (end.exitCode !== 0) throw new GitProblem('No branch is checked out: name one.');
  return outputOf(end).trim();
}
