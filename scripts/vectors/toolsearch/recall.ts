// How good a ranking is: recall at 1, 3, 5 and 10 and the reciprocal rank of the first right tool.
import type { SearchQuery } from './read-sets.ts';

export interface Quality {
  readonly r1: number;
  readonly r3: number;
  readonly r5: number;
  readonly r10: number;
  readonly mrr: number;
}

/** Of one answer: ids of tools, best first. Recall is the share of groups of which a tool is among the first. */
export function qualityOf({ groups }: SearchQuery, ranked: readonly string[]): Quality {
  const ranks = groups.map((group) => {
    const rank = ranked.findIndex((id) => group.includes(id));
    return rank < 0 ? Infinity : rank;
  });
  const within = (count: number) => ranks.filter((rank) => rank < count).length / Math.max(1, groups.length);
  return { r1: within(1), r3: within(3), r5: within(5), r10: within(10), mrr: 1 / (1 + Math.min(...ranks)) };
}

export function meanOf(items: readonly Quality[]): Quality {
  const mean = (pick: (item: Quality) => number) =>
    items.reduce((sum, item) => sum + pick(item), 0) / Math.max(1, items.length);
  return {
    r1: mean((item) => item.r1),
    r3: mean((item) => item.r3),
    r5: mean((item) => item.r5),
    r10: mean((item) => item.r10),
    mrr: mean((item) => item.mrr),
  };
}

export function qualityText({ r1, r3, r5, r10, mrr }: Quality): string {
  const shown = (value: number) => value.toFixed(3);
  return `R@1 ${shown(r1)} R@3 ${shown(r3)} R@5 ${shown(r5)} R@10 ${shown(r10)} MRR ${shown(mrr)}`;
}
