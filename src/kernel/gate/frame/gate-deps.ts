// What the gate is given: every power it has comes in here as a port, so that a decision is tested without a mock.
import type {
  ArgumentProblem,
  Caller,
  Clock,
  Grant,
  Guard,
  Journal,
  Questions,
  JsonObject,
  JsonValue,
  SessionMode,
  DecisionSettings,
  Tool,
  ToolPorts,
  ToolSettings,
  Trust,
} from '../../../contract/index.ts';
import type { Learning } from '../../search/learning.ts';
import type { Flow } from '../../flow/flow.ts';
import type { CompiledPolicy } from '../../policy/compile-policy.ts';
import type { ToolMode } from '../../policy/tool-mode.ts';
import type { Registry } from '../../registry/registry.ts';

/** The rules in force and what else a decision reads, of one revision. */
export interface PolicyView {
  /** The store's revision: a start of an execution under another one fails and is decided anew. */
  readonly revision: number;
  readonly compiled: CompiledPolicy;
  readonly settings: DecisionSettings;
  /** Of sessions without a mode of their own. */
  readonly defaultMode: SessionMode;
  modeOf(caller: Pick<Caller, 'session'>): SessionMode;
}

export interface PolicyReader {
  /** What was read last, at once: the store may have moved on. Null before the first reading. */
  known(): PolicyView | null;
  /** What holds in the store now. */
  current(): Promise<PolicyView>;
}

/** A name that models invent, and the call it plausibly means. Answers null where the arguments do not say. */
export interface ArgumentTransform {
  readonly name: string;
  readonly to: string;
  transform(args: JsonObject): JsonObject | null;
}

export interface GateLimits {
  /** Characters of one result that reach the caller. */
  readonly resultChars: number;
  /** How long a request for approval stays open. */
  readonly approvalMs: number;
  /** How long a handler may take to stop after its time is over or the caller gave up. */
  readonly graceMs: number;
  /** How long a guard may look at the world before what it would say counts as unknown. */
  readonly guardMs: number;
}

export interface GateDeps {
  readonly registry: Registry;
  readonly findMode: (name: string) => ToolMode | undefined;
  readonly guards: ReadonlyMap<string, Guard>;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly policy: PolicyReader;
  /** What sessions have taken in, and what follows from it for a call. */
  readonly flow: Flow;
  /** Told of calls that went well. */
  readonly learning: Pick<Learning, 'used'>;
  /** Live grants of this caller for this tool. */
  readonly grants: (caller: Caller, tool: Tool) => Promise<readonly Grant[]>;
  /** Trust of a principal now: a claim runs with the stricter of then and now. */
  readonly trustNow: (caller: Caller) => Promise<Trust>;
  /** HMAC-SHA256 with the key of this home. */
  readonly argumentKey: (text: string) => string;
  /** The schema's check, by the tool's fingerprint. */
  readonly checkSchema: (tool: Tool, value: JsonValue) => Promise<readonly ArgumentProblem[]>;
  /** Where a running call asks its user. */
  readonly questions: Questions;
  /** Ports for one call, minted under the caller's ceiling. */
  readonly portsFor: (caller: Caller) => ToolPorts;
  /** Takes secrets out of text, at the one point that every result, error and record passes. */
  readonly redact: (text: string) => string;
  readonly transforms: readonly ArgumentTransform[];
  readonly limits: GateLimits;
  readonly settings: ToolSettings;
  /** The id of this Gatehouse among others. */
  readonly instance: string;
}
