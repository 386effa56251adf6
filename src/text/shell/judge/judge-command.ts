// Judges one simple command: safe when every program in it is known only to read and print, with these words.
import type { Form } from '../forms/form.ts';
import { argumentsOf } from '../forms/form.ts';
import type { Unwrapped } from '../forms/unwrap.ts';
import type { ShellAssignment, ShellWord, SimpleCommand } from '../read/script.ts';
import { awkCheck } from '../safe/awk-check.ts';
import { findCheck } from '../safe/find-check.ts';
import { gitCheck } from '../safe/git-check.ts';
import { notHarmless, reads, unlisted, type Harmless, type HarmlessCheck } from '../safe/harmless.ts';
import { archiveChecks } from '../safe/archive-check.ts';
import { sedCheck } from '../safe/sed-check.ts';
import { tableChecks } from '../safe/table-check.ts';
import { testCheck } from '../safe/test-check.ts';
import { quoteWord } from '../../plain/command-line.ts';
import { stricter, type ShellPart, type ShellVerdict } from './analysis.ts';
import { hintFor } from './hints.ts';
import { namedPaths } from './named-paths.ts';

/** What the texts come to that the command runs. */
export interface InnerJudgement {
  readonly verdict: ShellVerdict;
  readonly text: string;
}

export function judgeCommand(command: SimpleCommand, unwrapped: Unwrapped, inner: InnerJudgement): ShellPart {
  const { source } = command;
  const judged = judgement(command, unwrapped, inner);
  const isSafe = judged.verdict === 'safe';
  return {
    verdict: judged.verdict,
    source,
    text: judged.text,
    commands: command.words.length === 0 && command.assignments.length === 0 ? [] : ruleTexts(command, unwrapped),
    reads: judged.reads ?? [],
    file: null,
    names: isSafe ? [] : namesOf(unwrapped, judged),
    repository: judged.repository ?? null,
  };
}

function namesOf({ last }: Unwrapped, { names: ofAssignments = [] }: Judgement): ShellPart['names'] {
  const names = last === null ? [] : namedPaths(last);
  return ofAssignments.length === 0 ? names : [...names, ...ofAssignments];
}

type Judgement = Pick<ShellPart, 'verdict' | 'text'> & Partial<Pick<ShellPart, 'reads' | 'repository' | 'names'>>;

function judgement({ words, assignments }: SimpleCommand, unwrapped: Unwrapped, inner: InnerJudgement): Judgement {
  const set = assignmentJudgement(assignments, words.length > 0);
  if (set.verdict === 'unanalysable' || words.length === 0) return set;
  const { last } = unwrapped;
  if (last === null || hidesProgram(unwrapped)) {
    return { verdict: 'unanalysable', text: 'which program it runs cannot be told' };
  }
  const unclear = words.find(({ kind }) => kind === 'open');
  if (unclear !== undefined) {
    return { verdict: 'unanalysable', text: `what ${unclear.source} becomes cannot be told${hintFor(last.program)}` };
  }
  if (inner.verdict === 'unanalysable') return inner;
  if (rereads.has(last.program))
    return { verdict: 'unanalysable', text: `${last.program} changes what later commands mean` };
  if (set.verdict === 'ask') return set;
  return withInner(lastJudgement(last, unwrapped), inner);
}

function hidesProgram({ forms }: Unwrapped): boolean {
  for (const { isCertain, words, at } of forms) if (isCertain && words[at]?.kind !== 'plain') return true;
  return false;
}

const rereads = new Set(['source', '.', 'alias', 'enable', 'shopt', 'hash', 'fc', 'history', 'bind', 'complete']);

function withInner(own: Judgement, inner: InnerJudgement): Judgement {
  const verdict = stricter(own.verdict, inner.verdict);
  return own.verdict === verdict ? own : { ...own, verdict, text: inner.text };
}

function lastJudgement(last: Form, { forms, texts, isHarmless }: Unwrapped): Judgement {
  const foreign = forms.find((form) => form.isCertain && !isSystemPath(form));
  if (foreign !== undefined) return asked(`${foreign.words[foreign.at]?.source} is a program by its path`);
  if (!isHarmless) return asked(`${forms[0]?.program} runs other programs${hintFor(last.program)}`);
  // The shell itself adds nothing to its text.
  if (texts.length > 0 && last.program !== 'git') return { verdict: 'safe', text: '' };
  const check = checks.get(last.program);
  if (check === undefined)
    return asked(`${last.program} is not on the list of commands that only read${hintFor(last.program)}`);
  return fromHarmless(last, check(argumentsOf(last)));
}

