// Changes of the configured servers that a tool asks for: checked before the owner is asked, and checked again when they are made.
import type { ChangePlace, PlannedChange, WantedChange } from './planned-change.ts';

export interface ServerChanges {
  /** Changes nothing. Throws a `CapabilityError` that says what is wrong with it. */
  plan(change: WantedChange): Promise<PlannedChange>;
  make(change: WantedChange): Promise<Pick<PlannedChange, 'file' | 'secrets'>>;
}

export function createServerChanges(place: ChangePlace): ServerChanges {
  // Reads and writes YAML, which no start needs.
  const plan = async (change: WantedChange) => (await import('./plan-change.ts')).planChange(change, place);
  return {
    plan,
    async make(change) {
      const { file, secrets, make } = await plan(change);
      make();
      return { file, secrets };
    },
  };
}
