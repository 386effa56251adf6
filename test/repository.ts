// What the tests of the repository itself read: its files, its tables and its manifest.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const root = fileURLToPath(new URL('../', import.meta.url));

const names = z.array(z.string());

export const { architecture } = z
  .object({
    architecture: z.object({
      folders: z.record(
        z.string(),
        z.object({ verb: z.string(), mayImport: names, planned: z.boolean().default(false) }),
      ),
      entries: z.record(z.string(), names),
      bannedNames: names,
    }),
  })
  // The key is not enumerable there, so it is named here.
  .parse({ architecture: Object(createRequire(import.meta.url)('../architecture.cjs')).architecture });

export const manifest = z
  .object({
    exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
    files: names,
    dependencies: z.record(z.string(), z.string()),
    version: z.string(),
  })
  .parse(JSON.parse(read('package.json')));

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export function lineCount(file: string): number {
  return read(file).replace(/\n$/, '').split('\n').length;
}

/** Every file under a folder, as paths from the root with `/`. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

const isTest = (file: string): boolean => /\.test(-d)?\.ts$/.test(file);
const isGenerated = (file: string): boolean => /\.generated\.[a-z]+$/.test(file);

/** Source as people write it: no tests, nothing generated. */
export function sourceFiles(): string[] {
  return filesUnder('src').filter((file) => file.endsWith('.ts') && !isTest(file) && !isGenerated(file));
}
