// Whether a call came in a circle: Gatehouses that call each other's tools say by way of whom, and one that reads its own name there ends it.
import type { Caller } from '../../contract/index.ts';

/** So many Gatehouses a call may have come through. */
const mostHops = 8;

export interface WayProblem {
  readonly reason: string;
  readonly hint: string;
}

/** Null for a caller that came straight, as nearly all do. */
export function wayProblem({ through = [] }: Pick<Caller, 'through'>, instance: string): WayProblem | null {
  const at = through.indexOf(instance);
  if (at >= 0) {
    const loop = [...through.slice(at), instance].map(shown).join(' → ');
    return {
      reason: `This came back to the Gatehouse that it went out from (${loop}): Gatehouses are servers of each other in a circle.`,
      hint: 'Take one of them out of the configured servers of the next, or leave out by exclude what leads back.',
    };
  }
  if (through.length < mostHops) return null;
  return {
    reason: `This came through ${through.length} Gatehouses, and ${mostHops} are the most.`,
    hint: 'Configure the server that has the tool itself instead of a Gatehouse in front of it.',
  };
}

/** Ids are words of others until they are known as ours. */
function shown(id: string): string {
  return id.replaceAll(/[^\w-]/g, '?').slice(0, 16);
}
