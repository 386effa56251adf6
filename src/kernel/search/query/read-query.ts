// What a request for tools says: its words without the values it carries, as a whole and clause by clause.
import { contentWords, counted, pairsOf, stemOf } from './words.ts';

export interface ReadQuery {
  readonly whole: QueryTerms;
  /** Each thing that is asked for, where there is more than one. */
  readonly clauses: readonly QueryTerms[];
  /** The query as a name of a tool would be written. */
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
    name: cut.trim().toLowerCase(),
  };
}

/** What is kept of a request to learn from: its stems without values, each once. */
export function queryStems(text: string): readonly string[] {
  return [...readQuery(text).whole.stems.keys()];
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
