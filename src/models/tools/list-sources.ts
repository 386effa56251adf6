// What a model is told of tools that its provider searches: where they come from and how many there are, not their names.
import { counted, foreignName } from '../../text/index.ts';
import type { WireDefinition } from './prepare-tools.ts';

const maxSources = 20;

/** One line for the system prompt; empty where nothing is deferred. */
export function listSources(definitions: readonly WireDefinition[]): string {
  const deferred = definitions.filter(({ isDeferred }) => isDeferred);
  if (deferred.length === 0) return '';
  const counts = [...Map.groupBy(deferred, ({ source }) => source)].map(([source, tools]) => ({
    source,
    count: tools.length,
  }));
  counts.sort((first, second) => second.count - first.count || (first.source < second.source ? -1 : 1));
  const shown = counts.slice(0, maxSources).map(({ source, count }) => `${foreignName(source)} (${count})`);
  const rest = counts.length > maxSources ? ` and ${counts.length - maxSources} more sources` : '';
  return `${counted(deferred.length, 'more tool')} can be found with the tool search: ${shown.join(', ')}${rest}.`;
}
