// One request to run a tool, as a surface hands it to the gate.
import type { Caller } from './caller.ts';
import type { Notice } from './notice.ts';

/** The arguments as JSON text, or as a value somebody else parsed. Either way the gate checks them before anything looks inside. */
export type CallArguments = { readonly json: string } | { readonly value: unknown };

/** That the client behind a call makes completions where one of its calls is asked for them. */
export interface Sampling {
  /** Also such as may call tools that are named in the request. */
  readonly tools: boolean;
}

export interface Call {
  /** The name as the caller wrote it; aliases are resolved by the gate. */
  readonly tool: string;
  readonly arguments: CallArguments;
  readonly caller: Caller;
  /**
   * What the user said that led to this call, where the driver knows: an address that stands in it was not put there by what others wrote.
   * Absent where only a model or a program speaks. Never taken from those.
   */
  readonly userWords?: string;
  readonly signal?: AbortSignal;
  /** Told what the call says while it runs: redacted, bounded, and nothing after its end. What it throws is nobody's concern. */
  readonly onNotice?: (notice: Notice) => void;
  /** Counts only beside `onNotice`, by which it is asked. Absent: no completion is made. */
  readonly sampling?: Sampling;
}
