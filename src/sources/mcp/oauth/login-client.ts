// Who we are to an authorization server: a client that the owner registered there, the one of the last login, or a new one.
import { isCapabilityError } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import type { LoginSettings } from '../spec/login-settings.ts';
import type { BoundedFetch } from './bounded-fetch.ts';
import type { Authority } from './discover.ts';
import { loginFailed } from '../spec/login-faults.ts';
import type { LoginClient, LoginRecord } from './record/login-record.ts';

export interface ClientNeeds {
  readonly name: string;
  readonly authority: Authority;
  readonly settings: LoginSettings;
  readonly kept: LoginRecord | null;
  /** Where a browser is sent back to: the loopback address that somebody listens on. */
  readonly redirectUri: string;
  readonly scope: string | null;
  readonly bounded: BoundedFetch;
  /** Of the owner's client. */
  readonly secretValue: (name: string) => Promise<string>;
}

export interface KnownClient {
  readonly client: LoginClient;
  readonly secret: string | null;
}

export async function clientFor(needs: ClientNeeds): Promise<KnownClient> {
  const { settings, authority, kept, redirectUri, secretValue } = needs;
  if (settings.clientId !== null) {
    const secret = settings.clientSecret === null ? null : await secretValue(settings.clientSecret);
    const method = methodOf(secret, authority.authMethods);
    return { client: { id: settings.clientId, redirectUri, method, isRegistered: false }, secret };
  }
  const isKnown = kept !== null && kept.client.isRegistered && kept.issuer === authority.issuer;
  // Not all of them take a port for another: RFC 8252, 7.3.
  if (isKnown && kept.client.redirectUri === redirectUri)
    return { client: kept.client, secret: kept.hidden.clientSecret };
  return register(needs);
}

function methodOf(secret: string | null, supported: readonly string[]): LoginClient['method'] {
  if (secret === null) return 'none';
  const isPost = supported.includes('client_secret_post') && !supported.includes('client_secret_basic');
  return isPost ? 'client_secret_post' : 'client_secret_basic';
}

async function register(needs: ClientNeeds): Promise<KnownClient> {
  const { authority, redirectUri, name } = needs;
  if (authority.registrationEndpoint === null)
    throw loginFailed(
      `The authorization server ${authority.issuer} registers no clients by itself. Register one there with the redirect address http://127.0.0.1 (any port), and name it under mcp.servers.${name}.oauth.clientId.`,
    );
  const first = await tryToRegister(redirectUri, needs);
  if (typeof first !== 'string') return first;
  // Some take the name of this machine alone, though RFC 8252 (8.3) says the address.
  const second = await tryToRegister(redirectUri.replace('//127.0.0.1:', '//localhost:'), needs);
  if (typeof second !== 'string') return second;
  throw loginFailed(
    `The authorization server ${authority.issuer} did not register this client: ${first}. Register one there yourself, and name it under mcp.servers.${name}.oauth.clientId.`,
  );
}

async function tryToRegister(redirectUri: string, needs: ClientNeeds): Promise<KnownClient | string> {
  const { authority, scope, bounded } = needs;
  const sdk = await import('@modelcontextprotocol/client');
  try {
    const given = await sdk.registerClient(authority.issuer, {
      metadata: {
        issuer: authority.issuer,
        authorization_endpoint: authority.authorizationEndpoint,
        token_endpoint: authority.tokenEndpoint,
        registration_endpoint: authority.registrationEndpoint ?? '',
        response_types_supported: ['code'],
      },
      clientMetadata: {
        client_name: 'Gatehouse',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: takesPublic(authority) ? 'none' : 'client_secret_basic',
        application_type: 'native',
      },
      ...(scope === null ? {} : { scope }),
      fetchFn: (url, init) => bounded(url, init),
    });
    return registered(given, redirectUri, authority);
  } catch (cause) {
    if (cause instanceof sdk.RegistrationRejectedError) return rejection(cause.status, cause.body);
    const why = isCapabilityError(cause) ? cause.message : 'its answer cannot be read';
    throw loginFailed(
      `The authorization server ${authority.issuer} could not be asked to register a client: ${why}`,
      cause,
    );
  }
}

interface GivenClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
}

function registered(given: GivenClient, redirectUri: string, { authMethods }: Authority): KnownClient {
  const said = given.token_endpoint_auth_method;
  const secret = said === 'none' ? null : (given.client_secret ?? null);
  const isMethod = said === 'client_secret_basic' || said === 'client_secret_post';
  const method = secret !== null && isMethod ? said : methodOf(secret, authMethods);
  return { client: { id: given.client_id, redirectUri, method, isRegistered: true }, secret };
}

function takesPublic({ authMethods }: Authority): boolean {
  return authMethods.length === 0 || authMethods.includes('none');
}

function rejection(status: number, body: string): string {
  return `HTTP ${status} ${escapeVisible(body.slice(0, 300))}`.trim();
}