function fromHarmless({ program }: Form, found: Harmless): Judgement {
  if (!found.isHarmless) return asked(`${program}: ${found.text}${hintFor(program)}`);
  return { verdict: 'safe', text: '', reads: found.paths, repository: found.repository ?? null };
}

function asked(text: string): Judgement {
  return { verdict: 'ask', text };
}

/** By its name, or in a folder of the system: `./ls` is anything. */
function isSystemPath({ words, at }: Form): boolean {
  const value = words[at]?.value ?? '';
  return !value.includes('/') || /^\/(?:usr\/)?s?bin\/[^/]+$/.test(value);
}

const checks: ReadonlyMap<string, HarmlessCheck> = new Map<string, HarmlessCheck>([
  ...tableChecks,
  ['find', findCheck],
  ['sed', sedCheck],
  ['awk', awkCheck],
  ['gawk', awkCheck],
  ['mawk', awkCheck],
  ['git', gitCheck],
  ['test', testCheck],
  ['[', bracketCheck],
  ['command', lookupCheck],
  ['cd', changeCheck],
  ...archiveChecks,
]);

function bracketCheck(words: readonly ShellWord[]): Harmless {
  return words.at(-1)?.source === ']' ? testCheck(words.slice(0, -1)) : unlisted;
}

/** `command -v name`. */
function lookupCheck([option, ...names]: readonly ShellWord[]): Harmless {
  const isLookup = /^-[vV]$/.test(option?.value ?? '') && names.every(({ kind }) => kind === 'plain');
  return isLookup ? reads([]) : unlisted;
}

function changeCheck(words: readonly ShellWord[]): Harmless {
  const [folder, ...more] = words.filter(({ source }) => source !== '--');
  const isKnown = folder !== undefined && more.length === 0 && !folder.value.startsWith('-') && folder.kind !== 'glob';
  return isKnown ? reads([folder]) : notHarmless('where it leads cannot be told');
}

const harmless: Judgement = { verdict: 'safe', text: '' };

/** Of these only a language, a zone or a width can be set. */
const harmlessVariable = /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|COLUMNS|LINES|CLICOLOR|FORCE_COLOR)$/;

function assignmentJudgement(assignments: readonly ShellAssignment[], hasCommand: boolean): Judgement {
  if (assignments.length === 0) return harmless;
  const names = assignments.flatMap(({ value }) =>
    value === null || !/[/.]/.test(value) ? [] : [{ path: value, isWritten: false }],
  );
  const open = assignments.find(({ value }) => value === null);
  if (open !== undefined) return { verdict: 'unanalysable', text: `what ${open.name} becomes cannot be told`, names };
  const other = assignments.find(
    ({ name, value }) => !harmlessVariable.test(name) || !/^[\w.@+-]*$/.test(value ?? '/'),
  );
  if (other !== undefined)
    return { verdict: 'ask', text: `it sets ${other.name}, which can change what programs do`, names };
  return hasCommand ? harmless : { verdict: 'ask', text: 'it sets a variable for what follows' };
}

/** A rule is held against the whole command, and against what a launcher or an assignment stands before: the strictest counts. */
function ruleTexts({ source, words, assignments }: SimpleCommand, { forms, last }: Unwrapped): readonly string[] {
  if (forms.length === 1 && assignments.length === 0) {
    return [ofPlainSigns.test(source) ? source : words.map(ruleText).join(' ')];
  }
  const set = assignments.map(({ source }) => source);
  const whole = [...set, ...words.map(ruleText)].join(' ');
  const uncertain = forms.find(({ isCertain }) => !isCertain);
  const inner = [last, uncertain].flatMap((form) =>
    form === undefined || form === null ? [] : [form.words.slice(form.at).map(ruleText).join(' ')],
  );
  return [...new Set([whole, ...inner])];
}

/** Words that are written as rules see them anyway. */
const ofPlainSigns = /^[\w ./,:=@%+-]*$/;

/** Without quotes that are not needed, so that `r'm'` is rm to a rule too. */
function ruleText({ kind, value, source }: ShellWord): string {
  return kind === 'plain' ? quoteWord(value) : source;
}
