// What a guard found out about one call. Facts are data: they are recorded with the decision and hashed into the request.
// Type aliases, not interfaces: only those are known to be JSON by their shape.
import type { JsonValue } from '../json.ts';
import type { FileIdentity } from '../proof/proofs.ts';
import type { TargetKind } from '../tool/tool.ts';

/** What a call acts on, as resolved: a real path, a normalised URL, one simple command. */
export type Target = {
  readonly kind: TargetKind;
  readonly action: string;
  /** What rules are matched against: workspace-relative for paths inside the workspace, else absolute; a normalised URL; the command. */
  readonly value: string;
  /** The argument it came from, where one did. */
  readonly pointer: string | null;
  readonly identity: FileIdentity | null;
};

/**
 * `floor` refuses whatever else says; `boundary` refuses until the operator moves the boundary; `ask` raises to a question;
 * `clear` has nothing against it; `unknown` could not be found out and counts as a floor; `unlooked` was not looked up, since an
 * explanation starts nothing, and is named as open.
 */
export type Verdict = 'clear' | 'ask' | 'boundary' | 'floor' | 'unknown' | 'unlooked';

export type Fact = {
  readonly guard: string;
  /** What was found out: `protected_name`, `outside_roots`, `sandbox`, `shell`, `zone` … The cells of the mode table name these. */
  readonly name: string;
  /** Its value, where the mode table asks for one (`full`, `safe`, `silent`). */
  readonly value: string | null;
  readonly verdict: Verdict;
  /** Values of the targets it is about; empty when about the call as a whole. */
  readonly targets: readonly string[];
  /** For the person and the model: what is wrong and what other call would work. */
  readonly text: string;
  /** Further findings that must not differ between approval and execution. */
  readonly binding?: JsonValue;
};
