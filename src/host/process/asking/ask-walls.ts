// The walls around a program that is asked and is not trusted at all: it sees one folder and what the system has, and reaches no network.
import type { Enclosed } from '../../sandbox/enclosed.ts';
import type { Program } from '../../sandbox/program.ts';
import { unconfined } from '../../sandbox/proof/unconfined.ts';
import { openSandbox } from '../../sandbox/sandbox.ts';

export interface AskWalls {
  /** Real path of the folder that it may read. */
  readonly folder: string;
  /** Where bubblewrap is looked for, as in PATH. */
  readonly searchPath: string;
}

export interface OpenWalls {
  /** Why there are none; null where they stand. */
  readonly missing: string | null;
  enclose(program: Program, timeoutMs: number): Promise<Enclosed>;
  close(): void;
}

/** Those of level `full` or none: less would hold back neither its network nor what it reads. Never throws. */
export async function openWalls({ folder, searchPath }: AskWalls): Promise<OpenWalls> {
  const sandbox = openSandbox({
    setting: 'prefer',
    searchPath,
    workspace: folder,
    readRoots: [folder],
    writeRoots: [],
    guestRoots: [],
    zones: { blocked: [], prompt: [], silent: [] },
    protectedPaths: [],
    net: { internalOrigins: [], blockedHosts: [], allowedHosts: [], proxy: 'direct' },
  });
  const { level, reason } = await sandbox.prove();
  const isFull = level === 'full';
  return {
    missing: isFull ? null : reason,
    async enclose(program, timeoutMs) {
      if (!isFull) return unconfined(program, 'off');
      return sandbox.enclose(program, { directory: folder, reach: { workspace: 'read', hosts: [] }, timeoutMs });
    },
    close: () => sandbox.close(),
  };
}

/** For a program that its owner runs as himself. */
export const noWalls: OpenWalls = {
  missing: null,
  enclose: async (program) => unconfined(program, 'off'),
  close: () => undefined,
};
