// Programs that a Fig spec describes: code of others, which is run alone and walled in once, and what it says is kept.
import { basename } from 'node:path';
import { CapabilityError, isCapabilityError } from '../../../contract/index.ts';
import { cleanEnvironment, realFolder as realPath, readTextFile } from '../../../host/index.ts';
import { readFig, specProgramArguments, type SpecPlace } from '../../../sources/index.ts';
import { sha256Hex } from '../../../text/index.ts';
import { maxDescriptionBytes, saidText, type Adapter, type AskNeeds } from './adapter.ts';
import { findSpec, isWithin } from './find-spec.ts';

const runMs = 10_000;
const mostFiles = 2_000;

export const figAdapter: Adapter = {
  async describe(source, needs) {
    const place = findSpec(source, needs);
    const name = basename(source.settings.argv[0]);
    const answer = await needs.run({
      argv: [process.execPath, ...specProgramArguments(place)],
      environment: {},
      timeoutMs: runMs,
      maxBytes: maxDescriptionBytes,
      called: `The spec ${place.file}`,
      walls: { folder: place.readable, searchPath: cleanEnvironment(needs.env, { allow: [] })['PATH'] ?? '' },
    });
    const document = documentOf(saidText(answer), place);
    if (source.spec !== null) expectName(document['spec'], name, place);
    const walls = answer.ok ? answer.unwalled : undefined;
    return {
      text: JSON.stringify({ name, file: place.file, document }),
      files: filesOf(document['files'], place),
      doubts: [...(walls === undefined ? [] : [unwalled(place, walls)]), ...placeDoubts(place, needs)],
    };
  },
  read(text) {
    const { name, file, document } = JSON.parse(text);
    try {
      return readFig(document, name);
    } catch (cause) {
      if (!isCapabilityError(cause)) throw cause;
      throw new CapabilityError('invalid_tool', `${file}: ${cause.message}`);
    }
  },
  stamp(source, needs, files) {
    try {
      const { file } = findSpec(source, needs);
      return JSON.stringify([...new Set([file, ...files])].map((path) => [path, digestOf(path)]));
    } catch (cause) {
      if (!isCapabilityError(cause)) throw cause;
      return cause.message;
    }
  },
};

type Said = Readonly<Record<string, unknown>>;

function documentOf(text: string, { file }: SpecPlace): Said {
  try {
    const value: unknown = JSON.parse(text);
    if (isSaid(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new CapabilityError(
    'invalid_tool',
    `The spec ${file} prints something when it is imported. Name another file.`,
  );
}

function isSaid(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One in a package is found by its name. */
function expectName(spec: unknown, name: string, { file, readable, references }: SpecPlace): void {
  if (!isSaid(spec) || readable !== references) return;
  const names = [spec['name']].flat().filter((each) => typeof each === 'string');
  if (names.length === 0 || names.includes(name)) return;
  const shown = names.slice(0, 3).map((each) => JSON.stringify(each.slice(0, 60)));
  throw new CapabilityError(
    'invalid_tool',
    `The spec ${file} describes ${shown.join(', ')}, and the program is ${name}.`,
  );
}

/** Of a spec that says what it read only its own folder is believed. */
function filesOf(files: unknown, { readable }: SpecPlace): readonly string[] {
  if (!Array.isArray(files)) return [];
  return files.filter((file) => typeof file === 'string' && isWithin(readable, file)).slice(0, mostFiles);
}

function digestOf(path: string): string {
  const file = readTextFile(path, maxDescriptionBytes);
  return file.kind === 'text' ? sha256Hex(file.text) : file.kind;
}

function unwalled({ file }: SpecPlace, why: string): string {
  return `the code of ${file} ran outside of the sandbox, with nothing but its folder to read, and could have reached the network: ${why}`;
}

function placeDoubts({ file }: SpecPlace, { workspace }: Pick<AskNeeds, 'workspace'>): readonly string[] {
  if (!isWithin(realPath(workspace) ?? workspace, file)) return [];
  return [`${file} lies in the workspace, where tools may write: what it calls dangerous can change by a call`];
}
