// Knows again what was in a text: runs of 8 characters and whole words of 4, under any spelling, without keeping the text.
import { createHashSet } from './hash-set.ts';
import { fold, textForms } from './text-forms.ts';

/** Words to compare with: those of an index, or those the user said. */
export interface KnownWords {
  hasRun(hash: number): boolean;
  hasWord(hash: number): boolean;
}

/** What somebody said, kept whole: it is short. */
export interface SaidWords extends KnownWords {
  /** True where the value as a whole was said. */
  holds(value: string): boolean;
  /** True where the command as a whole was said, however its words were quoted there. */
  holdsCommand(command: string): boolean;
}

export interface TextIndex extends KnownWords {
  add(text: string): void;
  /**
   * True where the value shares a run of 8 characters with the texts, or is as a whole one word of theirs of 4 or more, and what the user said
   * does not have that too. A full index answers true for whatever the user did not say.
   */
  shares(value: string, said: SaidWords | null): boolean;
  /** The same of a value that may be more than what is looked for: true also where any word of it with a digit, such as a code, is one of theirs. */
  carries(value: string, said: SaidWords | null): boolean;
  /** True where the value as a whole stands in the texts, or is too short to tell. A full index answers true. */
  includes(value: string): boolean;
  /** Room for no more: what was added last is not in it. */
  readonly isFull: boolean;
  readonly bytes: number;
}

