// What every Journal has to do, case by case.
import { answeringCases } from './journal/answering.ts';
import { askingCases } from './journal/asking.ts';
import { eventCases } from './journal/events.ts';
import { executingCases } from './journal/executing.ts';
import { recoveringCases } from './journal/recovering.ts';
import type { StoreCase } from './store-fixture.ts';

/** Every promise of the Journal port, but for what only a crash shows. */
export const journalSuite: readonly StoreCase[] = [
  ...askingCases,
  ...answeringCases,
  ...executingCases,
  ...recoveringCases,
  ...eventCases,
];
