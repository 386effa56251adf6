// Which files a glob of a command line stands for now, where that can be told with one look into one folder.
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseSegment } from '../../../text/index.ts';

const mostEntries = 2_000;

/** Absolute paths; null where the glob is of another kind, or the folder holds too much. Without a match the shell passes the glob itself. */
export async function globMatches(pattern: string): Promise<readonly string[] | null> {
  const folder = dirname(pattern);
  const parse = parseSegment(basename(pattern));
  if (/[*?[\]]/.test(folder) || !parse.ok) return null;
  const names = await readdir(folder).catch(() => []);
  if (names.length > mostEntries) return null;
  // Hidden names too, though most shells leave them out: that depends on an option.
  return names.filter((name) => parse.segment.matches(name)).map((name) => join(folder, name));
}