/** More than a person says; words beyond it count as not said. */
const maxSaid = 100_000;
const runChars = 8;
const wordChars = 4;
/** The scheme of an address says nothing about where it came from: nearly every text with a link has it. */
const scheme = /^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?/;
const wordBreaks = /[\s"'`<>()[\]{},;|=]+/u;
/** Between the parts of a word: addresses, hosts and file names, and what these are made of. */
const innerBreaks = [/[^\p{L}\p{N}._@-]+/u, /[^\p{L}\p{N}._-]+/u, /[^\p{L}\p{N}_-]+/u];
const wordOnly = /^[\p{L}\p{N}_-]+$/u;
/** Where an address leads, which may be shorter than a run: the host of a URL, and whoever is written to. */
const hosts = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/(?:[^\s/?#]*@)?([^\s/?#:@]+)/g;
const hostNames = /[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}(?::\d{1,5})?/gu;
const addressBreaks = /[\s"'`<>()[\]{},;:|=/?#&]+/u;
const letter = /[\p{L}\p{N}]/u;
const inWord = /[\p{L}\p{N}\p{S}\p{Cs}_./~-]/u;

// Hashes of 32 bits: with a million runs in the index one run in four thousand is taken for another one's, which asks once too often.
const base = 0x01000193;
const leaving = power(base, runChars);

export interface TextIndexLimits {
  readonly maxRuns: number;
  readonly maxWords: number;
}

export function createTextIndex({ maxRuns, maxWords }: TextIndexLimits): TextIndex {
  const runs = createHashSet(maxRuns);
  const words = createHashSet(maxWords);
  let isFull = false;
  const index: TextIndex = {
    add(text) {
      // Full, it answers for everything: more would change nothing.
      if (isFull) return;
      for (const form of textForms(text)) {
        for (const hash of runHashes(form)) isFull = !runs.add(hash) || isFull;
        for (const word of wordsOf(form)) isFull = !words.add(hashOf(word)) || isFull;
      }
    },
    includes(value) {
      return isFull || [...runHashes(fold(value))].every((hash) => runs.has(hash));
    },
    shares(value, said) {
      if (isFull) return said?.holds(value) !== true;
      return textForms(value).some((form) => sharesForm(form, index, said));
    },
    carries(value, said) {
      if (index.shares(value, said)) return true;
      return textForms(value).some((form) => [...wordsOf(form)].some((word) => isCodeOf(word, index, said)));
    },
    hasRun: (hash) => runs.has(hash),
    hasWord: (hash) => words.has(hash),
    get isFull() {
      return isFull;
    },
    get bytes() {
      return runs.bytes + words.bytes;
    },
  };
  return index;
}

/** What the user said, as far as the driver of the call knows. */
export function saidWords(text: string): SaidWords {
  const index = createTextIndex({ maxRuns: maxSaid, maxWords: maxSaid });
  index.add(text);
  // An address of a host alone gets a slash on the way.
  index.add(Array.from(text.matchAll(hostNames), ([name]) => `${name}/`).join('\n'));
  const whole = fold(text);
  const unquoted = withoutQuotes(whole);
  return {
    hasRun: index.hasRun,
    hasWord: index.hasWord,
    holds: (value) => whole.includes(fold(value)),
    holdsCommand: (command) => standsIn(unquoted, withoutQuotes(fold(command))),
  };
}

/** A command as a target has quotes of our own, where somebody's words had others, and JSON one more layer of them. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/\\+[nrt]/g, ' ').replaceAll(/["'\\]/g, '');
}

/** As a whole: what is said of makefiles does not say make. */
function standsIn(text: string, part: string): boolean {
  if (part === '') return false;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!inWord.test(text.charAt(at - 1)) && !inWord.test(text.charAt(at + part.length))) return true;
  }
  return false;
}

function sharesForm(form: string, index: KnownWords, said: KnownWords | null): boolean {
  const plain = form.replace(scheme, '');
  for (const hash of runHashes(plain)) if (index.hasRun(hash) && said?.hasRun(hash) !== true) return true;
  return [...wholeWords(plain), ...addressesIn(form)].some((word) => isUnsaidWord(word, index, said));
}

function isUnsaidWord(word: string, index: KnownWords, said: KnownWords | null): boolean {
  const hash = hashOf(word);
  return index.hasWord(hash) && said?.hasWord(hash) !== true;
}

function addressesIn(form: string): readonly string[] {
  const found = [...form.matchAll(hosts)].map(([, host = '']) => host.replace(/^www\./, ''));
  const recipients = form.includes('@') ? form.split(addressBreaks).filter((word) => word.includes('@')) : [];
  return [...found, ...recipients].map(withoutEdges).filter(isTelling);
}

/** Words without a digit are in every language's texts; a number of four digits and more is somebody's. */
function isCodeOf(word: string, index: KnownWords, said: KnownWords | null): boolean {
  return /\d/.test(word) && isUnsaidWord(word, index, said);
}

/** The value as one word, with and without what stands around it. */
function wholeWords(value: string): readonly string[] {
  const trimmed = withoutEdges(value);
  return [...new Set([value, trimmed])].filter((word) => isTelling(word) && !word.includes(' '));
}

function* wordsOf(form: string): Iterable<string> {
  for (const word of form.split(wordBreaks)) {
    if (!isTelling(word)) continue;
    yield word;
    const trimmed = withoutEdges(word);
    if (trimmed !== word && isTelling(trimmed)) yield trimmed;
    if (!wordOnly.test(trimmed)) yield* partsOf(trimmed);
  }
}

function* partsOf(word: string): Iterable<string> {
  for (const breaks of innerBreaks)
    for (const part of word.split(breaks)) {
      const trimmed = withoutEdges(part);
      if (trimmed !== word && isTelling(trimmed)) yield trimmed;
    }
}

/** Without what is no letter at either end. Not by a pattern, which would be quadratic in a line of dots. */
function withoutEdges(word: string): string {
  const start = word.search(letter);
  if (start === -1) return '';
  let end = word.length;
  while (!letter.test(lastCharacter(word, end))) end -= 1;
  return word.slice(start, end);
}

function lastCharacter(word: string, end: number): string {
  const isPair = end > 1 && (word.charCodeAt(end - 1) & 0xfc00) === 0xdc00;
  return word.slice(end - (isPair ? 2 : 1), end);
}

function isTelling(word: string): boolean {
  return word.length >= wordChars && letter.test(word);
}

/** Of every run of 8 that has letters or digits to tell it by: lines of dashes and blanks are in every text. */
function* runHashes(form: string): Iterable<number> {
  let hash = 0;
  let telling = 0;
  for (let at = 0; at < form.length; at += 1) {
    const code = form.charCodeAt(at);
    hash = (Math.imul(hash, base) + code) | 0;
    if (tells(code)) telling += 1;
    if (at >= runChars) {
      const left = form.charCodeAt(at - runChars);
      hash = (hash - Math.imul(left, leaving)) | 0;
      if (tells(left)) telling -= 1;
    }
    if (at >= runChars - 1 && telling >= 3) yield mix(hash);
  }
}

function tells(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code > 0x7f;
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), base);
  return mix(hash);
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function power(of: number, times: number): number {
  let result = 1;
  for (let left = times; left > 0; left -= 1) result = Math.imul(result, of);
  return result;
}
