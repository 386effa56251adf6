// A user with a home of their own for one test, and room in it for the files of MCP clients.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCommandLine, type CommandLine } from '../../../run-for-test.ts';

export interface UserHome {
  readonly at: CommandLine;
  readonly user: string;
  /** The configuration of Gatehouse. */
  readonly config: string;
  /** Writes a file of a path below the user's folder. Answers where it is. */
  put(path: string, text: string): string;
}

export function createUserHome(): UserHome {
  const at = createCommandLine(onTestFinished);
  const user = dirname(at.home);
  return {
    at,
    user,
    config: join(user, '.config', 'gatehouse', 'config.yaml'),
    put(path, text) {
      const file = join(user, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
  };
}
