// The id by which this Gatehouse knows itself among others that its calls go through.
import type { Home } from '../../host/index.ts';

/** Of the home: all processes that work in it are one Gatehouse. Tells nothing of it and opens nothing. */
export function instanceOf(home: Pick<Home, 'readOrCreateKey'>): string {
  return home.readOrCreateKey('instance', 12).toString('hex');
}
