// Everything that touches the world, as this workspace's configuration bounds it: the guards, and the ports they stand before.
import type { FileAccess, Guard, NetAccess, ProcessAccess } from '../../contract/index.ts';
import {
  cleanEnvironment,
  createConfinement,
  createDockerProbe,
  createFileAccess,
  createGitGuard,
  createNetAccess,
  createNetGuard,
  createNetPolicy,
  createPathsGuard,
  createProcessAccess,
  createRootsGuard,
  createSandboxGuard,
  createSecretsGuard,
  createShellGuard,
  createSnippetGuard,
  equipPrograms,
  findOwnPackage,
  findShell,
  readProxy,
  userFolder,
  type NamedVariables,
  type Redactor,
  type Sandbox,
} from '../../host/index.ts';
import { createServerGuard } from '../../sources/index.ts';
import { createChangeGuard } from '../server-changes/change-guard.ts';
import { createProgramGuard } from '../sources/program-guard.ts';
import type { SourceDesk } from '../sources/source-desk.ts';
import { createServerChanges, type ServerChanges } from '../server-changes/server-changes.ts';
import type { ServerDesk } from '../servers/server-desk.ts';
import { confinementSettings, type FilePlace } from './confinement-settings.ts';
import type { Memories } from './memories.ts';

export interface Powers {
  readonly guards: ReadonlyMap<string, Guard>;
  readonly files: FileAccess;
  readonly net: NetAccess;
  readonly process: ProcessAccess;
  readonly serverChanges: ServerChanges;
}

export interface PowerPlace extends FilePlace {
  readonly sandbox: Sandbox;
  readonly variables: NamedVariables;
  readonly memories: Pick<Memories, 'allowedRoots' | 'trustedFolders'>;
  readonly servers: Pick<ServerDesk, 'views'>;
  readonly sources: Pick<SourceDesk, 'programOf' | 'rereadLater'>;
  readonly redactor: Redactor;
  readonly unreadableSecrets: () => readonly string[];
}

export async function openPowers(place: PowerPlace): Promise<Powers> {
  const { env, loaded, sandbox, variables, memories, redactor } = place;
  const { config } = loaded;
  const [confinement, shell] = await Promise.all([createConfinement(confinementSettings(place)), findShell()]);
  const policy = createNetPolicy(config.net);
  const environment = cleanEnvironment(env, config.sandbox.env);
  const net = createNetGuard({ policy });
  const serverChanges = createServerChanges({
    ...place,
    trustedFolders: memories.trustedFolders.list,
    findOutgoing: redactor.findOutgoing,
  });
  const guards: readonly Guard[] = [
    createPathsGuard({ confinement }),
    net,
    createGitGuard({ confinement, trustedFolders: () => memories.trustedFolders.list(), net }),
    createShellGuard({
      confinement,
      home: userFolder(env),
      ownProgram: { names: ['gatehouse'], ...findOwnPackage() },
      protectedWords: ['GATEHOUSE_HOME', 'GATEHOUSE_CONFIG', 'owner.sock', 'client.token', 'gatehouse.db'],
    }),
    createSandboxGuard({ sandbox }),
    createSnippetGuard({
      confinement,
      sandbox,
      docker: createDockerProbe({ environment, now: () => performance.now() }),
      images: config.sandbox.images,
    }),
    createRootsGuard({ confinement }),
    createServerGuard(),
    createChangeGuard(serverChanges),
    createProgramGuard(place.sources),
    createSecretsGuard({ findOutgoing: redactor.findOutgoing, unreadable: place.unreadableSecrets }),
  ];
  return {
    guards: new Map(guards.map((guard) => [guard.name, guard])),
    files: createFileAccess({ confinement }),
    net: createNetAccess({ policy, proxy: readProxy(config.net.proxy) }),
    process: equipPrograms(createProcessAccess({ shell, environment, sandbox, redact: redactor.stream }), {
      variables,
      hosts: config.sandbox.network.hosts,
    }),
    serverChanges,
  };
}
