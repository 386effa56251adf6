// Bounds what one check may cost: by references and loops a foreign schema can multiply what it does with a value.

/** One unit is about one keyword applied to one value, or some hundred characters looked at. */
export interface WorkBudget {
  /** Starts a check anew. */
  reset(units: number): void;
  /** Throws `BudgetSpent` when nothing is left. */
  spend(units: number): void;
  /** Units for looking at every item, member or character of a value. */
  sizeOf(value: unknown): number;
}

export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

export function createWorkBudget(): WorkBudget {
  let left = 0;
  return {
    reset(units) {
      left = units;
    },
    spend(units) {
      left -= units;
      if (left < 0) throw new BudgetSpent('This check costs too much.');
    },
    sizeOf(value) {
      if (typeof value === 'string') return value.length >> 8;
      if (typeof value !== 'object' || value === null) return 0;
      return Array.isArray(value) ? value.length : Object.keys(value).length;
    },
  };
}
