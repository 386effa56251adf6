// Ends of calls that the store could not take. Until they are written the gate takes no new call: the record comes first.
import type { ExecutionEnd, Journal } from '../../../contract/index.ts';

export interface Unfinished {
  add(end: ExecutionEnd): void;
  /** Writes what is left. Throws as the journal does while the store stays away. */
  settle(): Promise<void>;
}

export function createUnfinished(journal: Journal): Unfinished {
  const open: ExecutionEnd[] = [];
  return {
    add: (end) => void open.push(end),
    async settle() {
      for (let end = open[0]; end !== undefined; end = open[0]) {
        await journal.finish(end);
        open.shift();
      }
    },
  };
}
