// From what the owner's file says of sources to what becomes tools. In order of name, so that nothing depends on who wrote them in which order.
import type { ConfigFile } from '../config-schema.ts';
import type { Surroundings } from '../resolve-folder.ts';
import type { SourceEntry } from '../schema/sources-schema.ts';
import { settleCli, type CliSource } from './settle-cli.ts';
import { settleHttp, type HttpSource } from './settle-http.ts';
import { settleOpenApi, type OpenApiSource } from './settle-openapi.ts';

export type SourceSettings = CliSource | HttpSource | OpenApiSource;

export function settleSources(
  sources: ConfigFile['sources'] = {},
  surroundings: Surroundings,
): readonly SourceSettings[] {
  const settled = Object.entries(sources).map(([name, entry]) => settleSource(name, entry, surroundings));
  return settled.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

export function settleSource(
  name: string,
  entry: SourceEntry,
  surroundings: Pick<Surroundings, 'userFolder'>,
): SourceSettings {
  switch (entry.kind) {
    case 'cli':
      return settleCli(name, entry, surroundings);
    case 'http':
      return settleHttp(name, entry, surroundings);
    case 'openapi':
      return settleOpenApi(name, entry, surroundings);
  }
}
