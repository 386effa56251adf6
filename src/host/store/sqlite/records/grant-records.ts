// Grants as the journal needs them: written with the answer they come of, and looked at when an execution stands on one.
import type { Grant, JsonObject, StoredRecord } from '../../../../contract/index.ts';
import type { RecordTable } from './record-table.ts';

const collection = 'grants';
const version = 1;

/** The record that state/ reads and revokes. */
export function grantRecord(grant: Grant): StoredRecord {
  return { collection, id: grant.id, group: grant.session, version, body: { ...grant } };
}

export function isGrantLive(records: RecordTable, id: string, now: number): boolean {
  const record = records.get(collection, id);
  return record !== null && record.version === version && isLive(record.body, now);
}

function isLive({ expiresAt, revokedAt }: JsonObject, now: number): boolean {
  return revokedAt === null && typeof expiresAt === 'number' && expiresAt > now;
}
