// Brings what moves servers behind Gatehouse when it is asked for: it is no part of a start.
import type * as serverImport from './import/import-servers.ts';

export function openServerImport(): Promise<typeof serverImport> {
  return import('./import/import-servers.ts');
}
