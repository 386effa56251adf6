// How a client starts Gatehouse: the very program that runs now, so that neither a PATH nor a folder decides which one that is.
import { join } from 'node:path';
import { findOwnPackage } from '../../host/index.ts';
import type { Client, ClientFile, ClientPlace, OwnStart } from './client.ts';

export interface StartWishes {
  /** Absolute path; null takes the folder that the client works in, where it says which that is. */
  readonly workspace: string | null;
  readonly readOnly: boolean;
  /** Absolute path of the one file that is served; null for all that is configured. */
  readonly config: string | null;
}

/** A file that a project shares names no folder of one machine. */
export function ownStart(
  { workspaceWord }: Client,
  { scope }: Pick<ClientFile, 'scope'>,
  { env, workspace, wishes }: ClientPlace & { readonly wishes: StartWishes },
): OwnStart {
  const { folder } = findOwnPackage();
  const isShared = scope === 'project' || folder === null;
  const root = wishes.workspace ?? (workspaceWord === '' ? workspace : workspaceWord);
  const args = [
    'mcp',
    ...(wishes.config === null ? [] : ['--config', wishes.config]),
    ...(root === null ? [] : ['--workspace', root]),
    ...(wishes.readOnly ? ['--read-only'] : []),
  ];
  // Clients hand on little of their environment, and it is not the one of this command.
  const named = [
    'GATEHOUSE_HOME',
    ...(wishes.config === null ? ['GATEHOUSE_CONFIG', 'GATEHOUSE_CONFIG_ALONE'] : []),
  ].flatMap((name) => {
    const value = env[name];
    return value && !isShared ? [[name, value] as const] : [];
  });
  return isShared
    ? { command: 'gatehouse', args, env: {}, workspace: root }
    : {
        command: process.execPath,
        args: [join(folder, 'bin', 'gatehouse.mjs'), ...args],
        env: Object.fromEntries(named),
        workspace: root,
      };
}
