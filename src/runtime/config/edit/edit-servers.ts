// Changes mcp.servers in the text of a configuration.
import type { JsonValue } from '../../../contract/index.ts';
import type { ServerEntry } from '../schema/mcp-schema.ts';
import { editMap, entriesAt, type MapEdit } from './edit-map.ts';

export type ServersEdit = MapEdit<ServerEntry>;

const place = ['mcp', 'servers'] as const;

/** Of a text that is read as configuration. Throws `invalid_config` where the servers are written in a way that cannot be changed. */
export function editServers(text: string, edit: ServersEdit): string {
  return editMap(text, place, edit);
}

/** An empty map where there is none. */
export function serversOf(text: string): Readonly<Record<string, JsonValue>> {
  return entriesAt(text, place);
}
