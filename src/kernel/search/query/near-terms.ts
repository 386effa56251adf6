// Which other words mean nearly the same as one, and how nearly: by hand for the words of tools, else by vectors of common words.
import { nearLists, nearStems } from './near-words.generated.ts';
import { termGroups } from './term-groups.ts';
import { stemOf } from './words.ts';

export interface NearTerm {
  readonly stem: string;
  /** Above 0, at most 1: what a match counts against one of the word itself. */
  readonly closeness: number;
}

export type NearTerms = (stem: string) => readonly NearTerm[];

/** Measured: less finds less, more lets a near word win over the word itself. */
const groupCloseness = 0.7;

/** Reads the tables once; a search that is never made reads none. */
export function createNearTerms(): NearTerms {
  const grouped = groupTable();
  const common = commonWords();
  const known = new Map<string, readonly NearTerm[]>();
  return (stem) => {
    const before = known.get(stem);
    if (before !== undefined) return before;
    const byHand = grouped.get(stem) ?? new Set<string>();
    const near = [
      ...common(stem).filter((other) => !byHand.has(other.stem)),
      ...[...byHand].map((other) => ({ stem: other, closeness: groupCloseness })),
    ];
    // Only stems of the tables are kept: what is asked has no end.
    if (near.length > 0) known.set(stem, near);
    return near;
  };
}

function groupTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const near = new Map<string, Set<string>>();
  for (const group of termGroups) {
    const stems = group.map(stemOf);
    for (const stem of stems) {
      const others = near.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) others.add(other);
      near.set(stem, others);
    }
  }
  return near;
}

const entryBytes = 3;
/** Below it a near word costs time and finds nothing. */
const leastCloseness = 0.12;

function commonWords(): NearTerms {
  const stems = nearStems.split(' ');
  const bytes = Buffer.from(nearLists, 'base64');
  const starts = new Map<string, number>();
  let at = 0;
  for (const stem of stems) {
    starts.set(stem, at);
    at += 1 + entryBytes * (bytes[at] ?? 0);
  }
  return (stem) => {
    const start = starts.get(stem);
    if (start === undefined) return [];
    return Array.from({ length: bytes[start] ?? 0 }, (_, index) => {
      const entry = start + 1 + entryBytes * index;
      return { stem: stems[bytes.readUInt16LE(entry)] ?? '', closeness: (bytes[entry + 2] ?? 0) / 255 };
    }).filter(({ closeness }) => closeness >= leastCloseness);
  };
}
