// Where this program itself lies: what no command of a model may start.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface OwnPackage {
  /** Absolute path of the package; null when this code was put into another program's bundle. */
  readonly folder: string | null;
  /** Absolute paths of the files it starts from. */
  readonly files: readonly string[];
}

const packageName = 'gatehouse';
const startFiles = ['bin/gatehouse.mjs', 'dist/cli.js', 'src/cli.ts', 'scripts/start.mjs'];

/** Looks upward from this file for our own package.json. */
export function findOwnPackage(from: string = import.meta.dirname): OwnPackage {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isOwn(join(folder, 'package.json'))) return { folder, files: startFiles.map((file) => join(folder, file)) };
    if (dirname(folder) === folder) return { folder: null, files: [] };
  }
}

function isOwn(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null && 'name' in parsed && parsed.name === packageName;
  } catch {
    // Somebody else's broken package.json is not ours.
    return false;
  }
}
