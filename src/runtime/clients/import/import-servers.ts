// Moving the servers of MCP clients behind Gatehouse, from looking for them to taking the move back.
import type { Environment } from '../../../host/index.ts';
import { readOwnServers } from '../../config/edit/own-servers.ts';
import { movedServers, undoNewest, type Undone } from '../backup/undo.ts';
import type { ClientPlace } from '../client.ts';
import { findFiles } from './find-files.ts';
import { moveServers, type Moved } from './move-servers.ts';
import { planImport, type ImportPlan } from './plan-import.ts';

export interface ImportWishes {
  /** Clients or files; none means the files of the user of every client. */
  readonly targets: readonly string[];
  /** What relative files are relative to. */
  readonly cwd: string;
  /** Credentials stay in the text of the configuration. */
  readonly keepsValues: boolean;
}

export interface SecretPlace {
  readonly names: readonly string[];
  set(name: string, value: string): Promise<unknown>;
  remove(name: string): Promise<void>;
}

export interface Import {
  readonly plan: ImportPlan;
  /** What earlier moves brought into the owner's configuration, is there still, and can be taken back. */
  readonly movedBefore: readonly string[];
  move(now: number): Promise<Moved>;
}

/** Reads and changes nothing before `move`. */
export function openImport(
  { targets, cwd, keepsValues }: ImportWishes,
  place: ClientPlace,
  secrets: SecretPlace,
): Import {
  const own = readOwnServers(place.env);
  const plan = planImport(findFiles(targets, place, cwd), { place, own, secretNames: secrets.names, keepsValues });
  return {
    plan,
    movedBefore: [...new Set(movedServers(place.env))].filter((name) => own.entries.has(name)),
    move: (now) => moveServers(plan, { place, own, now, setSecret: secrets.set, removeSecret: secrets.remove }),
  };
}

export function undoImport(env: Environment): Undone {
  return undoNewest(env);
}
