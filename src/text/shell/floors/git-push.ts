// Finds a push in a command of git. Pushing has a tool of its own, which always asks.
import type { Form } from '../forms/form.ts';

/** Options before the command that take a value of their own. */
const withValue = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
  '--attr-source',
]);
const containers = new Set(['subtree', 'lfs', 'annex', 'svn', 'p4']);
const gits = new Set(['git', 'git.exe', 'hub']);
const pushPrograms = new Set(['git-push', 'git-send-pack', 'git-http-push']);
const pushes = new Set(['push', 'send-pack', 'http-push']);

const mostOptions = 64;

export function isGitPush({ program, words, at, isCertain }: Form): boolean {
  if (!gits.has(program)) return pushPrograms.has(program);
  const valueAt = (index: number): string => words[index]?.value ?? '';
  let index = at + 1;
  while (valueAt(index).startsWith('-')) {
    index += withValue.has(valueAt(index)) ? 2 : 1;
    // Nobody writes so many; behind an unknown launcher each of thousands of names would be looked at like this.
    if (!isCertain && index - at > mostOptions) return true;
  }
  if (pushes.has(valueAt(index))) return true;
  return containers.has(valueAt(index)) && /^(?:push|dcommit|submit)$/.test(valueAt(index + 1));
}
