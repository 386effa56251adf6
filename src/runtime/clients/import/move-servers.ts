// Moves servers as planned: credentials into the store, entries into the owner's configuration, Gatehouse into their place. All of it or none.
import { locateHome, openHome } from '../../../host/index.ts';
import { ownServerHashes, ownServersText, type OwnServers } from '../../config/edit/own-servers.ts';
import { changeKeepingCopies, type FileChange } from '../backup/backups.ts';
import type { ClientPlace } from '../client.ts';
import { editorOf } from '../edit/edit-file.ts';
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
    ...plan.files.flatMap(clientChange),
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

function clientChange({ client, file, before, moves, start }: PlannedFile): readonly FileChange[] {
  if (before?.text === undefined || before.text === null || moves.length === 0) return [];
  const paths = [...new Map(moves.map(({ path }) => [path.join('\n'), path])).values()];
  const remove = paths.map((path) => ({
    path,
    names: moves.filter((move) => move.path.join('\n') === path.join('\n')).map(({ from }) => from),
  }));
  const moved = moves.map(({ name }) => name);
  const editor = editorOf(file);
  const without = editor.change({ path: file.path, text: before.text }, { remove, put: null });
  if (start === null) return [{ before, text: without, moved }];
  const [path = []] = file.maps;
  const name = freeOwnName({ path: file.path, text: without }, file);
  const put = { path, name, entry: client.entryOf(start) };
  return [{ before, text: editor.change({ path: file.path, text: without }, { remove: [], put }), moved }];
}
