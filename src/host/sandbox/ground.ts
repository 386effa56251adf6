// What all sandboxes of a workspace stand on: its roots, what is protected in them, and what of the system is shown.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { ProgramReach } from '../../contract/index.ts';
import { createConfinement, type ConfinementSettings } from '../files/confinement.ts';
import { createProtectedPlaces } from '../files/path/protected-places.ts';
import { createNetPolicy, type NetSettings } from '../net/net-policy.ts';
import { createFilteringProxy, type FilteringProxy } from '../net/proxy/filtering-proxy.ts';
import { readProxy } from '../net/wire/tunnel.ts';
import { identityFor, type Identity } from './identity.ts';
import { createKeep, type Keep } from './keep/keep-protected.ts';
import { isInside } from '../files/is-inside.ts';
import type { OwnFolder } from './own-folder.ts';
import type { Root } from './profile/bubblewrap-arguments.ts';
import { createStandIns } from './profile/stand-ins.ts';
import { isOpenToAll, systemPlaces, type SystemPlaces } from './profile/system-places.ts';

export interface Ground {
  readonly workspace: string;
  readonly keep: Keep;
  readonly standIns: ReturnType<typeof createStandIns>;
  readonly ownFolder: OwnFolder;
  /** Our own home and its like, under each name. */
  readonly ownPlaces: readonly string[];
  roots(reach: ProgramReach): Promise<readonly Root[]>;
  identity(reach: ProgramReach): Identity;
  system(identity: Identity): SystemPlaces;
  /** Of one program: what it dials ends with it. */
  proxy(hosts: readonly string[]): FilteringProxy;
}

/** What holds for every request, and so for those of programs to hosts they were granted. */
export interface ProgramNet extends NetSettings {
  readonly proxy: string;
}

export interface GroundSettings extends ConfinementSettings {
  readonly net: ProgramNet;
}

export async function openGround(settings: GroundSettings, ownFolder: OwnFolder): Promise<Ground> {
  const policy = createNetPolicy(settings.net);
  const proxy = readProxy(settings.net.proxy);
  const confinement = await createConfinement(settings);
  const { workspace } = confinement;
  const { paths: ownPlaces } = await createProtectedPlaces(settings.protectedPaths, workspace);
  const system = { own: systemOnce(() => true), open: systemOnce(isOpenToAll) };
  return {
    workspace,
    ownPlaces,
    keep: createKeep({ zones: settings.zones, ownPlaces }),
    standIns: createStandIns(ownFolder),
    ownFolder,
    roots: async (reach) => shownRoots(await confinement.roots(), reach),
    identity: (reach) => identityFor(reach.workspace === 'none' ? null : workspace),
    system: ({ outside }) => (outside === null ? system.own() : system.open()),
    proxy: (hosts) => createFilteringProxy({ policy, proxy, hosts }),
  };
}

/** A dozen questions, whose answers stay while we run. */
function systemOnce(isVisible: (path: string) => boolean): () => SystemPlaces {
  let places: SystemPlaces | undefined;
  return () => (places ??= systemPlaces(process.execPath, isVisible));
}

/** What may be written may be written below too, whoever names a folder in it for reading. */
function shownRoots(
  { read, write }: { readonly read: readonly string[]; readonly write: readonly string[] },
  { workspace }: ProgramReach,
): readonly Root[] {
  if (workspace === 'none') return [];
  const onlyRead = read.filter((path) => !write.some((root) => isInside(root, path)));
  const roots = [
    ...[...new Set(onlyRead)].map((path) => ({ path, writable: false })),
    ...[...new Set(write)].map((path) => ({ path, writable: workspace === 'write' })),
  ];
  // One that was removed since it was opened is no reason to run nothing any more.
  return roots.filter(({ path }) => existsSync(path));
}

const systemFolder = /^\/(?:usr|bin|sbin|lib\w*|etc|proc|dev|sys)(?:\/|$)/;

/** The variables of a program whose own world is smaller: it looks for programs only where there are some. */
export function environmentInside(
  environment: Readonly<Record<string, string>>,
  shown: readonly string[],
): Readonly<Record<string, string>> {
  const entries = (environment['PATH'] ?? '').split(':').filter((entry) => shown.some((path) => isInside(path, entry)));
  const ownNode = dirname(process.execPath);
  const path = entries.includes(ownNode) ? entries : [...entries, ownNode];
  return { ...environment, PATH: path.join(':'), HOME: homeInside(environment), TMPDIR: '/tmp' };
}

const proxyNames = ['http_proxy', 'https_proxy', 'all_proxy'];

/** How programs are told of a proxy on their own loopback. */
export function proxyEnvironment(port: number): Readonly<Record<string, string>> {
  const names = proxyNames.flatMap((name) => [name, name.toUpperCase()]);
  return {
    ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${port}`])),
    no_proxy: 'localhost,127.0.0.1,::1',
    NO_PROXY: 'localhost,127.0.0.1,::1',
    NODE_USE_ENV_PROXY: '1',
  };
}

export function homeInside(environment: Readonly<Record<string, string>>): string {
  const home = resolve('/', environment['HOME'] ?? homedir());
  return home === '/' || systemFolder.test(home) ? '/tmp' : home;
}
