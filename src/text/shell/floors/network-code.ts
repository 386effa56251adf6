// Whether a command runs what came from the network: nobody has seen it, and its sender decides what it does.
import { argumentsOf, type Form } from '../forms/form.ts';
import { interpreters, shells } from '../forms/launchers.ts';
import type { SimpleCommand } from '../read/script.ts';
import { opensConnection } from './network-client.ts';

/** Takes its program from its standard input. */
export function runsItsInput(forms: readonly Form[], command: SimpleCommand): boolean {
  if (
    command.redirects.some(
      ({ operator, stream }) => operator.startsWith('<') && stream !== 'variable' && (stream ?? 0) === 0,
    )
  )
    return false;
  const isFedByWords = forms.some(({ program }) => program === 'xargs' || program === 'parallel');
  return forms.some((form) => hidesItself(form) || readsCode(form, isFedByWords));
}

/** What cannot be told may be a shell: `$SHELL`, `/bin/s?`. */
function hidesItself({ isCertain, words, at }: Form): boolean {
  return isCertain && words[at]?.kind !== 'plain';
}

function readsCode(form: Form, isFedByWords: boolean): boolean {
  const { program } = form;
  if (program === 'eval') return argumentsOf(form).some(({ kind }) => kind === 'open');
  if (isSource(form)) return isInput(argumentsOf(form)[0]?.value ?? '');
  if (program === 'at' || program === 'batch') return true;
  if (program === 'parallel') return argumentsOf(form).every(({ value }) => value.startsWith('-'));
  if (takesProgramFile.has(program)) return namesInput(form);
  return takesCode(form) && (isFedByWords || readsProgram(form));
}

function takesCode({ program }: Form): boolean {
  return shells.has(program) || interpreters.test(program);
}

function isSource({ program }: Form): boolean {
  return program === 'source' || program === '.';
}

function isInput(value: string): boolean {
  return /^(?:-|\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/0)$/.test(value);
}

/** With `-f` they run what a file holds. */
const takesProgramFile = new Set(['awk', 'gawk', 'mawk', 'sed', 'make', 'gmake']);

function namesInput(form: Form): boolean {
  return argumentsOf(form).some(({ value }, at, args) => {
    const file = /^-[a-zA-Z]*f(.+)$/.exec(value)?.[1] ?? /^--file=(.+)$/.exec(value)?.[1];
    return file === undefined
      ? isInput(value) && /^(?:-[a-zA-Z]*f|--file)$/.test(args[at - 1]?.value ?? '')
      : isInput(file);
  });
}

/** A text, a module or a file is named: the input is what it works on. */
const namesShellText = /^-[a-zA-Z]*c/;
const namesText = /^-[a-zA-Z]*[cempPVh]|^--(?:eval|print|version|help)/;
/** Options whose next word is their value, and no file. */
const shellValue = /^[-+][a-zA-Z]*[oO]$|^--(?:rcfile|init-file)$/;
const ownValue = /^(?:-[WXIrdC]|--require|--import|--loader|--conditions)$/;

function readsProgram(form: Form): boolean {
  const isShell = shells.has(form.program);
  const takesValue = isShell ? shellValue : ownValue;
  const values = argumentsOf(form)
    .map(({ value }) => value)
    .filter((_, at, all) => !takesValue.test(all[at - 1] ?? ''));
  if (values.some((value) => /^-[a-zA-Z]*s$/.test(value) || isInput(value))) return true;
  const named = isShell ? namesShellText : namesText;
  return values.every((value) => (value.startsWith('-') || (isShell && value.startsWith('+'))) && !named.test(value));
}

/** Its program is what a substitution in its own words gives: `$(…)`, `sh -c "$(…)"`, `source <(…)`, `eval …`. */
export function runsItsSubstitution(forms: readonly Form[], command: SimpleCommand): boolean {
  return forms.some((form) => {
    const args = argumentsOf(form);
    if (form.isCertain && form.words[form.at]?.kind === 'open') return true;
    if (form.program === 'eval') return args.some(({ kind }) => kind === 'open');
    if (!isSource(form) && !takesCode(form)) return false;
    const text = args.find(({ value, kind }) => kind === 'open' || !value.startsWith('-'));
    return text?.kind === 'open' || command.redirects.some(givesSubstitution);
  });
}

function givesSubstitution({ target, document }: SimpleCommand['redirects'][number]): boolean {
  return target?.kind === 'open' || document?.isLiteral === false;
}

/** It talks to whom it connects to. */
export function runsItsConnection(forms: readonly Form[], command: SimpleCommand): boolean {
  return opensConnection(command) && forms.some(takesCode);
}

const keepers = new Set('export declare typeset local readonly read mapfile readarray'.split(' '));

/** A variable holds afterwards what arrives there, or what its substitutions give. */
export function keepsValues(forms: readonly Form[], { assignments }: SimpleCommand): boolean {
  return assignments.length > 0 || forms.some(({ program }) => keepers.has(program));
}
