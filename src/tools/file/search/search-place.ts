// Where a search looks, from the proven path of its argument.
import type { ToolResult } from '../../../contract/index.ts';
import { noSuchFile } from '../no-such-file.ts';
import { provenPath } from '../proven-path.ts';
import type { SearchContext, SearchPlace } from './run-ripgrep.ts';

/** A directory, or one file in the directory that holds it; or the answer that there is no such place. */
export async function searchPlace(
  context: SearchContext,
): Promise<{ readonly place: SearchPlace; readonly shown: string } | { readonly answer: ToolResult }> {
  const path = provenPath(context, '/path');
  const { files } = context.ports;
  const { kind } = await files.stat(path);
  if (kind === 'absent') return { answer: await noSuchFile(path, files) };
  if (kind === 'directory') return { place: { directory: path, only: null }, shown: path.shown };
  const directory = await files.parent(path);
  // A root may be a single file; nothing runs in a directory that is none.
  if (directory === null) throw new Error(`The directory of ${path.shown} is outside the roots.`);
  return { place: { directory, only: path.real.slice(path.real.lastIndexOf('/') + 1) }, shown: path.shown };
}
