// Which servers the owner accepted, each with the definitions of its tools as they were shown then.
import type { Store, StoredRecord } from '../contract/index.ts';
import { bodyOf, bodyVersion, numberOf, textOf, textsOf } from './record-body.ts';

const collection = 'mcp_servers';

export interface AcceptedServer {
  /** SHA-256 of what is started or dialled: another command is another server. */
  readonly identity: string;
  readonly name: string;
  /** What the server says of itself. */
  readonly about: string;
  /** The definitions as JSON text, whose order of members is theirs, by the server's own names. */
  readonly tools: ReadonlyMap<string, string>;
  readonly acceptedAt: number;
  readonly by: string;
}

export interface ServerPins {
  find(identity: string): Promise<AcceptedServer | null>;
  /** In place of what was accepted of it before. Moves the policy. */
  accept(server: AcceptedServer, digest: string): Promise<void>;
}

export function createServerPins(store: Store): ServerPins {
  return {
    async find(identity) {
      const record = await store.get(collection, identity);
      return record === null ? null : toServer(record);
    },
    async accept({ identity, name, about, tools, acceptedAt, by }, digest) {
      // Pairs and not a map: a tool may be named `__proto__`.
      const body = { name, about, tools: [...tools], acceptedAt, by };
      await store.write({
        puts: [{ collection, id: identity, group: null, version: bodyVersion, body }],
        events: [
          {
            kind: 'server_accepted',
            envelope: { server: name, identity, digest, tools: tools.size, by },
            values: {},
          },
        ],
        movesPolicy: true,
      });
    },
  };
}

function toServer(record: StoredRecord): AcceptedServer {
  const body = bodyOf(record);
  const pairs = Array.isArray(body['tools']) ? body['tools'] : [];
  return {
    identity: record.id,
    name: textOf(body['name']),
    about: textOf(body['about']),
    tools: new Map(pairs.map(textsOf).map(([tool = '', definition = '']) => [tool, definition])),
    acceptedAt: numberOf(body['acceptedAt']),
    by: textOf(body['by']),
  };
}
