// Brings what edits the servers in the owner's file when it is asked for: it is no part of a start.
import type * as ownServers from './own-servers.ts';

export function openOwnServers(): Promise<typeof ownServers> {
  return import('./own-servers.ts');
}
