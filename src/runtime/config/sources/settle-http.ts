// From what the file says of requests that are tools to what is read.
import type { HttpSettings, HttpToolSettings } from '../../../sources/index.ts';
import type { Surroundings } from '../resolve-folder.ts';
import { readDuration } from '../schema/duration.ts';
import type { HttpEntry } from '../schema/sources/http-schema.ts';
import { atHome } from './settle-cli.ts';

export interface HttpSource {
  readonly kind: 'http';
  readonly name: string;
  readonly disabled: boolean;
  /** Absolute path of a tools file. */
  readonly file: string | null;
  readonly settings: Omit<HttpSettings, 'manifest'>;
}

export function settleHttp(name: string, entry: HttpEntry, folders: Pick<Surroundings, 'userFolder'>): HttpSource {
  const tools = Object.entries(entry.tools ?? {}).map(([tool, said]) => [tool, toolOf(said)] as const);
  return {
    kind: 'http',
    name,
    disabled: entry.disabled ?? false,
    file: entry.file === undefined ? null : atHome(entry.file, folders),
    settings: { source: name, values: entry.values ?? {}, tools: Object.fromEntries(tools) },
  };
}

function toolOf(said: NonNullable<HttpEntry['tools']>[string]): HttpToolSettings {
  return {
    description: said.description ?? null,
    method: said.method ?? null,
    url: said.url ?? null,
    headers: said.headers ?? null,
    body: said.body ?? null,
    parameters: said.parameters ?? null,
    filter: said.filter ?? null,
    extract: said.extract ?? null,
    timeoutMs: said.timeout === undefined ? null : readDuration(said.timeout),
  };
}
