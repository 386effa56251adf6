// The access token of one server for those who send it: renewed by one at a time, over all processes, and given up only where its giver says so.
import type { CapabilityError, Clock } from '../../../contract/index.ts';
import type { BoundedFetch } from './bounded-fetch.ts';
import { unionOf } from './challenge.ts';
import { isLoginNeeded, loginFailed, loginNeeded } from '../spec/login-faults.ts';
import { withoutTokens, type LoginRecord, type LoginStore } from './record/login-record.ts';
import { requestTokensAgain, type Granted, type TokenEnd } from './token-request.ts';

export interface Access {
  /** Null where nobody ever logged in. Renewed before its time is over. Rejects with `login_needed`. */
  token(): Promise<string | null>;
  /** For a token that the server refused: another one. Rejects with `login_needed` where only a person gets one, or where it may not be renewed. */
  instead(refused: string | null, mayRenew: boolean): Promise<Instead>;
  /** For a call that needs more than the token may: remembers what is asked for, and answers what to tell. */
  widen(scope: string): Promise<CapabilityError>;
}

export interface Instead {
  readonly token: string;
  /** It was there for nobody before: given just now. */
  readonly isRenewed: boolean;
}

export interface AccessNeeds {
  readonly name: string;
  readonly store: LoginStore;
  readonly bounded: BoundedFetch;
  readonly clock: Clock;
  /** Of the client that is used now. */
  readonly clientSecret: (record: LoginRecord) => Promise<string | null>;
  /** The owner's scopes, which no login goes beyond. */
  readonly scopes: readonly string[] | null;
  /** Told once of each thing that a person has to do. */
  readonly report: (message: string) => void;
}

/** Renewed so long before its end, where it lasts: what is sent takes a while to be read. */
const mostEarlyMs = 60_000;
const earlyShare = 0.1;

export function createAccess(needs: AccessNeeds): Access {
  return new KeptAccess(needs);
}

class KeptAccess implements Access {
  readonly #needs: AccessNeeds;
  #renewing: Promise<Instead> | null = null;
  /** What could not be written: it is the only one that still works. */
  #unwritten: { readonly record: LoginRecord; readonly over: string | null } | null = null;

  constructor(needs: AccessNeeds) {
    this.#needs = needs;
  }

