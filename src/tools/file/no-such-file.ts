// What is said where a file should be and is not, or is a directory.
import type { ConfinedPath, FileAccess, ToolResult } from '../../contract/index.ts';
import { nearNames } from '../../text/index.ts';

/** With the names that somebody may have meant; nothing is listed that the rules would not show. */
export async function noSuchFile(path: ConfinedPath, files: FileAccess): Promise<ToolResult> {
  const folder = await files.parent(path);
  const isThere = folder !== null && folder.identity.kind === 'present';
  if (!isThere) return bad(`There is no file ${path.shown}. Its directory does not exist either.`);
  const entries = await files.list(folder);
  const name = path.real.slice(path.real.lastIndexOf('/') + 1);
  const near = nearNames(
    name,
    entries.map((entry) => entry.name),
  );
  const prefix = folder.shown === '.' ? '' : `${folder.shown}/`;
  const hint =
    near.length === 0
      ? 'Use glob_search to find it.'
      : `Did you mean ${near.map((each) => `${prefix}${each}`).join(' or ')}?`;
  return bad(`There is no file ${path.shown}. ${hint}`);
}

export function isDirectory(path: ConfinedPath): ToolResult {
  return bad(`${path.shown} is a directory. Use glob_search with path "${path.shown}" to see what is in it.`);
}

/** An answer that says why there is none. */
export function bad(text: string): ToolResult {
  return { blocks: [{ type: 'text', text }], isError: true };
}
