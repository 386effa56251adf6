// What a request for tools says: its words without the values it carries, as a whole and clause by clause.
import { contentWords, counted, pairsOf, stemOf } from './words.ts';

export interface ReadQuery {
  readonly whole: QueryTerms;
  /** Each thing that is asked for, where there is more than one. */
  readonly clauses: readonly QueryTerms[];
  /** The query where it is the name of a tool. */
  readonly name: string;
}

/** Distinct words and stems, each with how much it counts: the second mention counts less than the first. */
export interface QueryTerms {
  readonly words: ReadonlyMap<string, number>;
  readonly stems: ReadonlyMap<string, number>;
  /** Stems that stand side by side. */
  readonly pairs: ReadonlyMap<string, number>;
}

/** A longer query is cut: its first words say what it is about, and reading it takes bounded time. */
const maxChars = 4_000;
const maxWords = 300;
const maxClauses = 16;
const minClauseWords = 2;

/** Values and not words: addresses, mail addresses, paths, numbers with their signs. What a tool does to them is said beside them. */
const literals = [
  /\b(?:https?:\/\/|www\.)[^\s]{1,2000}/g,
  /[^\s@]{1,64}@[^\s@]{1,253}/g,
  /(?<=^|\s)(?:[A-Za-z]:)?[\\/][\w.\\/~-]+/g,
  /\b\d[\d.,:%-]*/g,
];
const clauseBreak = /[.;!?\n]+|,|\b(?:and|then|also|after that|finally|next|before|or)\b/i;

export function readQuery(text: string): ReadQuery {
  const cut = text.length > maxChars ? text.slice(0, maxChars) : text;
  const plain = withoutLiterals(cut);
  const words = contentWords(plain);
  const clauses = plain
    .split(clauseBreak)
    .map(contentWords)
    .filter((clause) => clause.length >= minClauseWords)
    .slice(0, maxClauses);
  return {
    whole: termsOf(words.length > 0 ? words : contentWords(cut)),
    clauses: clauses.length > 1 ? clauses.map(termsOf) : [],
    name: cut.trim(),
  };
}

/** Of addresses, paths, settings and mark-up. `.` too, where more follows: it is that of a host or a file. */
const valueMark = /[@\\/:=~#$%^*<>|{}＠＼／＝]|\.(?=[\p{L}\p{N}])/u;
const edges = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const pieces = /[\p{L}\p{M}\p{N}_'’-]+/gu;
const unspacedRuns = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** A longer one in Latin letters is a key, or nothing that anybody asks for twice. */
const longestWord = 40;

/**
 * What is kept of a request to learn from: the stems of its plain words, each once, in order of the alphabet. Stricter than what is searched
 * for: what may be a value, an address, a path, a number, a code or a key, is not kept, not even where the request is nothing else.
 */
export function queryStems(text: string): readonly string[] {
  const cut = text.length > maxChars ? text.slice(0, maxChars) : text;
  const plain = withoutLiterals(cut)
    .split(/\s+/)
    .filter(isWording)
    .join(' ')
    .replaceAll(unspacedRuns, ' $& ')
    .replaceAll(pieces, (piece) => (/\p{N}/u.test(piece) ? ' ' : piece));
  return [...termsOf(contentWords(plain)).stems.keys()].toSorted();
}

/** By what it holds, whatever stands around it. A path begins with its mark, an address with `http:`. */
function isWording(token: string): boolean {
  if (/^["'(<[{]*(?:~|\.{0,2}[\\/])/.test(token)) return false;
  const word = token.replaceAll(edges, '');
  return !valueMark.test(word) && (word.length <= longestWord || !/^[\x20-\x7e]+$/.test(word));
}

function withoutLiterals(text: string): string {
  return literals.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
}

function termsOf(words: readonly string[]): QueryTerms {
  const read = words.slice(0, maxWords);
  const counts = counted(read);
  const stems = new Map<string, number>();
  for (const [word, count] of counts) {
    const stem = stemOf(word);
    stems.set(stem, (stems.get(stem) ?? 0) + count);
  }
  const pairs = new Map(pairsOf(read.map(stemOf)).map((pair) => [pair, 1]));
  return { words: rooted(counts), stems: rooted(stems), pairs };
}

function rooted(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...counts].map(([term, count]) => [term, Math.sqrt(count)]));
}
