// Tokens of HTTP and MCP clients. Only the hash is kept: a token is shown once, when it is made.
import {
  CapabilityError,
  trustLevels,
  type JsonObject,
  type Store,
  type StoredRecord,
  type TokenNarrowing,
  type TokenView,
  type Trust,
} from '../contract/index.ts';
import { bodyOf, bodyVersion, numberOf, oneOf, textOf } from './record-body.ts';

const collection = 'tokens';

export interface NewToken extends TokenNarrowing {
  readonly name: string;
  readonly trust: Trust;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  readonly now: number;
}

export interface StoredToken extends TokenNarrowing {
  readonly principal: string;
  readonly trust: Trust;
}

export interface Tokens {
  /** Throws `malformed_request` for a name that is none or is taken. */
  add(token: NewToken, by: string): Promise<TokenView>;
  /** Who the token with this hash is; null when there is none. */
  identify(hash: string): Promise<StoredToken | null>;
  /** Trust of a principal now; null when its token is gone. */
  trustOf(principal: string): Promise<Trust | null>;
  views(): Promise<readonly TokenView[]>;
  /** False when there is none of that name. */
  revoke(name: string, by: string): Promise<boolean>;
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** The daemon's own token has this name and is not kept here. */
const reserved = 'local';

export function createTokens(store: Store): Tokens {
  return {
    async add({ name, trust, hash, now, ...given }, by) {
      if (!namePattern.test(name) || name === reserved) {
        throw new CapabilityError(
          'malformed_request',
          `A token's name is 1 to 40 small letters, digits and hyphens, and not ${reserved}; got ${JSON.stringify(name.slice(0, 80))}.`,
        );
      }
      if (given.profile !== undefined && !namePattern.test(given.profile))
        throw new CapabilityError(
          'malformed_request',
          `No profile can be called ${JSON.stringify(given.profile.slice(0, 80))}: its name is small letters, digits and hyphens.`,
        );
      const narrowing = narrowingText(given);
      if ((await store.get(collection, name)) !== null)
        throw new CapabilityError('malformed_request', `There is a token named ${name} already. Revoke it first.`);
      const record: StoredRecord = {
        collection,
        id: name,
        group: hash,
        version: bodyVersion,
        body: { trust, at: now, ...narrowing },
      };
      await store.write({
        puts: [record],
        events: [{ kind: 'token_added', envelope: { token: name, trust, by, ...narrowing }, values: {} }],
        movesPolicy: false,
      });
      return toView(record);
    },
    async identify(hash) {
      const [record] = await store.list(collection, hash);
      return record === undefined
        ? null
        : { principal: principalOf(record.id), trust: oneOf(record, 'trust', trustLevels), ...narrowingOf(record) };
    },
    async trustOf(principal) {
      const record = principal.startsWith('token:')
        ? await store.get(collection, principal.slice('token:'.length))
        : null;
      return record === null ? null : oneOf(record, 'trust', trustLevels);
    },
    async views() {
      return (await store.list(collection)).map(toView);
    },
    async revoke(name, by) {
      if ((await store.get(collection, name)) === null) return false;
      await store.write({
        removes: [{ collection, id: name }],
        events: [{ kind: 'token_revoked', envelope: { token: name, by }, values: {} }],
        movesPolicy: false,
      });
      return true;
    },
  };
}

function principalOf(name: string): string {
  return `token:${name}`;
}

function narrowingText({ readOnly = false, profile }: TokenNarrowing): JsonObject {
  return { ...(readOnly ? { readOnly } : {}), ...(profile === undefined ? {} : { profile }) };
}

/** What cannot be read narrows: it was written to. */
function narrowingOf(record: StoredRecord): TokenNarrowing {
  const { readOnly = false, profile } = bodyOf(record);
  return {
    ...(readOnly === false ? {} : { readOnly: true }),
    ...(profile === undefined ? {} : { profile: textOf(profile) }),
  };
}

function toView(record: StoredRecord): TokenView {
  const at = numberOf(bodyOf(record)['at']);
  return {
    name: record.id,
    principal: principalOf(record.id),
    trust: textOf(bodyOf(record)['trust']),
    ...narrowingOf(record),
    createdAt: new Date(at).toISOString(),
  };
}
