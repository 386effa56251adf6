// What the operator says of single tools of a server, and what then holds for one of them.
import type { PolicyClass } from '../../../contract/index.ts';

/** Null where nothing is said: then what is said of the server holds. */
export interface ToolSettings {
  /** As the server calls it. */
  readonly tool: string;
  /** In place of that in the name under which it is called here. */
  readonly rename: string | null;
  /** In place of what the server says. */
  readonly description: string | null;
  readonly policyClass: PolicyClass | null;
  readonly hidden: boolean | null;
  readonly timeoutMs: number | null;
  readonly trustReadOnly: boolean | null;
}

/** What is said of a server for all of its tools. */
export interface ServerWideSettings {
  readonly policyClass: PolicyClass;
  readonly hidden: boolean;
  /** How long a call may go on without an answer or a word of progress. */
  readonly timeoutMs: number;
  /** Whether its word that a tool only reads counts. */
  readonly trustReadOnly: boolean;
  /** Of single tools, in order of name. */
  readonly tools: readonly ToolSettings[];
}

/** The settings of the server as they hold for one of its tools. */
export function specFor<Spec extends ServerWideSettings>(
  spec: Spec,
  tool: string,
): Spec & Pick<ToolSettings, 'description'> {
  const own = spec.tools.find((each) => each.tool === tool);
  return {
    ...spec,
    policyClass: own?.policyClass ?? spec.policyClass,
    hidden: own?.hidden ?? spec.hidden,
    timeoutMs: own?.timeoutMs ?? spec.timeoutMs,
    trustReadOnly: own?.trustReadOnly ?? spec.trustReadOnly,
    description: own?.description ?? null,
  };
}
