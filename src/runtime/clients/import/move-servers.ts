// Moves servers as planned: credentials into the store, entries into the owner's configuration, Gatehouse into their place. All of it or none.
import { locateHome, openHome } from '../../../host/index.ts';
import { ownServerHashes, ownServersText, type OwnServers } from '../../config/edit/own-servers.ts';
import { changeKeepingCopies, type FileChange } from '../backup/backups.ts';
import type { ClientPlace } from '../client.ts';
import { editorOf } from '../edit/edit-file.ts';
import { ownStart } from '../own-start.ts';
import { freeOwnName } from '../put-gatehouse.ts';
import type { ImportPlan, PlannedFile } from './plan-import.ts';

export interface MoveParts {
  readonly place: ClientPlace;
  readonly own: OwnServers;
  readonly now: number;
  readonly setSecret: (name: string, value: string) => Promise<unknown>;
  readonly removeSecret: (name: string) => Promise<void>;
}

export interface Moved {
  /** The owner's configuration. */
  readonly file: string;
  /** Where each changed file is kept as it was. */
  readonly copies: ReadonlyMap<string, string>;
}

/** Throws `invalid_config`, and nothing is changed, where a file cannot be or was changed since it was read. */
export async function moveServers(plan: ImportPlan, parts: MoveParts): Promise<Moved> {
  const { own, place, now } = parts;
  const configText = ownServersText(own, { add: plan.add, remove: [] }, place.env);
  const changes: readonly FileChange[] = [
    { before: own.file, text: configText, added: addedHashes(plan, configText) },
    ...plan.files.flatMap((file) => clientChange(file, { plan, place })),
  ].filter(({ before, text }) => before.text !== text);
  const set: string[] = [];
  try {
    for (const [name, value] of plan.secrets) {
      await parts.setSecret(name, value);
      set.push(name);
    }
    const home = openHome({ path: locateHome(place.env), create: true });
    const copies = changeKeepingCopies(home, { now, what: 'moving servers into Gatehouse', changes, secrets: set });
    return { file: own.file.path, copies };
  } catch (cause) {
    for (const name of set) await parts.removeSecret(name);
    throw cause;
  }
}

function addedHashes({ add }: ImportPlan, text: string): Readonly<Record<string, string>> {
  const hashes = ownServerHashes(text);
  return Object.fromEntries([...hashes].filter(([name]) => Object.hasOwn(add, name)));
}

interface ChangePlace {
  readonly plan: ImportPlan;
  readonly place: ClientPlace;
}

function clientChange(planned: PlannedFile, { plan, place }: ChangePlace): readonly FileChange[] {
  const { client, file, before, moves } = planned;
  if (before?.text === undefined || before.text === null || moves.length === 0) return [];
  const paths = [...new Map(moves.map(({ path }) => [path.join('\n'), path])).values()];
  const remove = paths.map((path) => ({
    path,
    names: moves.filter((move) => move.path.join('\n') === path.join('\n')).map(({ from }) => from),
  }));
  const moved = moves.map(({ name }) => name);
  const editor = editorOf(file);
  const without = editor.change({ path: file.path, text: before.text }, { remove, put: null });
  const [path = []] = file.maps;
  if (!needsGate(planned, plan)) return [{ before, text: without, moved }];
  const wishes = { workspace: null, readOnly: false };
  const put = {
    path,
    name: freeOwnName({ path: file.path, text: without }, file),
    entry: client.entryOf(ownStart(client, file, { ...place, wishes })),
  };
  return [{ before, text: editor.change({ path: file.path, text: without }, { remove: [], put }), moved }];
}

/** Once for a client: in the first of its files from which something is moved. */
function needsGate({ client, file }: PlannedFile, { files }: ImportPlan): boolean {
  const alike = files.filter((other) => other.client.id === client.id && other.file.scope === file.scope);
  return !alike.some(({ hasOwn }) => hasOwn) && alike.find(({ moves }) => moves.length > 0)?.file.path === file.path;
}
