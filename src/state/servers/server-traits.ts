// What was found out about servers by connecting to them: it spares the next start the questions.
import type { Store } from '../../contract/index.ts';
import { bodyOf, bodyVersion, textOf } from '../record-body.ts';

const collection = 'mcp_traits';

export interface KnownServer {
  readonly era: string;
  readonly web: string;
  readonly offers: readonly string[];
}

export interface ServerTraitNotes {
  /** By the identity of the server; null for one that was never connected. */
  find(identity: string): Promise<KnownServer | null>;
  note(identity: string, known: KnownServer): Promise<void>;
}

export function createServerTraitNotes(store: Store): ServerTraitNotes {
  return {
    async find(identity) {
      const record = await store.get(collection, identity);
      if (record === null) return null;
      const { era, web, offers } = bodyOf(record);
      const list = Array.isArray(offers) ? offers : [];
      return { era: textOf(era), web: textOf(web), offers: list.map(textOf) };
    },
    async note(identity, { era, web, offers }) {
      const body = { era, web, offers: [...offers] };
      await store.write({
        puts: [{ collection, id: identity, group: null, version: bodyVersion, body }],
        events: [],
        movesPolicy: false,
      });
    },
  };
}
