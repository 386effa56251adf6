// The port of the guards: what looks at the world for the gate before it decides.
import type { JsonObject } from '../json.ts';
import type { Caller } from '../call/caller.ts';
import type { Fact, Target } from '../call/fact.ts';
import type { CheckedUrl, ConfinedPath } from '../proof/proofs.ts';
import type { Tool } from '../tool/tool.ts';

export interface GuardRequest {
  readonly tool: Tool;
  readonly arguments: JsonObject;
  readonly caller: Caller;
  /** Targets as the arguments state them, not yet resolved. */
  readonly targets: readonly Target[];
  /** True for an explanation: resolve no name, start nothing; what is not looked up is reported `unlooked`. */
  readonly explaining: boolean;
}

export interface GuardFinding {
  readonly facts: readonly Fact[];
  /** The targets this guard speaks for, as resolved. They replace those of the same pointer; others are added. */
  readonly targets: readonly Target[];
  /** Proofs for the handler, by pointer. */
  readonly paths: Readonly<Record<string, ConfinedPath>>;
  readonly urls: Readonly<Record<string, CheckedUrl>>;
}

/**
 * Contract: never changes the world; same request and same world give the same facts; what cannot be found out is a fact of verdict
 * `unknown`, not an exception (a throw refuses the call). A guard is named by the tool modes that want it.
 */
export interface Guard {
  readonly name: string;
  inspect(request: GuardRequest): Promise<GuardFinding>;
}
