// Which shell runs a command line, and how it is told to read no file of the person's.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { CapabilityError } from '../../contract/index.ts';

const candidates = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/bin/sh', '/usr/bin/sh'];

/** The path of bash, else of sh. Throws `process_failed` where there is neither. */
export async function findShell(): Promise<string> {
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  throw new CapabilityError('process_failed', `There is no shell on this machine: none of ${candidates.join(', ')}.`);
}

/** `--` stands before the line, so that a line that begins with a dash is no option. */
export function shellArguments(shell: string, line: string): readonly string[] {
  const quiet = shell.endsWith('/bash') ? ['--noprofile', '--norc'] : [];
  return [...quiet, '-c', '--', line];
}
