// Where npx finds a package: in the folder it runs in or above, among the global ones, in its own cache. It fetches what it does not find.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { readPackage, resolvePackage, type FoundPackage } from './package-closure.ts';

export interface NpxPlace {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The real path of npx. */
  readonly program: string;
}

export interface NpxSpec {
  readonly name: string;
  /** Empty where none is said. */
  readonly version: string;
  /** Whether it is one version and no range. */
  readonly isExact: boolean;
}

/** Null for what is no name of a package with a version, such as a folder or a repository. */
export function readNpxSpec(spec: string): NpxSpec | null {
  const [, name = '', version = ''] =
    /^((?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*)(?:@(.*))?$/i.exec(spec) ?? [];
  if (name === '' || /[:/]/.test(version)) return null;
  return { name, version, isExact: /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version) };
}

/** `specs` as they are written: npx names the folder of its cache after all of them. */
export function findNpxPackage(spec: NpxSpec, specs: readonly string[], place: NpxPlace): FoundPackage | null {
  const { directory, program } = place;
  const candidates = [
    () => resolvePackage(spec.name, directory),
    // …/lib/node_modules/npm/bin/npx-cli.js
    () => readPackage(join(dirname(program), '../..', spec.name)),
    () => readPackage(join(npxFolder(specs, place), 'node_modules', spec.name)),
  ];
  for (const candidate of candidates) {
    const found = candidate();
    if (found !== null && (!spec.isExact || found.version === spec.version)) return found;
  }
  return null;
}

function npxFolder(specs: readonly string[], { environment }: NpxPlace): string {
  const named = environment['npm_config_cache'] ?? environment['NPM_CONFIG_CACHE'];
  const cache = named ?? join(environment['HOME'] ?? '', '.npm');
  const sorted = specs.toSorted((left, right) => left.localeCompare(right, 'en'));
  return join(cache, '_npx', createHash('sha512').update(sorted.join('\n')).digest('hex').slice(0, 16));
}
