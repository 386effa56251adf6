// The trust of a run is the lowest of those whose words are in its context.
import type { Trust } from '../../contract/index.ts';

/** A guest as soon as one is missing or a guest's; nobody's words are a guest's too. */
export function lowestTrust(trusts: readonly (Trust | '' | null | undefined)[]): Trust {
  return trusts.length > 0 && trusts.every((trust) => trust === 'operator') ? 'operator' : 'guest';
}
