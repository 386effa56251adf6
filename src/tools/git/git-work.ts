// What the git tools share: their targets, and how an action of theirs is run and told.
import type { ConfinedPath, TargetPointer, ToolResult } from '../../contract/index.ts';
import { provenPaths } from './arguments.ts';
import { answered, openGit, type Git, type GitContext } from './run-git.ts';

/** Any folder and any paths of the repository, which are read. What is written besides, the guard of git finds out: the repository. */
export const targets: readonly TargetPointer[] = [
  { pointer: '/repo', kind: 'path', action: 'read', fallback: '.' },
  { pointer: '/paths', kind: 'path', action: 'read' },
];

/** What an action works on. */
interface GitWork<Arguments> {
  readonly git: Git;
  readonly context: GitContext;
  readonly wanted: readonly ConfinedPath[];
  readonly args: Arguments;
}

/** Each answers what is told. */
export type GitActions<Arguments extends { readonly action: string }> = Readonly<
  Record<Arguments['action'], (work: GitWork<Arguments>) => Promise<string>>
>;

interface GitCall<Arguments> extends Pick<GitWork<Arguments>, 'args' | 'context'> {
  readonly writing: boolean;
  /** Told where there is nothing to tell. */
  readonly nothing: string;
}

/** Opens the repository and does in it what the arguments name. */
export function runAction<Arguments extends { readonly action: string; readonly paths: readonly string[] }>(
  actions: GitActions<Arguments>,
  { args, context, writing, nothing }: GitCall<Arguments>,
): Promise<ToolResult> {
  return answered(async () => {
    const git = await openGit(context, { writing });
    const wanted = provenPaths(context, args.paths.length);
    const action: Arguments['action'] = args.action;
    const text = (await actions[action]({ git, context, wanted, args })).trimEnd();
    return { blocks: [{ type: 'text', text: text === '' ? nothing : text }], keep: 'head' };
  });
}
