// Whether this process is frozen: nothing of a server that is not as locked, and nothing accepted.
import { CapabilityError } from '../../../contract/index.ts';
import { isSaid, type Environment } from '../../../host/index.ts';

export function isFrozenBy(env: Environment): boolean {
  return isSaid(env['GATEHOUSE_FROZEN']);
}

export function refuseFrozen({ isFrozen }: { readonly isFrozen: boolean }): void {
  if (isFrozen)
    throw new CapabilityError(
      'not_permitted',
      'Gatehouse is frozen (--frozen, GATEHOUSE_FROZEN): nothing is accepted or locked now.',
    );
}
