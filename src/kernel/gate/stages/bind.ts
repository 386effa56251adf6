// Stage 6: ties what was judged to one hash. What is shown, approved and executed are these same bytes, or the call is refused.
import type { JsonValue } from '../../../contract/index.ts';
import { canonicalJson, randomHex, sha256Hex } from '../../../text/index.ts';
import type { Decided } from './decide.ts';

export interface Bound extends Decided {
  readonly salt: string;
  readonly requestHash: string;
}

/** A claim passes the salt of its request, so that equal requests give equal hashes. */
export function bind(decided: Decided, salt: string = randomHex(16)): Bound {
  const { tool, call, args, targets, facts } = decided;
  const bound: JsonValue = {
    version: 1,
    salt,
    principal: call.caller.principal,
    tool: tool.name,
    fingerprint: tool.origin.fingerprint,
    arguments: args,
    workspace: call.caller.workspace,
    targets: targets.map(({ kind, action, value, identity }) => ({
      kind,
      action,
      value,
      identity: identity === null ? null : { ...identity },
    })),
    // The sandbox level and whatever else a guard wants unchanged.
    bindings: facts
      .filter(isBinding)
      .map((fact) => ({ guard: fact.guard, name: fact.name, value: fact.value, more: fact.binding ?? null })),
  };
  return { ...decided, salt, requestHash: sha256Hex(canonicalJson(bound)) };
}

function isBinding(fact: { readonly name: string; readonly binding?: JsonValue }): boolean {
  return fact.binding !== undefined || fact.name === 'sandbox';
}