  async token(): Promise<string | null> {
    const record = await this.#read();
    if (record === null) return null;
    const token = this.#tokenOf(record);
    const { expiresAt, renewAt, hidden } = record;
    const now = this.#needs.clock.now();
    if (renewAt === null || renewAt > now || hidden.refreshToken === null) return token;
    try {
      return (await this.#renew(token)).token;
    } catch (cause) {
      // One that could not be renewed yet holds while it lasts.
      if (expiresAt !== null && expiresAt > now && !isLoginNeeded(cause)) return token;
      throw cause;
    }
  }

  async instead(refused: string | null, mayRenew: boolean): Promise<Instead> {
    const record = await this.#read();
    if (record === null) throw loginNeeded(this.#needs.name, 'it gives its tools to those who are logged in alone');
    const token = this.#tokenOf(record);
    // Somebody else has renewed it, or logged in anew, since this one was read.
    if (token !== refused) return { token, isRenewed: false };
    if (!mayRenew) throw loginNeeded(this.#needs.name, 'it refuses a token that was given for it just now');
    if (record.hidden.refreshToken === null) {
      await this.#end(record, 'the login is over');
      throw loginNeeded(this.#needs.name, 'the login is over');
    }
    return this.#renew(token);
  }

  async widen(scope: string): Promise<CapabilityError> {
    const { name, store, scopes } = this.#needs;
    const asked = unionOf(scope);
    const missing = scopes === null ? [] : asked.split(' ').filter((word) => word !== '' && !scopes.includes(word));
    if (missing.length > 0)
      return loginNeeded(name, `the call needs ${missing.join(' ')}, which its oauth.scopes does not name`);
    await store.alone(async () => {
      const record = await this.#read();
      if (record === null) return;
      const wanted = unionOf(record.wanted, asked);
      if (wanted !== record.wanted) await store.write({ ...record, wanted }, writer);
    });
    return loginNeeded(name, asked === '' ? 'the call needs more rights' : `the call needs more rights (${asked})`);
  }

  #tokenOf({ hidden }: LoginRecord): string {
    if (hidden.accessToken !== null) return hidden.accessToken;
    throw loginNeeded(this.#needs.name, 'the login is over');
  }

  async #read(): Promise<LoginRecord | null> {
    const kept = await this.#needs.store.read();
    if (this.#unwritten === null) return kept;
    const { record, over } = this.#unwritten;
    // Somebody logged in anew since, or out.
    if (kept === null || kept.hidden.accessToken !== over) this.#unwritten = null;
    else await this.#keep(record, over);
    return this.#unwritten?.record ?? this.#needs.store.read();
  }

  /** One for all who ask in the meantime; who stops waiting stops it for nobody. */
  #renew(old: string): Promise<Instead> {
    this.#renewing ??= this.#needs.store
      .alone(() => this.#renewAlone(old))
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  async #renewAlone(old: string): Promise<Instead> {
    // Read anew: whoever held the lock before may have done it.
    const record = await this.#read();
    if (record === null) throw loginNeeded(this.#needs.name, 'somebody logged out');
    const token = this.#tokenOf(record);
    const { refreshToken } = record.hidden;
    if (token !== old || refreshToken === null) return { token, isRenewed: false };
    return { token: await this.#settle(record, await this.#ask(record, refreshToken)), isRenewed: true };
  }

  async #ask(record: LoginRecord, refreshToken: string): Promise<TokenEnd> {
    const { bounded, clientSecret } = this.#needs;
    return requestTokensAgain(
      {
        endpoint: record.tokenEndpoint,
        client: record.client,
        clientSecret: await clientSecret(record),
        // No scope: that asks for what was granted (RFC 6749, 6).
        parameters: { grant_type: 'refresh_token', refresh_token: refreshToken, resource: record.resource },
      },
      bounded,
    );
  }

  async #settle(record: LoginRecord, end: TokenEnd): Promise<string> {
    const { name, clock } = this.#needs;
    if (end.kind === 'granted') {
      await this.#keep(renewedRecord(record, end.tokens, clock.now()), record.hidden.accessToken);
      return end.tokens.accessToken;
    }
    if (end.kind === 'failed')
      throw loginFailed(
        `The login to ${name} could not be renewed at ${record.issuer} (${end.why}). It is kept, and tried again with the next call.`,
      );
    const isForgotten = end.error === 'invalid_client' && record.client.isRegistered;
    const why = `${record.issuer} says ${end.error}${end.description === '' ? '' : ` (${end.description})`}`;
    if (end.error !== 'invalid_grant' && !isForgotten)
      throw loginFailed(
        `The login to ${name} could not be renewed: ${why}. It is kept. Its owner looks at its settings, or logs in again: gatehouse mcp-servers login ${name}`,
      );
    await this.#end(record, why);
    // Another client is registered at the next login.
    if (isForgotten) await this.#needs.store.remove(writer);
    throw loginNeeded(name, `the login is over (${why})`);
  }

  /** Told once: who comes after finds no token to try. */
  async #end(record: LoginRecord, why: string): Promise<void> {
    const { name, report } = this.#needs;
    await this.#keep(withoutTokens(record), record.hidden.accessToken);
    report(`The MCP server ${name} needs you to log in again (${why}): gatehouse mcp-servers login ${name}`);
  }

  async #keep(record: LoginRecord, over: string | null): Promise<void> {
    try {
      await this.#needs.store.write(record, writer);
      this.#unwritten = null;
    } catch (cause) {
      if (this.#unwritten?.record !== record)
        this.#needs.report(
          `The renewed login of ${this.#needs.name} could not be kept, and is lost with this process: ${String(cause)}`,
        );
      this.#unwritten = { record, over };
    }
  }
}

/** Who is written down for what happens by itself. */
const writer = 'gatehouse';

/** A giver that sends no new refresh token, or no scope, means the old ones (RFC 6749, 6). */
export function renewedRecord(record: LoginRecord, tokens: Granted, now: number): LoginRecord {
  const lastsMs = tokens.expiresIn === null ? null : Math.floor(tokens.expiresIn * 1_000);
  return {
    ...record,
    scope: tokens.scope ?? record.scope,
    expiresAt: lastsMs === null ? null : now + lastsMs,
    renewAt: lastsMs === null ? null : now + lastsMs - Math.min(mostEarlyMs, lastsMs * earlyShare),
    hidden: {
      ...record.hidden,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? record.hidden.refreshToken,
    },
  };
}
