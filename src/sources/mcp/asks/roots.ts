// The folders that a server is told of: those its settings name.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `roots/list` is answered with. */
export function rootsOf(folders: readonly string[]) {
  return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) || folder })) };
}
