// Which servers the owner accepted, each with the definitions of its tools as they were shown then.
import type { Artifact, ArtifactPart, JsonValue, Store, StoredRecord } from '../contract/index.ts';
import { bodyOf, bodyVersion, numberOf, objectOf, textOf, textsOf } from './record-body.ts';

const collection = 'mcp_servers';

export interface AcceptedServer {
  /** SHA-256 of what is started or dialled: another command is another server. */
  readonly identity: string;
  readonly name: string;
  /** What the server says of itself. */
  readonly about: string;
  /** The definitions as JSON text, whose order of members is theirs, by the server's own names. */
  readonly tools: ReadonlyMap<string, string>;
  /** What the command led to. */
  readonly artifact: Artifact;
  readonly acceptedAt: number;
  readonly by: string;
}

export interface ServerPins {
  /** Null also for one of an older version, which knew nothing of artifacts. */
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
    async accept({ identity, name, about, tools, artifact, acceptedAt, by }, digest) {
      // Pairs and not a map: a tool may be named `__proto__`.
      const body = { name, about, tools: [...tools], artifact: toBody(artifact), acceptedAt, by };
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

function toServer(record: StoredRecord): AcceptedServer | null {
  const body = bodyOf(record);
  if (body['artifact'] === undefined) return null;
  const pairs = Array.isArray(body['tools']) ? body['tools'] : [];
  return {
    identity: record.id,
    name: textOf(body['name']),
    about: textOf(body['about']),
    tools: new Map(pairs.map(textsOf).map(([tool = '', definition = '']) => [tool, definition])),
    artifact: toArtifact(body['artifact']),
    acceptedAt: numberOf(body['acceptedAt']),
    by: textOf(body['by']),
  };
}

function toBody({ parts, notPinned }: Artifact): JsonValue {
  return {
    parts: parts.map((part) => ({ ...part, files: part.files.map((pair) => [...pair]) })),
    notPinned: [...notPinned],
  };
}

function toArtifact(value: JsonValue): Artifact {
  const { parts, notPinned } = objectOf(value);
  return { parts: Array.isArray(parts) ? parts.map(toPart) : [], notPinned: textsOf(notPinned) };
}

function toPart(value: JsonValue): ArtifactPart {
  const part = objectOf(value);
  const kind = textOf(part['kind']);
  const files = Array.isArray(part['files']) ? part['files'].map(textsOf) : [];
  return {
    kind: kind === 'program' || kind === 'interpreter' || kind === 'script' ? kind : 'package',
    name: textOf(part['name']),
    version: textOf(part['version']),
    path: textOf(part['path']),
    digest: textOf(part['digest']),
    stamp: textOf(part['stamp']),
    files: files.map(([path = '', digest = '']) => [path, digest]),
  };
}
