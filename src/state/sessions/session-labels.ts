// What sessions have taken in: text that others wrote, and the owner's private data. A session without a record has taken in nothing.
import type { Clock, SessionLabels, Store } from '../../contract/index.ts';
import { bodyOf, bodyVersion, numberOf } from '../record-body.ts';

const collection = 'session_labels';
const dayMs = 24 * 60 * 60_000;
/** A session that took in nothing more for so long is not the same conversation any more. The kept texts are as old at most. */
const lifeMs = 30 * dayMs;

type Mark = 'untrusted' | 'private';

export function createSessionLabels(store: Store, clock: Clock): SessionLabels {
  /** When it was last set; null where it does not hold. */
  async function heldSince(mark: Mark, session: string): Promise<number | null> {
    const record = await store.get(collection, idOf(mark, session));
    if (record === null) return null;
    const at = numberOf(bodyOf(record)['at']);
    return clock.now() - at > lifeMs ? null : at;
  }

  /** Each mark is a record of its own: processes that set different ones at once lose neither. */
  async function set(mark: Mark, session: string): Promise<void> {
    const since = await heldSince(mark, session);
    const at = clock.now();
    // Once a day is enough to stay alive.
    if (since !== null && at - since < dayMs) return;
    await store.write({
      puts: [{ collection, id: idOf(mark, session), group: session, version: bodyVersion, body: { at } }],
      // A call that was decided without the mark is decided anew before it starts.
      movesPolicy: since === null,
    });
  }

  return {
    async of(session) {
      const [untrusted, isPrivate] = await Promise.all([
        heldSince('untrusted', session),
        heldSince('private', session),
      ]);
      return { untrusted: untrusted !== null, private: isPrivate !== null };
    },
    async note(session, label) {
      if (label.untrusted) await set('untrusted', session);
      if (label.private) await set('private', session);
    },
  };
}

function idOf(mark: Mark, session: string): string {
  return `${mark}:${session}`;
}
