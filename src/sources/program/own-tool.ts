// A tool that a program brings to the library: what it says of itself, and the function that runs behind the gate.
import type { JsonObject, PolicyClass, ToolEffect, ToolResult } from '../../contract/index.ts';

export interface OwnTool {
  /** `^[A-Za-z0-9_-]{1,64}$`, and no other tool's. */
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of type object. Default: no arguments. */
  readonly parameters?: JsonObject;
  /** How calls are judged: the name of a tool mode. Default `generate`: a call asks first, unless a rule allows it. */
  readonly mode?: string;
  /** Who may use it at all. Default `external_api`: operators, no guests. */
  readonly policyClass?: PolicyClass;
  /** What a call may do to the world. Default: writes and egress. */
  readonly effects?: readonly ToolEffect[];
  /** Whether results hold text that others wrote. Default true. */
  readonly untrustedResult?: boolean;
  readonly title?: string;
  readonly tags?: readonly string[];
  /** Default a minute. */
  readonly timeoutMs?: number;
  /** What brings it, as searches and lists name it. Default `program`. */
  readonly source?: string;
  /** Called with validated arguments, once the gate has let the call through. A text is the whole result. A throw is a failed call. */
  run(args: JsonObject, context: OwnToolContext): Promise<string | ToolResult> | string | ToolResult;
}

export interface OwnToolContext {
  readonly callId: string;
  readonly workspace: string;
  /** Aborted when the time is over and when the caller gives up. */
  readonly signal: AbortSignal;
}
