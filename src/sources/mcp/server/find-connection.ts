// Connects to a server in the way that is known of it, and in the other one where its answer says that it may speak that.
import { ConnectFailure, type Connection } from './connection.ts';
import type { ServerTraits } from './traits.ts';

type Spoken = Pick<ServerTraits, 'era' | 'web'>;

/** Where the other way fails too it rejects as that did; as the first did where that was over another transport, which most have. */
export async function findConnection(
  connect: (spoken: Spoken) => Promise<Connection>,
  known: Spoken,
): Promise<Connection> {
  try {
    return await connect(known);
  } catch (cause) {
    const other = cause instanceof ConnectFailure ? otherWay(cause, known) : null;
    if (other === null) throw cause;
    return await connect(other).catch((second: unknown) => {
      throw other.web === known.web ? second : cause;
    });
  }
}

/** What servers of 2024 answer to a message at the address of their stream. */
const noSuchTransport: readonly number[] = [400, 404, 405];

function otherWay({ endedEarly, refusedWith, isLate }: ConnectFailure, { era, web }: Spoken): Spoken | null {
  // Some programs end at the first question that they do not know.
  if (endedEarly) return era === 'auto' ? { era: 'legacy', web } : null;
  if (isLate) return null;
  if (web === 'sse') return { era: 'auto', web: 'streamable' };
  if (refusedWith !== null && noSuchTransport.includes(refusedWith)) return { era: 'legacy', web: 'sse' };
  // It was one of the older era, and may have been replaced.
  return era === 'legacy' ? { era: 'auto', web } : null;
}
