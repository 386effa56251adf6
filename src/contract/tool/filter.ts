// The filters of a tool listing, composed in a fixed order: kind, policy, allow list, excluded names, excluded categories, hidden.
import type { PolicyClass, PolicySpec, Trust } from '../policy/policy-class.ts';
import type { ToolKind } from './tool.ts';

/**
 * What to list. None of `trust`, `policy` and `policyClasses` given: the unfiltered primitive. A trust that is given but empty
 * (`null` or `''`) is a guest. `allowedTools: []` lists nothing; absent means no narrowing by name.
 */
export interface ToolFilter {
  readonly kind?: ToolKind | 'all';
  readonly trust?: Trust | null | '';
  readonly policy?: PolicySpec;
  readonly policyClasses?: readonly PolicyClass[];
  readonly allowedTools?: readonly string[] | null;
  readonly excludedNames?: readonly string[];
  readonly excludedCategories?: readonly string[];
  /** Default false. */
  readonly includeHidden?: boolean;
}
