// What every Runtime has to do, case by case: the one of this process and the one of the daemon, over whatever lies between.
import { approvingCases } from './runtime/approving.ts';
import { callingCases } from './runtime/calling.ts';
import { decidingCases } from './runtime/deciding.ts';
import { listingCases } from './runtime/listing.ts';
import type { RuntimeCase } from './runtime/runtime-case.ts';
import { watchingCases } from './runtime/watching.ts';

/** Every promise of the Runtime port, but for those of tools and for what only a crash shows. */
export const runtimeSuite: readonly RuntimeCase[] = [
  ...listingCases,
  ...callingCases,
  ...approvingCases,
  ...decidingCases,
  ...watchingCases,
];
