// Brings what edits the files of clients when it is asked for: it is no part of a start.
import type * as clients from './put-gatehouse.ts';

export function openClients(): Promise<typeof clients> {
  return import('./put-gatehouse.ts');
}
