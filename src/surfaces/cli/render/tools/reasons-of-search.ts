// What speaks for each tool that a search found, for people: the parts of its rank, and the words that fit.
import type { FoundReasons, FoundTool } from '../../../../contract/index.ts';
import { escapeVisible, layoutTable } from '../../../../text/index.ts';
import { layoutParagraph } from '../fields.ts';
import { lines } from '../lines.ts';

const headers = ['tool', 'score', 'words', 'clauses', 'name', 'learned', 'because of'];

export function renderReasons(tools: readonly FoundTool[], width: number): string {
  const rows = tools.flatMap(({ name, why }) => (why === undefined ? [] : [[name, ...partsOf(why), wordsOf(why)]]));
  return lines(
    layoutTable(rows, { width, headers }),
    '',
    layoutParagraph(
      'score: the parts together, of which learned counts most, then words. Each part is from 0 to 1. words: against the tool that fits the ' +
        'whole query best; clauses: the same for the part of the query that it fits best; name: how much of its name the query says; ' +
        'learned: what your earlier searches led to. because of: words that the tool holds; =x: it holds x instead; ~: it has a word ' +
        'that is spelled alike.',
      width,
    ),
  );
}

function partsOf({ score, words, clauses, name, learned }: FoundReasons): readonly string[] {
  return [score, words, clauses, name, learned].map((part) => part.toFixed(2));
}

function wordsOf({ holds, near, alike }: FoundReasons): string {
  const others = near.map(({ asked, held }) => `${asked} =${held}`);
  return escapeVisible([...holds, ...others, ...alike.map((word) => `${word} ~`)].join(', '));
}
