// What a caller may do at all: the six policy classes, the trust of a caller, and the effective lists that follow from both.

export const policyClasses = ['read_only', 'read_write', 'exec', 'network', 'external_api', 'gui_control'] as const;

/** read_only reads; read_write changes local state; exec starts a process or delegated run; network is outbound HTTP through the
 * net guard; external_api calls a third party's API; gui_control drives the desktop (operator only). */
export type PolicyClass = (typeof policyClasses)[number];

export const trustLevels = ['operator', 'guest'] as const;

/** Who asks. Whatever arrives without a trust is a guest. */
export type Trust = (typeof trustLevels)[number];

/** An explicit policy, or the shorthand list that means `{ allow: list, deny: [] }`. */
export type PolicySpec =
  | readonly PolicyClass[]
  | { readonly allow: readonly PolicyClass[]; readonly deny: readonly PolicyClass[] };

/** The classes that remain: allow minus deny, in the order of `policyClasses`. */
export interface EffectivePolicy {
  readonly allow: readonly PolicyClass[];
  readonly deny: readonly PolicyClass[];
}
