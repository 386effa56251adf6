// What of the clients' servers would come into the owner's configuration, under which names, and what stays where it is. Reads files, writes none.

import { isDeepStrictEqual } from 'node:util';
import { isCapabilityError, type JsonValue } from '../../../contract/index.ts';
import { readForeignFile, type ForeignFile } from '../../../host/index.ts';
import type { OwnServers } from '../../config/edit/own-servers.ts';
import { isOwnEntry } from '../../config/mcp/own-entry.ts';
import { settleServer } from '../../config/mcp/settle-servers.ts';
import type { ServerEntry } from '../../config/schema/mcp-schema.ts';
import { reachText } from '../../../sources/index.ts';
import { userFolder } from '../../../host/index.ts';
import type { Client, ClientFile, ClientPlace, MapPath, OwnStart } from '../client.ts';
import { editorOf } from '../edit/edit-file.ts';
import type { ServerMap } from '../edit/server-maps.ts';
import { ownStart } from '../own-start.ts';
import { createShelf, placeSecrets, type SecretShelf } from './place-secrets.ts';
import { freeName } from './server-name.ts';
import { translateEntry } from './translate-entry.ts';

export interface FoundFile {
  readonly client: Client;
  readonly file: ClientFile;
}

export interface PlannedMove {
  /** As the client calls it. */
  readonly from: string;
  /** As it is called here. */
  readonly name: string;
  readonly path: MapPath;
  /** The whole command, or the address. */
  readonly reach: string;
  readonly disabled: boolean;
  readonly notes: readonly string[];
}

export interface PlannedFile extends FoundFile {
  /** As it was read; null where it could not be. */
  readonly before: ForeignFile | null;
  readonly problem: string | null;
  readonly moves: readonly PlannedMove[];
  readonly stays: readonly { readonly name: string; readonly why: string }[];
  /** Whether Gatehouse is a server in it already. */
  readonly hasOwn: boolean;
  /** How Gatehouse is started in place of what moves; null where it is not put into this file. */
  readonly start: OwnStart | null;
}

export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  readonly add: Readonly<Record<string, ServerEntry>>;
  readonly secrets: ReadonlyMap<string, string>;
}

export interface PlanParts {
  readonly place: ClientPlace;
  readonly own: OwnServers;
  /** Names of secrets that are set. */
  readonly secretNames: readonly string[];
  /** Credentials stay in the text of the configuration. */
  readonly keepsValues: boolean;
}

export function planImport(found: readonly FoundFile[], parts: PlanParts): ImportPlan {
  const planning: Planning = { parts, shelf: createShelf(parts.secretNames), add: new Map(), raw: new Map() };
  const read = found.flatMap((each) => planFile(each, planning));
  const files = read.map((each) => ({ ...each, start: needsGate(each, read) ? startOf(each, parts.place) : null }));
  return { files, add: Object.fromEntries(planning.add), secrets: planning.shelf.placed };
}

/** Once for a client: in the first of its files from which something is moved. */
function needsGate({ client, file }: PlannedFile, files: readonly PlannedFile[]): boolean {
  const alike = files.filter((other) => other.client.id === client.id && other.file.scope === file.scope);
  return !alike.some(({ hasOwn }) => hasOwn) && alike.find(({ moves }) => moves.length > 0)?.file.path === file.path;
}

function startOf({ client, file }: PlannedFile, place: ClientPlace): OwnStart {
  return ownStart(client, file, { ...place, wishes: { workspace: null, readOnly: false, config: null } });
}

interface Planning {
  readonly parts: PlanParts;
  readonly shelf: SecretShelf;
  readonly add: Map<string, ServerEntry>;
  /** The same before their credentials were taken out: equal ones are one server. */
  readonly raw: Map<string, ServerEntry>;
}

function planFile({ client, file }: FoundFile, planning: Planning): readonly PlannedFile[] {
  const planned = { client, file, before: null, problem: null, moves: [], stays: [], hasOwn: false, start: null };
  try {
    const before = readForeignFile(file.path);
    if (before.text === null) return [];
    const maps = editorOf(file).read({ path: file.path, text: before.text }, file.maps);
    const entries = maps.flatMap((map) => [...map.entries].map(([name, entry]) => ({ map, name, entry })));
    const others = entries.filter(({ entry }) => !isOwnEntry(entry));
    const results = others.map((each) => planEntry(each, { client, file, planning }));
    return [
      {
        ...planned,
        before,
        moves: results.flatMap((result) => ('path' in result ? [result] : [])),
        stays: results.flatMap((result) => ('why' in result ? [result] : [])),
        hasOwn: others.length < entries.length,
      },
    ];
  } catch (cause) {
    // One file that cannot be read keeps no other from being moved; it is told.
    if (!isCapabilityError(cause) || cause.code !== 'invalid_config') throw cause;
    return [{ ...planned, problem: cause.message }];
  }
}

interface FoundEntry {
  readonly map: ServerMap;
  readonly name: string;
  readonly entry: JsonValue;
}

type EntryPlan = PlannedMove | PlannedFile['stays'][number];

function planEntry({ map, name, entry }: FoundEntry, at: FoundFile & { readonly planning: Planning }): EntryPlan {
  const { client, file, planning } = at;
  const { env, workspace } = planning.parts.place;
  const fixed = map.fixed.get(name);
  if (fixed !== undefined) return { name, why: fixed };
  const [, ofProject = null] = map.path.length === 3 && map.path[0] === 'projects' ? map.path : [];
  const project = file.scope === 'project' ? workspace : ofProject;
  const translation = translateEntry(entry, { client, env, project });
  if (translation.kind === 'stays') return { name, why: translation.why };
  return placeEntry({ from: name, path: map.path, ...translation }, client, planning);
}

interface Moving {
  readonly from: string;
  readonly path: MapPath;
  readonly entry: ServerEntry;
  readonly notes: readonly string[];
}

function placeEntry({ from, path, entry, notes }: Moving, client: Client, planning: Planning): PlannedMove {
  const { parts, shelf, add, raw } = planning;
  const { entries } = parts.own;
  const same = [...raw, ...entries].find(([, known]) => isDeepStrictEqual(known, entry))?.[0];
  const name = same ?? freeName(from, client.id, (wanted) => entries.has(wanted) || add.has(wanted));
  const placed = parts.keepsValues || same !== undefined ? { entry, notes: [] } : placeSecrets(entry, name, shelf);
  if (same === undefined) {
    raw.set(name, entry);
    add.set(name, placed.entry);
  }
  const { env, workspace } = parts.place;
  const place = { workspace, userFolder: userFolder(env) };
  const settled = settleServer(name, add.get(name) ?? entries.get(name) ?? entry, place);
  return {
    from,
    name,
    path,
    reach: reachText(settled.reach),
    disabled: settled.disabled,
    notes: [
      ...(same === undefined ? [] : ['it is the same as a server that is there already']),
      ...notes,
      ...placed.notes,
    ],
  };
}
