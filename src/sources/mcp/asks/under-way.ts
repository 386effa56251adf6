// Whose a message of a server is that names no call: known only where all calls under way are of one session.
import type { HandlerContext } from '../../../contract/index.ts';

/** Who is behind one call that is under way. */
export interface CallVoice extends Pick<HandlerContext, 'tell' | 'ask' | 'sampling'> {
  /** The same for all calls of one session of one principal; empty where nobody waits for it. */
  readonly whose: string;
  /** Ids of the Gatehouses that the call came through. */
  readonly through?: readonly string[];
}

export function voiceOf({ caller, ...voice }: Pick<HandlerContext, 'caller' | 'tell' | 'ask' | 'sampling'>): CallVoice {
  const { principal, session, through = [] } = caller;
  const { tell, ask, sampling } = voice;
  const whose = JSON.stringify([principal, session]);
  return { whose, through, tell, ask, ...(sampling === undefined ? {} : { sampling }) };
}

export interface UnderWay {
  /** Answers how it is taken out again. */
  add(voice: CallVoice): () => void;
  /** The newest call, where no other session has one; else null. What belongs to one session is told to no other. */
  only(): CallVoice | null;
}

export function createUnderWay(): UnderWay {
  const voices = new Set<CallVoice>();
  return {
    add(voice) {
      // Each call is an entry of its own, whoever made it.
      const entry = { ...voice };
      if (entry.whose !== '') voices.add(entry);
      return () => voices.delete(entry);
    },
    only() {
      const all = [...voices];
      const newest = all.at(-1);
      return newest !== undefined && all.every(({ whose }) => whose === newest.whose) ? newest : null;
    },
  };
}
