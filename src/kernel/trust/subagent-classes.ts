// What a delegated run may do: it reads, browses and calls services, and changes nothing on this machine.
import type { PolicyClass } from '../../contract/index.ts';

const neverDelegated: readonly PolicyClass[] = ['read_write', 'gui_control'];

/** The parent's classes without those that are never handed on. */
export function subagentClasses(parent: readonly PolicyClass[]): readonly PolicyClass[] {
  return parent.filter((item) => !neverDelegated.includes(item));
}
