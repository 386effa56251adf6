// How many calls of a session were denied, while this gate lives.

export interface DenialCounts {
  /** Counts a denial of a session; answers its number, from 1. */
  add(session: string): number;
}

const maxSessionsCounted = 10_000;

export function createDenialCounts(): DenialCounts {
  const counts = new Map<string, number>();
  return {
    add(session) {
      const count = (counts.get(session) ?? 0) + 1;
      // To the end: where there are too many, the session that was denied nothing for the longest time is forgotten.
      counts.delete(session);
      counts.set(session, count);
      if (counts.size > maxSessionsCounted) counts.delete(counts.keys().next().value ?? session);
      return count;
    },
  };
}
