// Whether anybody may listen: a look at the file system, before anything that talks to a daemon is loaded.
import { existsSync } from 'node:fs';

/** False: nobody does. True says nothing yet: what made the socket may be gone. */
export function hasSocket(path: string): boolean {
  return existsSync(path);
}
