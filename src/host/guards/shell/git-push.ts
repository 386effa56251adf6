// Finds a push in a command of git. Pushing has a tool of its own, which always asks.
import type { SimpleCommand } from './simple-commands.ts';

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
const containers = new Set(['subtree', 'lfs', 'annex']);

export function isGitPush({ program, args }: SimpleCommand): boolean {
  if (program !== 'git' && program !== 'git.exe') return program === 'git-push';
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += withValue.has(args[at] ?? '') ? 2 : 1;
  const [command = '', first = ''] = args.slice(at);
  return command === 'push' || command === 'send-pack' || (containers.has(command) && first === 'push');
}
