// Finds a command that would run this very program: through it a model could answer its own questions.
import { shellPath, type ShellForm } from '../../../text/index.ts';
import { meantPaths, type Surroundings } from './own-places.ts';

export interface OwnProgram {
  /** Names under which it is installed, without an ending: `gatehouse`. */
  readonly names: readonly string[];
  /** Absolute paths of the files it starts from. */
  readonly files: readonly string[];
  /** Absolute path of its package, where `npm start` runs it; null where it has none. */
  readonly folder: string | null;
}

const runners = new Set(
  'node npx npm pnpm pnpx yarn bun bunx deno tsx ts-node corepack volta fnm sh bash dash zsh ksh source .'.split(' '),
);
const packageRunners = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** `words` are all words of the whole line: a `cd` before decides where `npm start` runs. */
export function runsOwnProgram(
  { program, words: own, at }: ShellForm,
  { ownProgram, words, surroundings }: OwnPlaces,
): boolean {
  if (isOwnName(program, ownProgram)) return true;
  const isOwnFile = (word: string) => ownProgram.files.includes(shellPath(word, surroundings));
  if (isOwnFile(own[at]?.value ?? '')) return true;
  if (!runners.has(program)) return false;
  const args = own.slice(at + 1).map(({ value }) => value);
  if (args.some((word) => isOwnName(word, ownProgram) || isOwnFile(word))) return true;
  const { folder } = ownProgram;
  if (folder === null || !packageRunners.has(program) || !args.some((word) => /^(?:re)?start$/.test(word)))
    return false;
  const isInside = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return isInside(surroundings.directory) || words.some((word) => meantPaths(word, surroundings).some(isInside));
}

interface OwnPlaces {
  readonly ownProgram: OwnProgram;
  readonly words: readonly string[];
  readonly surroundings: Surroundings;
}

/** `gatehouse`, `./bin/gatehouse.mjs`, `gatehouse@latest`. */
function isOwnName(word: string, { names }: OwnProgram): boolean {
  const name = word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/@[^@]*$/, '')
    .replace(/\.[cm]?[jt]s$/, '');
  return names.includes(name.toLowerCase());
}
