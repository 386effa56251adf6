// Programs made with oclif: the manifest in their package, of which no code runs.
import { dirname, join } from 'node:path';
import { CapabilityError } from '../../../contract/index.ts';
import { readTextFile } from '../../../host/index.ts';
import { readOclif } from '../../../sources/index.ts';
import { fileText, type Adapter } from './adapter.ts';

const manifestName = 'oclif.manifest.json';

export const oclifAdapter: Adapter = {
  async describe({ spec, settings }, { program }) {
    const folder = spec === null ? packageOf(program ?? settings.argv[0]) : folderOf(spec);
    const [manifest, about] = [join(folder, manifestName), join(folder, 'package.json')].map((path) => parsed(path));
    return { text: JSON.stringify({ manifest, about }), doubts: [] };
  },
  read(text) {
    const { manifest, about } = JSON.parse(text);
    return readOclif(manifest, about);
  },
};

function folderOf(spec: string): string {
  return spec.endsWith('.json') ? dirname(spec) : spec;
}

/** The nearest folder above the program that has a manifest. */
function packageOf(program: string): string {
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    if (readTextFile(join(folder, manifestName), 1).kind !== 'absent') return folder;
    if (folder === dirname(folder)) break;
  }
  throw new CapabilityError(
    'invalid_tool',
    `No folder above ${program} has an ${manifestName}. Name the folder of the package: spec.`,
  );
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(fileText(path));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CapabilityError('invalid_tool', `${path} is no JSON: ${cause.message}.`);
  }
}
