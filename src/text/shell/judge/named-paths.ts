// Which words of a command that is not known to be harmless may be paths, and which of them it may write.
import { argumentsOf, type Form } from '../forms/form.ts';
import { interpreters, shells } from '../forms/launchers.ts';
import type { ShellWord } from '../read/script.ts';
import type { ShellPart } from './analysis.ts';

/** What a path may be made of. A text with blanks or quotes in it is a message or a program. */
const pathLike = /^[^\s"'`$(){}<>|;&\\]+$/;
/** A name alone is a path when it is hidden, has an ending, or is one that keys have. */
const nameLike = /\/|^\.|\.\w+$|^id_/;
/** Without one of these no part of a word is such a name. */
const nameWithin = /[/.]|id_/;
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
  const { words, at } = form;
  const isInterpreter = interpreters.test(program);
  const isWritten = program === 'git' ? argumentsOf(form).some(({ value }) => gitWrites.has(value)) : !isInterpreter;
  const names: { path: string; isWritten: boolean }[] = [];
  for (let index = at + 1; index < words.length; index++) {
    const value = words[index]?.value ?? '';
    if (!mayBePath(value) || (isInterpreter && index > at + 1 && isProgramOption(words[index - 1]))) continue;
    for (const path of pathsIn(value)) names.push({ path, isWritten });
  }
  return names;
}

function mayBePath(value: string): boolean {
  return nameWithin.test(value) && pathLike.test(value) && !value.includes('://');
}

/** `process.env` behind `node -p` is a program, whatever it looks like. */
function isProgramOption(word: ShellWord | undefined): boolean {
  return /^(?:-[a-zA-Z]*[cepE]|--eval|--print)$/.test(word?.value ?? '');
}

/** The word itself, and what follows a `=`, `:`, `@` or `,` in it. */
function pathsIn(value: string): readonly string[] {
  if (!separator.test(value)) return !value.startsWith('-') && nameLike.test(value) ? [value] : [];
  const parts = value.startsWith('-') ? value.split(separator).slice(1) : [value, ...value.split(separator)];
  return [...new Set(parts)].filter((part) => nameLike.test(part));
}

const separator = /[=:@,]/;
