// Which other words mean nearly the same as one, and how nearly.
import { termGroups } from './term-groups.ts';
import { stemOf } from './words.ts';

export interface NearTerm {
  readonly stem: string;
  /** Above 0, below 1: what a match counts against one of the word itself. */
  readonly closeness: number;
}

/** Measured: less finds less, more lets a near word win over the word itself. */
const groupCloseness = 0.76;

let table: ReadonlyMap<string, readonly NearTerm[]> | null = null;

export function nearTerms(stem: string): readonly NearTerm[] {
  table ??= groupTable();
  return table.get(stem) ?? [];
}

function groupTable(): ReadonlyMap<string, readonly NearTerm[]> {
  const near = new Map<string, Map<string, NearTerm>>();
  for (const group of termGroups) {
    const stems = group.map(stemOf);
    for (const stem of stems) {
      const others = near.get(stem) ?? new Map<string, NearTerm>();
      for (const other of stems) if (other !== stem) others.set(other, { stem: other, closeness: groupCloseness });
      near.set(stem, others);
    }
  }
  return new Map([...near].map(([stem, others]) => [stem, [...others.values()]]));
}
