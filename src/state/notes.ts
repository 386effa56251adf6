// Notes that agents and people keep, in order.
import type { Store } from '../contract/index.ts';
import { newId } from '../text/index.ts';
import { bodyVersion } from './record-body.ts';

const collection = 'notes';

export interface NoteAuthor {
  readonly agent: string;
  readonly principal: string;
  readonly session: string;
}

export interface NoteBook {
  /** Answers the id of the note. */
  add(text: string, author: NoteAuthor, now: number): Promise<string>;
}

export function createNotes(store: Store): NoteBook {
  return {
    async add(text, { agent, principal, session }, now) {
      const id = newId('note');
      await store.write({
        puts: [
          { collection, id, group: agent, version: bodyVersion, body: { text, agent, principal, session, at: now } },
        ],
        events: [{ kind: 'note_added', envelope: { note: id, agent, principal, session }, values: { text } }],
        movesPolicy: false,
      });
      return id;
    },
  };
}
