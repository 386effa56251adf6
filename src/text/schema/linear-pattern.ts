// Runs the pattern of a foreign schema in time linear in the text. What no such engine can do is refused, never handed to another engine.
import type { RE2JS } from 're2js';
import { isRegularExpression } from './formats.ts';
import { readPattern, type Token } from './pattern-tokens.ts';
import type { WorkBudget } from './work-budget.ts';

/** What ajv asks of a compiled pattern. */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern itself: ajv takes two of the same text for one. */
  toString(): string;
}

export interface PatternEngine {
  readonly engine: typeof RE2JS;
  readonly budget: WorkBudget;
}

const maxChars = 10_000;
/** What RE2 takes in one repetition, and what longer ones are made of. */
const maxCount = 1_000;
/** Longer repetitions make a program too large to run. */
const maxWrittenCount = 5_000;
/** Repetitions inside repetitions multiply what is written out. */
const maxWrittenChars = 100_000;

/**
 * Compiles a pattern of JavaScript, in either grammar. Looking ahead right after `^` and counting one character over the whole text are
 * checked one by one. Throws TypeError, with the reason in words, for what is no pattern and for what cannot be checked in linear time.
 */
export function compilePattern(pattern: string, engine: PatternEngine): LinearPattern {
  try {
    if (pattern.length > maxChars) throw new TypeError(`it is longer than ${maxChars} characters`);
    if (!isRegularExpression(pattern)) throw new TypeError('it is no regular expression');
    const tests = conditions(readPattern(pattern)).map((condition) => compileCondition(condition, engine));
    return { test: (text) => tests.every((test) => test(text)), toString: () => pattern };
  } catch (cause) {
    const shown = JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 79)}…` : pattern);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`the pattern ${shown} cannot be used: ${why}`, { cause });
  }
}

/** A pattern is all of its conditions. */
interface Condition {
  readonly source: string;
  readonly wanted: boolean;
  readonly minChars: number;
  readonly maxChars: number;
}

function compileCondition(condition: Condition, { engine, budget }: PatternEngine): (text: string) => boolean {
  const flags = condition.source.includes('(?<') ? engine.LOOKBEHINDS : 0;
  const compiled = engine.compile(condition.source, flags);
  const size = compiled.programSize();
  return (text) => {
    budget.spend(1 + Math.ceil((size * text.length) / 16));
    return compiled.test(text) === condition.wanted && hasLength(text, condition);
  };
}

function hasLength(text: string, { minChars, maxChars: most }: Condition): boolean {
  if (minChars === 0 && most === Number.POSITIVE_INFINITY) return true;
  let chars = 0;
  for (const _ of text) chars += 1;
  return chars >= minChars && chars <= most;
}

function conditions(tokens: readonly Token[]): readonly Condition[] {
  if (tokens[0]?.kind !== 'start') return [condition(write(tokens))];
  const found: Condition[] = [];
  let at = 1;
  for (let look = tokens[at]; look !== undefined && isLookAhead(look); look = tokens[at]) {
    const end = closing(tokens, at);
    found.push({ ...condition(`^(?:${write(tokens.slice(at + 1, end))})`), wanted: look.text === '(?=' });
    at = end + 1;
  }
  const rest = tokens.slice(at);
  // `^(?!a)b|c` looks ahead in its first branch only.
  if (found.length > 0 && hasBranches(rest)) throw new TypeError('it looks ahead in one of several branches');
  return [...found, counted(rest) ?? condition(`^${write(rest)}`)];
}

function condition(source: string): Condition {
  return { source, wanted: true, minChars: 0, maxChars: Number.POSITIVE_INFINITY };
}

function isLookAhead({ kind, text }: Token): boolean {
  return kind === 'look' && !text.includes('<');
}

/** Where the group that opens at `at` closes. */
function closing(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end += 1) {
    const kind = tokens[end]?.kind;
    if (kind === 'open' || kind === 'look') depth += 1;
    if (kind === 'close') depth -= 1;
    if (depth === 0) return end;
  }
  throw new TypeError('a group does not close');
}

function hasBranches(tokens: readonly Token[]): boolean {
  let depth = 0;
  return tokens.some(({ kind }) => {
    if (kind === 'open' || kind === 'look') depth += 1;
    if (kind === 'close') depth -= 1;
    return kind === 'bar' && depth === 0;
  });
}

/** `[a-z][a-z0-9]{0,100000}$`: where all but one repetition is of a fixed length, the length of the text is what counts. */
function counted(tokens: readonly Token[]): Condition | null {
  const at = tokens.findIndex(({ kind }) => kind === 'count');
  const count = tokens[at];
  const ofCount = tokens[at - 1];
  const others = [...tokens.slice(0, Math.max(0, at - 1)), ...tokens.slice(at + 1, -1)];
  if (count === undefined || ofCount?.single !== true || tokens.at(-1)?.kind !== 'end') return null;
  if (!others.every(({ single }) => single)) return null;
  const { least, most } = bounds(count);
  const source = [...tokens.slice(0, at), { text: '*' }, ...tokens.slice(at + 1)].map(({ text }) => text).join('');
  return { source: `^${source}`, wanted: true, minChars: others.length + least, maxChars: others.length + most };
}

function bounds({ text }: Token): { readonly least: number; readonly most: number } {
  const [, least = '0', comma = '', most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (comma === '') return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
}

/** The tokens as RE2 takes them, with its limit on repetitions got round. */
function write(tokens: readonly Token[]): string {
  const written: string[] = [];
  const groups: number[] = [];
  let atom = 0;
  let isCounted = false;
  for (const token of tokens) {
    if (isLookAhead(token)) throw new TypeError('it looks ahead elsewhere than right after ^');
    // A repetition that was written out has no use for a mark that makes it lazy: whether it matches is all that is asked.
    if (isCounted && token.text === '?') continue;
    isCounted = token.kind === 'count';
    if (token.kind === 'count') {
      written.splice(atom, written.length, repeat(written.slice(atom).join(''), token));
      continue;
    }
    if (token.kind === 'open' || token.kind === 'look') groups.push(written.length);
    if (token.kind === 'close') atom = groups.pop() ?? 0;
    else if (token.kind !== 'quantifier') atom = written.length;
    written.push(token.text);
  }
  return written.join('');
}

function repeat(atom: string, count: Token): string {
  const { least, most } = bounds(count);
  const highest = most === Number.POSITIVE_INFINITY ? least : most;
  if (highest <= maxCount) return atom + count.text;
  if (highest > maxWrittenCount) throw new TypeError(`it repeats something up to ${highest} times`);
  if (atom.length * ((2 * highest) / maxCount + 2) > maxWrittenChars) throw new TypeError('it repeats too much');
  const surely = `${atom}{${maxCount}}`.repeat(Math.floor(least / maxCount)) + `${atom}{${least % maxCount}}`;
  return surely + (most === Number.POSITIVE_INFINITY ? `${atom}*` : upTo(atom, most - least));
}

/** As a choice between few and many: repetitions one behind the other could end in as many ways as there are characters. */
function upTo(atom: string, times: number): string {
  if (times <= maxCount) return `${atom}{0,${times}}`;
  return `(?:${atom}{0,${maxCount - 1}}|${atom}{${maxCount}}${upTo(atom, times - maxCount)})`;
}
