// Finds a command that would run this very program: through it a model could answer its own questions.
import type { SimpleCommand } from './simple-commands.ts';
import { absolutePath, namedPaths, type Surroundings } from './named-paths.ts';

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
  { program, args }: SimpleCommand,
  {
    own,
    words,
    surroundings,
  }: { readonly own: OwnProgram; readonly words: readonly string[]; readonly surroundings: Surroundings },
): boolean {
  if (isOwnName(program, own)) return true;
  const isOwnFile = (word: string) => own.files.includes(absolutePath(word, surroundings));
  if (isOwnFile(program)) return true;
  if (!runners.has(program)) return false;
  if (args.some((word) => isOwnName(word, own) || isOwnFile(word))) return true;
  if (own.folder === null || !packageRunners.has(program) || !args.some((word) => /^(?:re)?start$/.test(word)))
    return false;
  const { folder } = own;
  const isInside = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return isInside(surroundings.directory) || words.some((word) => namedPaths(word, surroundings).some(isInside));
}

/** `gatehouse`, `./bin/gatehouse.mjs`, `gatehouse@latest`. */
function isOwnName(word: string, { names }: OwnProgram): boolean {
  const name = word
    .slice(word.lastIndexOf('/') + 1)
    .replace(/@[^@]*$/, '')
    .replace(/\.[cm]?[jt]s$/, '');
  return names.includes(name.toLowerCase());
}
