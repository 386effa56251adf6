// What the tools cost a model in every turn, for people: by source, and what deferral saves.
import type { TokenReport } from '../../../../contract/index.ts';
import { counted, layoutTable } from '../../../../text/index.ts';
import { layoutParagraph } from '../fields.ts';
import { lines } from '../lines.ts';

/** Of more the rest is told in one row. */
const mostSources = 40;

const levels: Readonly<Record<TokenReport['level'], string>> = {
  none: 'Nothing is deferred',
  names: 'Of the deferred tools the names are listed',
  sources: 'Of the deferred tools the sources are listed',
  largest: 'Of the deferred tools the largest sources are listed',
};

export function renderCost({ level, tokens, sources }: TokenReport, width: number): string {
  const rows = sources
    .slice(0, mostSources)
    .map(({ source, tools, deferred, inline, names, saved }) => [
      source,
      ...[tools, deferred, inline, names, saved].map(plainNumber),
    ]);
  const rest = sources.length - rows.length;
  const turn = tokens.inline + tokens.listing;
  const share = tokens.whole === 0 ? 0 : Math.max(0, Math.round((1 - turn / tokens.whole) * 1000) / 10);
  return lines(
    layoutTable(rows, { width, headers: ['source', 'tools', 'deferred', 'shown', 'names', 'left out'] }),
    rest > 0 ? `… and ${counted(rest, 'more source')}` : null,
    '',
    layoutParagraph(
      `About ${counted(turn, 'token')} in every turn: ${plainNumber(tokens.inline)} for tools that are shown whole, ` +
        `${plainNumber(tokens.listing)} for the list of the others. All whole: ${plainNumber(tokens.whole)} (${share} % less). ${levels[level]}. ` +
        'shown: of tools whose schema goes out in every turn; names: what a list of their names costs; left out: the schemas that do not go out.',
      width,
    ),
  );
}

function plainNumber(count: number): string {
  return counted(count, '', '').trim();
}
