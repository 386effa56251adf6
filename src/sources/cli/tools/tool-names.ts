// The names of a program's tools: the path of each command, joined, and told apart where two come to the same.
import { sha256Hex } from '../../../text/index.ts';

const longestName = 64;

export interface ToolName {
  readonly name: string;
  /** Without the prefix: what is meant by a pattern that speaks of commands. */
  readonly bare: string;
}

/** One for each path, in their order. `program` names the one that has no path. */
export function toolNames(
  paths: readonly (readonly string[])[],
  { prefix, program }: { readonly prefix: string; readonly program: string },
): readonly ToolName[] {
  const bare = paths.map((path) => allowed(path.length === 0 ? program : path.join('_')));
  const full = bare.map((name) => (prefix === '' ? name : `${allowed(prefix)}_${name}`));
  const words = paths.map((path) => path.join(' '));
  const firsts = new Map<string, string>();
  const shared = new Set<string>();
  full.forEach((name, at) => {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, words[at] ?? '');
    else if (first !== words[at]) shared.add(name);
  });
  return full.map((name, at) => {
    const isPlain = name.length <= longestName && !shared.has(name);
    return { name: isPlain ? name : marked(name, words[at] ?? ''), bare: bare[at] ?? '' };
  });
}

/** Both of a pair are marked, so that their order does not matter. */
function marked(name: string, words: string): string {
  const mark = `_${sha256Hex(words).slice(0, 8)}`;
  return name.slice(0, longestName - mark.length) + mark;
}

const plain = /^[A-Za-z0-9_-]+$/;

function allowed(text: string): string {
  if (plain.test(text)) return text;
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';
}
