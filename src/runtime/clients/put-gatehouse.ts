// Gatehouse as a server of a client: what its configuration is to say, and the file it belongs into, changed with a copy kept of it.
import { parse } from 'node:path';
import { CapabilityError, type JsonValue } from '../../contract/index.ts';
import { locateHome, openHome, readForeignFile, type ForeignFile } from '../../host/index.ts';
import { isOwnEntry } from '../config/mcp/own-entry.ts';
import { clientNamed } from './all-clients.ts';
import { changeKeepingCopies } from './backup/backups.ts';
import type { ClientFile, ClientPlace, MapPath } from './client.ts';
import { editorOf } from './edit/edit-file.ts';
import { ownStart, type StartWishes } from './own-start.ts';

export interface OwnPlace {
  readonly title: string;
  /** The file that it belongs into. */
  readonly path: string;
  /** What stands there of Gatehouse alone. */
  readonly text: string;
  /** As `OwnStart` has it. */
  readonly workspace: string | null;
}

export interface PutWishes extends StartWishes {
  readonly client: string;
}

/** Reads and writes nothing. */
export function ownConfiguration(wishes: PutWishes, place: ClientPlace): OwnPlace {
  const { client, file, path, entry, workspace } = meant(wishes, place);
  const text = editorOf(file).change(
    { path: file.path, text: '' },
    { remove: [], put: { path, name: nameFor(wishes.config), entry } },
  );
  return { title: client.title, path: file.path, text, workspace };
}

export interface PutEnd {
  readonly title: string;
  readonly path: string;
  readonly name: string;
  /** Where the file is kept as it was; null where it was not there. */
  readonly copy: string | null;
  readonly workspace: string | null;
  /** Whether it said all of that already: then nothing was written. */
  readonly isSame: boolean;
}

/** Throws `invalid_config`, and nothing is written, for a file that cannot be changed safely. */
export function putOwnConfiguration(wishes: PutWishes, place: ClientPlace, now: number): PutEnd {
  const { client, file, path, entry, workspace } = meant(wishes, place);
  const before = readForeignFile(file.path);
  const name = freeOwnName(before, file, wishes.config);
  const text = editorOf(file).change(
    { path: file.path, text: before.text ?? '' },
    { remove: [], put: { path, name, entry } },
  );
  const end = { title: client.title, path: file.path, name, workspace };
  if (text === before.text) return { ...end, copy: null, isSame: true };
  const home = openHome({ path: locateHome(place.env), create: true });
  const changes = [{ before, text }];
  const copies = changeKeepingCopies(home, { now, what: `putting Gatehouse into ${client.title}`, changes });
  return { ...end, copy: copies.get(file.path) ?? null, isSame: false };
}

/** One file is a server of its own beside all else that Gatehouse serves, so it is named after itself. */
function nameFor(config: string | null): string {
  if (config === null) return 'gatehouse';
  const name = parse(config)
    .name.replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'gatehouse-file' : name.slice(0, 32);
}

/** The name of the entry that is this Gatehouse already, which serves the same file, else one that nobody has. */
export function freeOwnName(
  { path, text }: Pick<ForeignFile, 'path' | 'text'>,
  file: ClientFile,
  config: string | null = null,
): string {
  const [map] = text === null ? [] : editorOf(file).read({ path, text }, file.maps.slice(0, 1));
  const entries = [...(map?.entries ?? [])];
  const own = entries.find(([, entry]) => isOwnEntry(entry) && servedFile(entry) === config);
  if (own !== undefined) return own[0];
  const taken = new Set(entries.map(([name]) => name));
  const ownName = nameFor(config);
  const free = [ownName, ...Array.from({ length: taken.size }, (_, at) => `${ownName}-${at + 2}`)];
  return free.find((name) => !taken.has(name)) ?? ownName;
}

/** The file after `--config` in what an entry starts. */
function servedFile(entry: JsonValue): string | null {
  if (typeof entry !== 'object' || entry === null || !('command' in entry)) return null;
  const words = [entry['command'], 'args' in entry ? entry['args'] : []].flat();
  const after = words.indexOf('--config') < 0 ? null : words[words.indexOf('--config') + 1];
  return typeof after === 'string' ? after : null;
}

function meant({ client: id, ...wishes }: PutWishes, place: ClientPlace) {
  const client = clientNamed(id);
  const [first, ...others] = client.files(place).filter(({ scope }) => scope === 'user');
  if (first === undefined) throw new CapabilityError('internal', `${id} has no file of the user.`);
  // The same settings may be kept under one of two names.
  const alike = others.filter(({ maps }) => JSON.stringify(maps) === JSON.stringify(first.maps));
  const file = [first, ...alike].find(({ path }) => readForeignFile(path).text !== null) ?? first;
  const [path = []]: readonly MapPath[] = file.maps;
  const start = ownStart(client, file, { ...place, wishes });
  const entry: JsonValue = client.entryOf(start);
  return { client, file, path, entry, workspace: start.workspace };
}
