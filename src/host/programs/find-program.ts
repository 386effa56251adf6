// Whether a program is there, as the system would find it.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';

export interface ProgramPlace {
  /** Folders, separated by colons. */
  readonly path: string;
  /** Where a name with a slash starts. */
  readonly directory: string;
}

/** Its path, or null. */
export async function findProgram(name: string, { path, directory }: ProgramPlace): Promise<string | null> {
  const candidates = name.includes('/')
    ? [resolve(directory, name)]
    : path
        .split(':')
        .filter(isAbsolute)
        .map((folder) => join(folder, name));
  for (const candidate of candidates) if (await isProgram(candidate)) return candidate;
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Whatever keeps it from being looked at keeps it from being run.
    return false;
  }
}
