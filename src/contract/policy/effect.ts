// The decision lattice: ALLOW < ASK < DENY. Whatever is combined, the strictest wins.

export const effects = ['ALLOW', 'ASK', 'DENY'] as const;

export type Effect = (typeof effects)[number];

const rank: Readonly<Record<Effect, number>> = { ALLOW: 0, ASK: 1, DENY: 2 };

export function isStricter(left: Effect, right: Effect): boolean {
  return rank[left] > rank[right];
}

/** The strictest of two effects; equal effects give the first. */
export function strictest(left: Effect, right: Effect): Effect {
  return isStricter(right, left) ? right : left;
}
