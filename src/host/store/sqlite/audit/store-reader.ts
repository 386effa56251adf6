// A connection that sees one state of the store, and how to give it back.
import type { DatabaseSync } from 'node:sqlite';
import { openReader } from '../database/connection.ts';

export interface StoreReader {
  readonly db: DatabaseSync;
  close(): void;
}

export async function readerOf(file: string, waitMs: number): Promise<StoreReader> {
  const db = await openReader(file, waitMs);
  return { db, close: () => db.close() };
}
