// Whether this process is frozen: nothing of a server that is not as locked, and nothing accepted.
import { CapabilityError } from '../../../contract/index.ts';
import type { Environment } from '../../../host/index.ts';

/** Whatever is said but no is a yes. */
export function isFrozenBy(env: Environment): boolean {
  return !['', '0', 'false', 'no'].includes((env['GATEHOUSE_FROZEN'] ?? '').toLowerCase());
}

export function refuseFrozen({ isFrozen }: { readonly isFrozen: boolean }): void {
  if (isFrozen)
    throw new CapabilityError(
      'not_permitted',
      'Gatehouse is frozen (--frozen, GATEHOUSE_FROZEN): nothing is accepted or locked now.',
    );
}
