// Reads one cell of the mode table: which effects it can still come to, given what is known of the facts.
import { effects, strictest, type Effect } from '../../contract/index.ts';
import type { Cell, CellCase } from './tool-mode.ts';

/** The values found for a fact, one per finding; null where any of them could not be found out, or nobody looked. */
export type FactValues = (name: string) => readonly string[] | null;

type Holds = 'yes' | 'no' | 'maybe';

const single: Readonly<Record<Effect, readonly Effect[]>> = { ALLOW: ['ALLOW'], ASK: ['ASK'], DENY: ['DENY'] };

/** In the order of the lattice. More than one effect only where a fact that matters is unknown, or differs between targets. */
export function possibleEffects(cell: Cell, values: FactValues): readonly Effect[] {
  if (typeof cell === 'string') return single[cell];
  const found = new Set<Effect>();
  for (const item of cell.cases) {
    const holds = caseHolds(item, values);
    if (holds !== 'no') found.add(item.effect);
    if (holds === 'yes') return inOrder(found);
  }
  found.add(cell.otherwise);
  return inOrder(found);
}

/** What counts in a decision: of the effects that are possible, the strictest. */
export function cellEffect(cell: Cell, values: FactValues): Effect {
  return typeof cell === 'string' ? cell : possibleEffects(cell, values).reduce(strictest);
}

/** The facts a cell asks for, in the order of their first mention. */
export function cellFacts(cell: Cell): readonly string[] {
  if (typeof cell === 'string') return [];
  return [...new Set(cell.cases.flatMap((item) => Object.keys(item.when)))];
}

/** The values of one fact that a cell tells apart. */
export function cellValues(cell: Cell, name: string): readonly string[] {
  if (typeof cell === 'string') return [];
  return [...new Set(cell.cases.flatMap((item) => item.when[name] ?? []))];
}

function inOrder(found: ReadonlySet<Effect>): readonly Effect[] {
  return effects.filter((effect) => found.has(effect));
}

function caseHolds(item: CellCase, values: FactValues): Holds {
  let holds: Holds = 'yes';
  for (const [name, accepted] of Object.entries(item.when)) {
    const one = conditionHolds(accepted, values(name));
    if (one === 'no') return 'no';
    if (one === 'maybe') holds = 'maybe';
  }
  return holds;
}

function conditionHolds(accepted: readonly string[], found: readonly string[] | null): Holds {
  if (found === null || found.length === 0) return 'maybe';
  const matching = found.filter((value) => accepted.includes(value)).length;
  if (matching === found.length) return 'yes';
  return matching === 0 ? 'no' : 'maybe';
}
