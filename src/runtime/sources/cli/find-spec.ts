// Where the Fig spec of a program is: what its owner names, else an installed @withfig/autocomplete. Nothing is downloaded, and nothing started.
import { basename, dirname, isAbsolute, join } from 'node:path';
import { CapabilityError } from '../../../contract/index.ts';
import { locateHome, readTextFile, realFolder as realPath, userFolder, type Environment } from '../../../host/index.ts';
import { ownSpec, packagedSpecs, type SpecPlace } from '../../../sources/index.ts';
import type { CliSource } from '../../config/sources/settle-cli.ts';

export interface SpecSearch {
  /** The real path of the program; null where it is not there. */
  readonly program: string | null;
  readonly workspace: string;
  readonly env: Environment;
}

type Described = Pick<CliSource, 'spec'> & { readonly settings: Pick<CliSource['settings'], 'argv'> };

const packageName = '@withfig/autocomplete';

/** Throws a sentence that says how to get one. */
export function findSpec({ spec, settings }: Described, search: SpecSearch): SpecPlace {
  const name = basename(settings.argv[0]);
  if (spec !== null) return namedSpec(spec, name, search);
  const found = installedSpec(name, search);
  if (found !== null) return found;
  const folders = packageFolders(search);
  const where =
    folders.length === 0
      ? `${packageName} is not installed`
      : `${folders.join(' and ')} describe${folders.length === 1 ? 's' : ''} no program of that name`;
  throw unusable(
    `There is no Fig spec of ${name}: ${where}. Install it (npm install -g ${packageName}), or name a file: --spec FILE.`,
  );
}

/** Null where none is installed. */
export function installedSpec(name: string, search: SpecSearch): SpecPlace | null {
  for (const folder of packageFolders(search)) {
    const found = packagedSpec(folder, name);
    if (found !== null) return found;
  }
  return null;
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function namedSpec(spec: string, name: string, { env }: SpecSearch): SpecPlace {
  const real = realPath(spec);
  if (real === null) throw unusable(`${spec} is missing.`);
  const packaged = packagedSpec(real, name);
  if (packaged !== null) return packaged;
  const file = readTextFile(real, mostBytes);
  if (file.kind !== 'text') {
    const why = file.kind === 'absent' ? 'is missing' : file.problem;
    throw unusable(
      `${spec} is neither the folder of a ${packageName} that describes ${name} nor the file of a spec: it ${why}.`,
    );
  }
  const place = ownSpec(real);
  const own = [userFolder(env), locateHome(env)].map((path) => realPath(path) ?? path);
  const held = own.find((path) => isWithin(place.readable, path));
  if (held !== undefined)
    throw unusable(
      `${spec} is code that may read the folder it lies in, and that holds ${held}. Move it into a folder of its own.`,
    );
  return place;
}

const mostBytes = 16 * 1024 * 1024;

/** Links may lead to the package, and none out of it. */
function packagedSpec(folder: string, name: string): SpecPlace | null {
  for (const place of packagedSpecs(folder, name)) {
    const file = realPath(place.file);
    if (file !== null && isWithin(folder, file)) return { ...place, file };
  }
  return null;
}

/** Best first: beside the program, the person's own, and last the workspace's, where tools may write. */
function packageFolders({ program, workspace, env }: SpecSearch): readonly string[] {
  const beside = program === null ? [] : foldersAbove(program).map((folder) => join(folder, 'node_modules'));
  const programs = (env['PATH'] ?? '').split(':').filter(isAbsolute);
  const prefixes = [...(program === null ? [] : [dirname(program)]), ...programs, dirname(process.execPath)].map(
    dirname,
  );
  const folders = [
    ...beside.filter((folder) => !isWithin(workspace, folder)),
    ...prefixes.map((prefix) => join(prefix, 'lib', 'node_modules')),
    join(workspace, 'node_modules'),
  ];
  const real = folders.map((folder) => realPath(join(folder, packageName)));
  return [...new Set(real.filter((folder) => folder !== null))];
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

function unusable(text: string): CapabilityError {
  return new CapabilityError('invalid_tool', text);
}
