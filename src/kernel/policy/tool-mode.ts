// What a mode of tools is: data that says how every tool naming it is gated. A tool that names a mode needs no other code for that.
import type { Effect, PolicyClass, SessionMode } from '../../contract/index.ts';

/** Holds when each named fact has one of the values. The name `action` stands for the call's action, `sandbox_setting` for the setting. */
export interface CellCase {
  readonly when: Readonly<Record<string, readonly string[]>>;
  readonly effect: Effect;
}

/** An effect, or one that depends on facts: the first case that holds, else `otherwise`. */
export type Cell = Effect | { readonly cases: readonly CellCase[]; readonly otherwise: Effect };

/** What no rule of a person lifts, in any session mode. */
interface Hold {
  readonly cell: Cell;
  /** True when its question is asked for each call anew, so that no grant answers it. */
  readonly onceOnly: boolean;
  /** Why, for the person who is asked and the model that is refused. */
  readonly text: string;
}

export interface ToolMode {
  readonly name: string;
  /** The class of its tools where they name none of their own; of a mode with several actions the class of the strongest. */
  readonly policyClass: PolicyClass;
  readonly columns: Readonly<Record<SessionMode, Cell>>;
  /** Names of the guards that look at the world before a decision. */
  readonly guards: readonly string[];
  /** Refused where nobody is there to see it. */
  readonly attendedOnly?: boolean;
  readonly hold?: Hold;
  /** For modes whose calls send something to somebody: anything but ALLOW says that this one does. Such a call asks once others' text was read. */
  readonly delivers?: Cell;
}
