// Where this workspace's files are, and which of them nothing may touch: the same for the file tools and for the sandbox.
import { userFolder, type ConfinementSettings, type Environment, type Home } from '../../host/index.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { SourceSettings } from '../config/sources/settle-sources.ts';
import type { Memories } from './memories.ts';

export interface FilePlace {
  readonly home: Home;
  /** Absolute path of the workspace root. */
  readonly workspace: string;
  readonly env: Environment;
  readonly loaded: LoadedConfig;
  readonly memories: Pick<Memories, 'allowedRoots'>;
}

export function confinementSettings({ home, workspace, env, loaded, memories }: FilePlace): ConfinementSettings {
  const { workspace: configured } = loaded.config;
  return {
    workspace,
    ...configured,
    grantedRoots: memories.allowedRoots.liveIn(workspace),
    protectedPaths: [
      ...home.protectedPaths,
      ...loaded.protectedPaths,
      ...loaded.config.sources.flatMap(describingFile),
      ...configured.protected,
    ],
    userFolder: userFolder(env),
  };
}

/** Whoever writes what describes a source says what runs, and where secrets are sent. */
function describingFile(source: SourceSettings): readonly string[] {
  switch (source.kind) {
    case 'cli':
      // Inside the sandbox a program may need the folder that describes it: it may be its own.
      return source.spec === null || source.settings.sandbox === 'on' ? [] : [source.spec];
    case 'http':
      return source.file === null ? [] : [source.file];
    case 'openapi':
      return source.settings.documentUrl === null ? [source.settings.document] : [];
  }
}
