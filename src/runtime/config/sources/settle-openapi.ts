// From what the file says of an OpenAPI document to what is read and called.
import { defaultTimeoutMs, type OpenApiSettings, type OperationSelection } from '../../../sources/index.ts';
import { valuesOf } from '../mcp/settle-servers.ts';
import type { Surroundings } from '../resolve-folder.ts';
import { readDuration } from '../schema/duration.ts';
import type { OpenApiEntry } from '../schema/sources/openapi-schema.ts';
import { atHome } from './settle-cli.ts';

export interface OpenApiSource {
  readonly kind: 'openapi';
  readonly name: string;
  readonly disabled: boolean;
  readonly settings: OpenApiSettings;
}

export function settleOpenApi(
  name: string,
  entry: OpenApiEntry,
  folders: Pick<Surroundings, 'userFolder'>,
): OpenApiSource {
  const isFetched = isAddress(entry.document);
  const document = isFetched ? entry.document : atHome(entry.document, folders);
  return {
    kind: 'openapi',
    name,
    disabled: entry.disabled ?? false,
    settings: { source: name, document, documentUrl: isFetched ? document : null, ...settingsOf(entry) },
  };
}

function settingsOf(entry: OpenApiEntry): Omit<OpenApiSettings, 'source' | 'document' | 'documentUrl'> {
  const { server = null, variables = {}, auth = {}, prefix = '', exclude = [], include, timeout } = entry;
  return {
    server,
    variables,
    auth,
    include: include?.map(selectionOf) ?? null,
    exclude: exclude.map(selectionOf),
    prefix,
    headers: valuesOf(entry.headers),
    timeoutMs: (timeout === undefined ? null : readDuration(timeout)) ?? defaultTimeoutMs,
  };
}

/** Whether a document is one that is fetched. */
export function isAddress(document: string): boolean {
  return /^https?:\/\//i.test(document);
}

type SelectionEntry = NonNullable<OpenApiEntry['include']>[number];

function selectionOf({ tags = [], paths = [], methods = [], tools = [] }: SelectionEntry): OperationSelection {
  return { tags, paths, methods, tools };
}
