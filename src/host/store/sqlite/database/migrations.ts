// The schema of the store, as numbered steps. A step that was released is never changed: a new one is added behind it.
import type { DatabaseSync } from 'node:sqlite';
import { CapabilityError } from '../../../../contract/index.ts';
import { integerOf } from './row.ts';

/** Marks the file as ours (PRAGMA application_id); the bytes of "Gate". */
const applicationId = 0x47617465;

const steps: readonly string[] = [
  `
  -- The chain. position stands in the envelope too: it orders the events of all writers as they were committed.
  create table events(
    position integer primary key,
    writer text not null,
    seq integer not null,
    envelope text not null,
    commitments text not null,
    previous text not null,
    hash text not null,
    at integer generated always as (envelope ->> '$.at') virtual,
    kind text generated always as (envelope ->> '$.kind') virtual,
    tool text generated always as (envelope ->> '$.tool') virtual,
    call text generated always as (envelope ->> '$.call') virtual,
    session text generated always as (envelope ->> '$.session') virtual,
    unique(writer, seq)
  ) strict;
  -- Beside the chain: per field its salt and value, {"field": ["salt", value]}. An erased field is gone from here.
  create table event_values(position integer primary key, fields text not null) strict;
  create table heads(
    writer text not null,
    seq integer not null,
    hash text not null,
    closes integer not null,
    signed_at integer not null,
    key_id text not null,
    signature text not null,
    primary key(writer, seq, closes)
  ) strict, without rowid;

  create table approvals(
    entry integer primary key,
    id text not null unique,
    version integer not null,
    status text not null,
    principal text not null,
    session text not null,
    tool text not null,
    argument_key text not null,
    request_hash text not null,
    runtime_id text not null,
    workspace text not null,
    created_at integer not null,
    expires_at integer not null,
    decided_at integer,
    decided_by text,
    answer text,
    note text,
    supersedes text,
    superseded_by text,
    delivered_at integer,
    body blob not null,
    arguments blob,
    outcome blob
  ) strict;
  -- Open, or final and not handed out yet.
  create index approvals_equal on approvals(principal, session, argument_key) where delivered_at is null;
  create index approvals_status on approvals(status);
  -- Append-only: what was answered, by whom. The digest of each row stands in the envelope of its event.
  create table approval_decisions(
    approval_id text primary key,
    act text not null,
    decided_by text not null,
    decided_at integer not null,
    note text,
    request_hash text not null,
    original_hash text,
    replacement_id text
  ) strict, without rowid;

  -- Claims that have started and not ended. Starts without a request are in their events alone.
  create table executions(
    call_id text primary key,
    runtime_id text not null,
    tool text not null,
    approval_id text not null,
    started_at integer not null
  ) strict, without rowid;
  create table runtimes(
    runtime_id text primary key,
    pid integer not null,
    process_start text,
    host text not null,
    pid_space text not null,
    workspace text not null,
    started_at integer not null,
    heartbeat_at integer not null,
    watermark integer not null
  ) strict, without rowid;

  create table records(
    entry integer primary key,
    collection text not null,
    id text not null,
    grouping text,
    version integer not null,
    body text not null,
    unique(collection, id)
  ) strict;
  create index records_grouping on records(collection, grouping) where grouping is not null;
  create table counters(name text primary key, value integer not null) strict, without rowid;
  insert into counters values('policy_revision', 1);
  -- Digests of the keys that this store was written with.
  create table key_marks(name text primary key, mark text not null) strict, without rowid;
  `,
];

export const schemaVersion = steps.length;

/** The number of the last step that the file has seen; 0 for a new file. Throws `store_newer` for one that this program does not know. */
export function checkVersion(db: DatabaseSync, file: string): number {
  const version = pragma(db, 'user_version');
  if (version > schemaVersion) {
    const message = `The store ${file} was written by a newer Gatehouse: it has version ${version}, this program knows ${schemaVersion}. Update Gatehouse; the store was not touched.`;
    throw new CapabilityError('store_newer', message, { details: { file, found: version, known: schemaVersion } });
  }
  const id = pragma(db, 'application_id');
  const isNew =
    version === 0 &&
    id === 0 &&
    integerOf(db.prepare('select count(*) as n from sqlite_schema').get() ?? {}, 'n') === 0;
  if (!isNew && id !== applicationId) {
    const message = `${file} is a database of another program. Name another home in GATEHOUSE_HOME, or move the file away.`;
    throw new CapabilityError('store_unavailable', message, { details: { file } });
  }
  return version;
}

/** Runs the steps that are missing, all in the transaction that the caller has begun. */
export function migrate(db: DatabaseSync, file: string): void {
  for (let version = checkVersion(db, file); version < schemaVersion; version++) {
    db.exec(steps[version] ?? '');
    db.exec(`pragma user_version = ${version + 1}`);
  }
  db.exec(`pragma application_id = ${applicationId}`);
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return integerOf(db.prepare(`pragma ${name}`).get() ?? {}, name);
}
