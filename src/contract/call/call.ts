// One request to run a tool, as a surface hands it to the gate.
import type { Caller } from './caller.ts';

/** The arguments as JSON text, or as a value somebody else parsed. Either way the gate checks them before anything looks inside. */
export type CallArguments = { readonly json: string } | { readonly value: unknown };

export interface Call {
  /** The name as the caller wrote it; aliases are resolved by the gate. */
  readonly tool: string;
  readonly arguments: CallArguments;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
}
