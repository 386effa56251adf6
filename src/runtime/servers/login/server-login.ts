// Logging in to one server over HTTP: what its connections send, what its owner sees of it, and the login that waits for its person.
import {
  CapabilityError,
  isCapabilityError,
  type Clock,
  type LoginStart,
  type LoginView,
} from '../../../contract/index.ts';
import {
  beginLogin,
  createAccess,
  createAuthorizedFetch,
  createBoundedFetch,
  endLogin,
  loginBounds,
  readReturn,
  revokeLogin,
  type Access,
  type JudgeAddress,
  type LoginNeeds,
  type LoginRecord,
  type PendingLogin,
  type ServerSpec,
  type Way,
} from '../../../sources/index.ts';
import { webRequest, type WayNeeds } from '../server-way.ts';
import { createLoginStore, type LoginStoreNeeds, type NamedLoginStore } from './login-store.ts';

export interface ServerLoginNeeds extends WayNeeds, LoginStoreNeeds {
  readonly judge: JudgeAddress;
  readonly clock: Clock;
  readonly report: (message: string) => void;
}

export interface ServerLogin {
  /** As it was looked at last. */
  view(): LoginView;
  look(): Promise<void>;
  /** The same way, with the token of the moment in each request. */
  through(way: Way): Way;
  /** `port` is one of this machine's loopback that somebody listens on. */
  begin(port: number): Promise<LoginStart>;
  /** `address` is where the browser was sent back to. */
  end(address: string, by: string): Promise<void>;
  /** What came of it where it was given. */
  logout(by: string): Promise<string>;
}

/** Null where the configuration says itself how requests are authorized, and for programs. */
export function createServerLogin(spec: ServerSpec, needs: ServerLoginNeeds): ServerLogin | null {
  const { reach } = spec;
  if (reach.kind !== 'web' || Object.keys(reach.headers).some((name) => /^authorization$/i.test(name))) return null;
  return new KeptLogin(spec, needs);
}

const nothingKept = { issuer: null, scope: null, wanted: null, secret: null };

interface Kept {
  readonly url: string;
  readonly store: NamedLoginStore;
  readonly access: Access;
}

class KeptLogin implements ServerLogin {
  readonly #spec: ServerSpec;
  readonly #needs: ServerLoginNeeds;
  readonly #bounded: ReturnType<typeof createBoundedFetch>;
  #kept: Kept | null = null;
  #pending: PendingLogin | null = null;
  #record: LoginRecord | null = null;
  #isAsked = false;

  constructor(spec: ServerSpec, needs: ServerLoginNeeds) {
    this.#spec = spec;
    this.#needs = needs;
    this.#bounded = createBoundedFetch(needs.fetch, loginBounds);
  }

  view(): LoginView {
    const { redirectUri } = this.#spec.oauth;
    if (this.#record === null || this.#kept === null)
      return { ...nothingKept, state: this.#isAsked ? 'needed' : 'none', redirectUri };
    const { issuer, scope, wanted, client, hidden } = this.#record;
    return {
      state: hidden.accessToken === null || wanted !== '' ? 'needed' : 'held',
      issuer,
      scope,
      wanted: wanted === '' ? null : wanted,
      redirectUri: redirectUri ?? client.redirectUri,
      secret: this.#kept.store.secret,
    };
  }

  async look(): Promise<void> {
    try {
      const { url } = await webRequest(this.#spec, this.#needs);
      this.#record = await this.#at(url).store.read();
    } catch {
      // What cannot be read is told by the connection, or by the doctor.
      this.#record = null;
    }
  }

  through(way: Way): Way {
    if (way.kind !== 'web') return way;
    const { access } = this.#at(way.url);
    const fetch = createAuthorizedFetch(way.fetch, { name: this.#spec.name, url: way.url, access });
    return {
      ...way,
      fetch: async (asked, init) => {
        try {
          return await fetch(asked, init);
        } catch (cause) {
          this.#isAsked ||= isCapabilityError(cause) && cause.code === 'login_needed';
          throw cause;
        }
      },
    };
  }

  async begin(port: number): Promise<LoginStart> {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new CapabilityError('malformed_request', 'The port of a login is a number from 1 to 65535.');
    const pending = await beginLogin(`http://127.0.0.1:${port}/callback`, await this.#loginNeeds());
    // One at a time: an answer to an earlier one is an answer to nothing.
    this.#pending = pending;
    const { page, redirectUri, scope, found, endsAt } = pending;
    const { authority, resource } = found;
    return { page, redirectUri, scope, resource, issuer: authority.issuer, endsAt: new Date(endsAt).toISOString() };
  }

  async end(address: string, by: string): Promise<void> {
    const back = readReturn(address);
    const pending = this.#pending;
    if (pending === null || pending.state !== back.state || pending.endsAt < this.#needs.clock.now())
      throw new CapabilityError(
        'login_failed',
        `No login to ${this.#spec.name} waits for that address. Begin anew: gatehouse mcp-servers login ${this.#spec.name}`,
      );
    // Once: whoever sends it a second time sends it to nobody.
    this.#pending = null;
    const needs = await this.#loginNeeds();
    const record = await endLogin(pending, back, needs);
    const { store } = this.#at(needs.server.url);
    await store.alone(() => store.write(record, by));
    this.#record = record;
    this.#isAsked = false;
  }

  async logout(by: string): Promise<string> {
    const { url } = await webRequest(this.#spec, this.#needs);
    const { store } = this.#at(url);
    this.#pending = null;
    return store.alone(async () => {
      const record = await store.read();
      // Whatever is there, of this version or not.
      await store.remove(by);
      this.#record = null;
      if (record === null) return 'there was no login';
      const secret = await this.#clientSecret(record).catch(() => null);
      return revokeLogin(record, secret, this.#bounded);
    });
  }

  #at(url: string): Kept {
    if (this.#kept?.url === url) return this.#kept;
    const { name, from, oauth } = this.#spec;
    const store = createLoginStore({ name, from }, url, this.#needs);
    const isOfThisClient = (record: LoginRecord | null) =>
      record !== null && (oauth.clientId === null ? record.client.isRegistered : record.client.id === oauth.clientId);
    const read = async () => {
      const record = await store.read();
      // A login of another client than the configured one is none.
      return isOfThisClient(record) ? record : null;
    };
    const { clock, report } = this.#needs;
    const access = createAccess({
      name,
      store: { ...store, read },
      bounded: this.#bounded,
      clock,
      clientSecret: (record) => this.#clientSecret(record),
      scopes: oauth.scopes,
      report,
    });
    this.#kept = { url, access, store: { ...store, read } };
    return this.#kept;
  }

  async #clientSecret({ client, hidden }: LoginRecord): Promise<string | null> {
    const { clientSecret } = this.#spec.oauth;
    if (client.isRegistered) return hidden.clientSecret;
    return clientSecret === null ? null : this.#needs.secretValue(clientSecret);
  }

  async #loginNeeds(): Promise<LoginNeeds> {
    const { name, oauth, disabled, from } = this.#spec;
    if (disabled) throw new CapabilityError('server_unavailable', `The MCP server ${name} is disabled in ${from}.`);
    const { url, headers } = await webRequest(this.#spec, this.#needs);
    const { fetch, judge, clock, secretValue } = this.#needs;
    return {
      server: { name, url, headers },
      settings: oauth,
      fetch,
      bounded: this.#bounded,
      judge,
      clock,
      secretValue,
      kept: await this.#at(url).store.read(),
    };
  }
}
