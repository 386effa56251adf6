// What a session has read, known again in memory: one index of what others wrote and one of private data, filled from the kept results.
import { seamChars, type LabelledText, type LabelledTexts, type Results } from '../../contract/index.ts';
import { createTextIndex, type TextIndex } from '../../text/index.ts';

/** What is known of a session's texts. */
export interface SessionTexts {
  readonly untrusted: TextIndex;
  readonly private: TextIndex;
  /** False where texts of the session are gone: what is not in an index may have been in them. */
  readonly complete: boolean;
}

export interface TextsOfSessions {
  of(session: string): Promise<SessionTexts>;
}

/** A million characters are more than any model reads in one conversation. */
const limits = { maxRuns: 1_000_000, maxWords: 200_000 };
/** Of all sessions together; the one that was not asked about for longest goes, and is filled anew when it comes again. */
const maxBytes = 64 * 1024 * 1024;

interface Held extends SessionTexts {
  readonly known: Set<string>;
  complete: boolean;
  /** How the last text of either kind ended: what is split over two results is put together by whoever reads both. */
  readonly ends: { untrusted: string; private: string };
}

export function createSessionTexts(results: Pick<Results, 'labelled'>): TextsOfSessions {
  const sessions = new Map<string, Held>();

  function heldOf(session: string): Held {
    const held = sessions.get(session) ?? {
      untrusted: createTextIndex(limits),
      private: createTextIndex(limits),
      known: new Set<string>(),
      complete: true,
      ends: { untrusted: '', private: '' },
    };
    // In the order of use.
    sessions.delete(session);
    sessions.set(session, held);
    return held;
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { untrusted, private: own } of sessions.values()) bytes += untrusted.bytes + own.bytes;
    for (const [session, { untrusted, private: own }] of sessions) {
      if (bytes <= maxBytes || sessions.size === 1) return;
      sessions.delete(session);
      bytes -= untrusted.bytes + own.bytes;
    }
  }

  return {
    async of(session) {
      const held = heldOf(session);
      const fresh = await results.labelled(session, held.known);
      take(held, fresh);
      makeRoom();
      return held;
    },
  };
}

function take(held: Held, { complete, texts }: LabelledTexts): void {
  held.complete = complete;
  for (const text of texts) {
    // Two calls of one session may be told of the same text at once.
    if (held.known.has(text.id)) continue;
    held.known.add(text.id);
    if (text.label.trust === 'untrusted') addTo(held, 'untrusted', text);
    if (text.label.private) addTo(held, 'private', text);
  }
}

function addTo(held: Held, kind: 'untrusted' | 'private', { text, alsoShown }: LabelledText): void {
  const index = held[kind];
  index.add(text);
  index.add(alsoShown);
  index.add(held.ends[kind] + text.slice(0, seamChars));
  held.ends[kind] = (held.ends[kind] + text.slice(-seamChars)).slice(-seamChars);
}
