// What earlier searches led to: the nearer an earlier search is to this one, the more its tool is lifted. Only the words that were asked
// count, never what a tool says of itself, so that no description lifts its own tool.

/** One search that led to a call that went well. */
export interface LearnedUse {
  /** Stems of the words that were asked, each once. */
  readonly stems: readonly string[];
  readonly tool: string;
  /** Of the definition that was called: another one has to earn its place anew. */
  readonly fingerprint: string;
  /** How much it counts still: 1 when fresh, less with age. */
  readonly weight: number;
}

export interface ToolVote {
  readonly tool: string;
  readonly fingerprint: string;
  /** From 0 to below 1. */
  readonly vote: number;
}

export interface LearnedUses {
  /** What speaks for which tools, given how often words stand in the catalogue. */
  votes(stems: ReadonlyMap<string, number>): readonly ToolVote[];
}

/** The searches nearest to this one that are listened to. */
const neighbours = 20;

/** Of few searches, which words are rare cannot be told yet. */
const assumedUses = 20;

export function createLearnedUses(uses: readonly LearnedUse[]): LearnedUses {
  const holders = new Map<string, number[]>();
  uses.forEach(({ stems }, index) => {
    for (const stem of new Set(stems)) {
      const list = holders.get(stem);
      if (list === undefined) holders.set(stem, [index]);
      else list.push(index);
    }
  });
  const rarity = (stem: string) => {
    const held = holders.get(stem)?.length ?? 0;
    return Math.log(1 + (uses.length + assumedUses) / (held + 1));
  };
  const norms = uses.map(({ stems }) => Math.sqrt(sumOf(new Set(stems), (stem) => rarity(stem) ** 2)));

  return {
    votes(stems) {
      if (uses.length === 0) return [];
      const shared = new Map<number, number>();
      for (const [stem, weight] of stems) {
        const value = weight * rarity(stem) ** 2;
        for (const index of holders.get(stem) ?? []) shared.set(index, (shared.get(index) ?? 0) + value);
      }
      const own = Math.sqrt(sumOf(stems, ([stem, weight]) => (weight * rarity(stem)) ** 2));
      const near = [...shared]
        .map(([index, product]) => ({ use: uses[index], closeness: product / ((norms[index] ?? 1) * own || 1) }))
        .toSorted((left, right) => right.closeness - left.closeness)
        .slice(0, neighbours);
      return summed(near);
    },
  };
}

interface NearUse {
  readonly use: LearnedUse | undefined;
  readonly closeness: number;
}

function summed(near: readonly NearUse[]): readonly ToolVote[] {
  const sums = new Map<string, { readonly use: LearnedUse; readonly sum: number }>();
  for (const { use, closeness } of near) {
    if (use === undefined) continue;
    const key = `${use.tool} ${use.fingerprint}`;
    sums.set(key, { use, sum: (sums.get(key)?.sum ?? 0) + use.weight * Math.min(1, closeness) ** 2 });
  }
  return [...sums.values()].map(({ use: { tool, fingerprint }, sum }) => ({
    tool,
    fingerprint,
    vote: 1 - Math.exp(-sum),
  }));
}

function sumOf<Item>(items: Iterable<Item>, value: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum;
}
