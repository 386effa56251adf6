// From commands with their paths to a tree. Where a command has others below it, it stands beside their group under the same word, so that
// its own flags hold for nothing below it.
import type { TreeCommand } from '../command-tree.ts';
import { bareCommand } from './parts.ts';

/** A command, and the words that lead to it, its own last. */
export interface PlacedCommand {
  readonly path: readonly string[];
  readonly command: TreeCommand;
}

interface Branch {
  leaf: TreeCommand | null;
  readonly below: Map<string, Branch>;
}

const branch = (): Branch => ({ leaf: null, below: new Map() });

/** Commands of one path: the first holds. */
export function growTree(placed: readonly PlacedCommand[]): readonly TreeCommand[] {
  const root = branch();
  for (const { path, command } of placed) {
    let at = root;
    for (const word of path) {
      const next = at.below.get(word) ?? branch();
      at.below.set(word, next);
      at = next;
    }
    at.leaf ??= command;
  }
  return commandsBelow(root);
}

function commandsBelow({ below }: Branch): readonly TreeCommand[] {
  return [...below].flatMap(([name, node]) => {
    const leaf = node.leaf === null ? [] : [{ ...node.leaf, name }];
    if (node.below.size === 0) return leaf;
    return [...leaf, { ...bareCommand, name, help: node.leaf?.help ?? '', commands: commandsBelow(node) }];
  });
}
