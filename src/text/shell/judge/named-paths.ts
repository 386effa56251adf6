// Which words of a command that is not known to be harmless may be paths, and which of them it may write.
import { argumentsOf, type Form } from '../forms/form.ts';
import { interpreters, shells } from '../forms/launchers.ts';
import type { ShellWord } from '../read/script.ts';
import type { ShellPart } from './analysis.ts';

/** What a path may be made of. A text with blanks or quotes in it is a message or a program. */
const pathLike = /^[^\s"'`$(){}<>|;&\\]+$/;
/** A name alone is a path when it is hidden, has an ending, or is one that keys have. */
const nameLike = /\/|^\.|\.\w+$|^id_/;
/** Programs whose words are texts to print, or names of things that are no files. */
const withoutPaths = new Set([
  'echo',
  'printf',
  'basename',
  'dirname',
  'true',
  'false',
  ':',
  'kill',
  'killall',
  'pkill',
  'export',
  'unset',
  'yq',
  'expr',
  'which',
  'type',
]);
const gitWrites = new Set([
  'checkout',
  'restore',
  'rm',
  'mv',
  'clean',
  'apply',
  'init',
  'clone',
  'config',
  'worktree',
  'submodule',
]);

export function namedPaths(form: Form): ShellPart['names'] {
  const { program } = form;
  if (withoutPaths.has(program) || shells.has(program)) return [];
  const args = argumentsOf(form);
  const isWritten = program === 'git' ? args.some(({ value }) => gitWrites.has(value)) : !interpreters.test(program);
  return args
    .filter(({ value }, at) => pathLike.test(value) && !value.includes('://') && !isProgramText(program, args[at - 1]))
    .flatMap(({ value }) => pathsIn(value))
    .map((path) => ({ path, isWritten }));
}

/** `process.env` behind `node -p` is a program, whatever it looks like. */
function isProgramText(program: string, before: ShellWord | undefined): boolean {
  return interpreters.test(program) && /^(?:-[a-zA-Z]*[cepE]|--eval|--print)$/.test(before?.value ?? '');
}

/** The word itself, and what follows a `=`, `:`, `@` or `,` in it. */
function pathsIn(value: string): readonly string[] {
  const parts = value.startsWith('-') ? value.split(/[=:@,]/).slice(1) : [value, ...value.split(/[=:@,]/)];
  return [...new Set(parts)].filter((part) => nameLike.test(part));
}
