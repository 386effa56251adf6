// Opens the store of a home and the configuration that goes with it: which project files act is itself a record of the store.
import type { Clock } from '../../contract/index.ts';
import { openSqliteStore, type Environment, type Home, type OpenStore } from '../../host/index.ts';
import { createTrustedFolders } from '../../state/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';

export interface StorePlace {
  readonly home: Home;
  readonly workspace: string;
  readonly env: Environment;
  readonly clock: Clock;
  /** Only records are read: of what is sealed nothing is opened. Default false. */
  readonly looksOnly?: boolean;
}

export interface Opened {
  readonly open: OpenStore;
  readonly loaded: LoadedConfig;
}

export async function openStoreOf({ home, workspace, env, clock, looksOnly = false }: StorePlace): Promise<Opened> {
  // How the store is kept is the owner's setting alone, so it can be read before it is known which project files act.
  const first = await loadConfig({ home, workspace, env, trustedFolders: [] });
  const open = await openSqliteStore({
    file: home.database,
    keysDir: home.keys,
    headsFile: home.auditHeads,
    workspace,
    clock,
    durability: first.config.audit.durability,
    signEvery: first.config.audit.signEvery,
    create: true,
    looksOnly,
  });
  if (first.untrusted === null) return { open, loaded: first };
  try {
    const trustedFolders = await createTrustedFolders(open.store).list();
    return { open, loaded: await loadConfig({ home, workspace, env, trustedFolders }) };
  } catch (cause) {
    await open.close();
    throw cause;
  }
}
