// Sessions that have a mode of their own. A session without a record is in the default mode.
import {
  sessionModes,
  type SessionMode,
  type SessionView,
  type Store,
  type StoredRecord,
} from '../../contract/index.ts';
import { bodyOf, bodyVersion, numberOf, oneOf, textOf } from '../record-body.ts';

const collection = 'sessions';

export interface Session {
  readonly id: string;
  readonly mode: SessionMode;
}

export interface Sessions {
  list(): Promise<readonly Session[]>;
  views(): Promise<readonly SessionView[]>;
  /** Moves the policy: the mode holds for the very next call of any process. */
  setMode(id: string, mode: SessionMode, act: { readonly by: string; readonly now: number }): Promise<void>;
}

export function createSessions(store: Store): Sessions {
  return {
    async list() {
      return (await store.list(collection)).map((record) => ({
        id: record.id,
        mode: oneOf(record, 'mode', sessionModes),
      }));
    },
    async views() {
      return (await store.list(collection)).map(toView);
    },
    async setMode(id, mode, { by, now }) {
      await store.write({
        puts: [{ collection, id, group: null, version: bodyVersion, body: { mode, by, at: now } }],
        events: [{ kind: 'session_changed', envelope: { session: id, mode, by }, values: {} }],
        movesPolicy: true,
      });
    },
  };
}

function toView(record: StoredRecord): SessionView {
  const body = bodyOf(record);
  const at = new Date(numberOf(body['at'])).toISOString();
  return { id: record.id, mode: oneOf(record, 'mode', sessionModes), setBy: textOf(body['by']), setAt: at };
}
