// From the address of a server to who gives tokens for it (RFC 9728, RFC 8414): each address on the way is judged, and each says of itself who
// it is.
import { escapeVisible } from '../../../text/index.ts';
import type { LibraryFetch } from '../../../host/index.ts';
import type { LoginSettings } from '../spec/login-settings.ts';
import type { BoundedFetch } from './bounded-fetch.ts';
import { noChallenge, readChallenge, scopeOf, type Challenge } from './challenge.ts';
import { loginFailed } from '../spec/login-faults.ts';
import { coversServer, isLoopback, judgedAddress, type JudgeAddress } from './peer-address.ts';

/** Who gives the tokens. */
export interface Authority {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string | null;
  readonly registrationEndpoint: string | null;
  readonly authMethods: readonly string[];
  /** Whether it says in its answers who it is (RFC 9207). */
  readonly namesItself: boolean;
  readonly scopes: readonly string[];
}

export interface Discovered {
  /** What tokens are asked for (RFC 8707), as the server writes it. */
  readonly resource: string;
  /** What the server wants of a token; null where it does not say. */
  readonly scope: string | null;
  readonly authority: Authority;
}

export interface DiscoveryNeeds {
  /** Of the server, with what its owner configured for each request. */
  readonly server: { readonly name: string; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly settings: LoginSettings;
  readonly fetch: LibraryFetch;
  readonly bounded: BoundedFetch;
  readonly judge: JudgeAddress;
}

/** Rejects with `login_failed`, or with what the guarded fetch says. */
export async function discover(needs: DiscoveryNeeds): Promise<Discovered> {
  const { url } = needs.server;
  refuseOpenTransport(url);
  const { challenge, isOpen } = await askForChallenge(needs);
  const described = await describedResource(challenge, needs);
  const issuer = issuerOf(described, needs);
  return {
    resource: described?.resource ?? url,
    scope: challenge.scope ?? scopeOf(described?.scopes.join(' ')),
    authority: await authorityOf(issuer, { ...needs, isOpen }),
  };
}

function refuseOpenTransport(url: string): void {
  const parsed = URL.parse(url);
  if (parsed !== null && (parsed.protocol === 'https:' || isLoopback(parsed.hostname))) return;
  throw loginFailed(
    'A token is sent over https alone, and the address of this server is not https. Configure that one.',
  );
}

interface Asked {
  readonly challenge: Challenge;
  /** It answers whoever asks. */
  readonly isOpen: boolean;
}

/** Asks without a token, for nothing: what a server says then is where its tokens come from. */
async function askForChallenge({ server, fetch }: Pick<DiscoveryNeeds, 'server' | 'fetch'>): Promise<Asked> {
  const answer = await fetch(server.url, {
    ...emptyQuestion(server.headers),
    signal: AbortSignal.timeout(challengeMs),
  });
  answer.body?.cancel().catch(() => undefined);
  const wantsLogin = answer.status === 401 || answer.status === 403;
  const challenge = wantsLogin ? readChallenge(answer.headers.get('www-authenticate')) : noChallenge;
  // One that knows sessions refuses a message without one, after it has looked for a token.
  return { challenge, isOpen: answer.ok || answer.status === 400 };
}

export const challengeMs = 15_000;

/** A request that does nothing, whatever the server. */
export function emptyQuestion(headers: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'login', method: 'ping' }),
  };
}

interface Described {
  readonly resource: string;
  readonly issuers: readonly string[];
  readonly scopes: readonly string[];
}

/** What the server says of itself; null where it says nothing and points nowhere. */
async function describedResource(challenge: Challenge, needs: DiscoveryNeeds): Promise<Described | null> {
  const { url } = needs.server;
  const { metadataUrl } = challenge;
  const places =
    metadataUrl === null
      ? wellKnown(url)
      : [judgedAddress('the place of its description', metadataUrl, needs.judge).href];
  const { z } = await import('zod');
  const shape = z.looseObject({
    resource: z.string(),
    authorization_servers: z.array(z.string()).nullish(),
    scopes_supported: z.array(z.string()).nullish(),
  });
  for (const place of places) {
    const answer = await needs.bounded(place, { headers: { accept: 'application/json' } });
    if (!answer.ok && metadataUrl === null && answer.status < 500) continue;
    const read = answer.ok ? shape.safeParse(await jsonOf(answer)) : null;
    if (read?.success !== true)
      throw loginFailed(`${place} is no description of the server that can be read (HTTP ${answer.status}).`);
    const { resource, authorization_servers: issuers, scopes_supported: scopes } = read.data;
    if (!coversServer(resource, url))
      throw loginFailed(
        `${place} describes ${JSON.stringify(escapeVisible(resource.slice(0, 200)))}, which is another server than the configured one. A token for that would be one for somebody else.`,
      );
    return { resource, issuers: issuers ?? [], scopes: scopes ?? [] };
  }
  return null;
}

/** First that of the path, then that of the origin (RFC 9728, 3.1). */
function wellKnown(url: string): readonly string[] {
  const { origin, pathname, search } = new URL(url);
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, '');
  return path === '' ? [root] : [`${root}${path}${search}`, root];
}

/** The one of the configuration, else the first that the server names; where it names none, the server itself. */
function issuerOf(described: Described | null, { server, settings, judge }: DiscoveryNeeds): string {
  const named =
    described === null || described.issuers.length === 0 ? [new URL('/', server.url).href] : described.issuers;
  const chosen = settings.issuer === null ? named[0] : named.find((each) => isSameIssuer(each, settings.issuer));
  if (chosen === undefined)
    throw loginFailed(
      `The server names ${named.map((each) => JSON.stringify(escapeVisible(each.slice(0, 200)))).join(', ')} as who gives its tokens, and its oauth.issuer is ${settings.issuer}. Nothing was sent there.`,
    );
  judgedAddress('its authorization server', chosen, judge);
  return chosen;
}

export function isSameIssuer(left: string, right: string | null): boolean {
  return right !== null && left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

type AuthorityNeeds = DiscoveryNeeds & Pick<Asked, 'isOpen'>;

async function authorityOf(issuer: string, { bounded, judge, server, isOpen }: AuthorityNeeds): Promise<Authority> {
  const sdk = await import('@modelcontextprotocol/client');
  // It compares who the document says it is with who was asked (RFC 8414, 3.3).
  const metadata = await sdk
    .discoverAuthorizationServerMetadata(issuer, { fetchFn: (url, init) => bounded(url, init) })
    .catch((cause: unknown) => {
      if (cause instanceof sdk.IssuerMismatchError)
        throw loginFailed(
          `The authorization server ${issuer} says that it is ${JSON.stringify(escapeVisible(String(cause.received).slice(0, 200)))}. It is not trusted.`,
          cause,
        );
      throw unreadable(issuer, cause);
    });
  if (metadata === undefined)
    throw loginFailed(
      isOpen
        ? `The server ${server.name} needs no login: it answers without one, and nothing says who would give one. It is used as it is.`
        : `Nobody gives tokens for ${server.name}: ${issuer} describes no authorization server. If the server takes a fixed token, configure it under headers.`,
    );
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw loginFailed(
      `The authorization server ${issuer} does not say that it checks PKCE (S256): a stolen code could be used there.`,
    );
  if (!metadata.response_types_supported.includes('code'))
    throw loginFailed(`The authorization server ${issuer} gives no codes (response_types_supported).`);
  const judged = (what: string, text: string) => judgedAddress(what, text, judge).href;
  const optional = (what: string, text: unknown) => (typeof text === 'string' ? judged(what, text) : null);
  return {
    issuer: metadata.issuer,
    authorizationEndpoint: judged('the page to log in', metadata.authorization_endpoint),
    tokenEndpoint: judged('its token endpoint', metadata.token_endpoint),
    revocationEndpoint: optional(
      'its revocation endpoint',
      'revocation_endpoint' in metadata ? metadata.revocation_endpoint : null,
    ),
    registrationEndpoint: optional('its registration endpoint', metadata.registration_endpoint),
    authMethods: metadata.token_endpoint_auth_methods_supported ?? [],
    namesItself: metadata['authorization_response_iss_parameter_supported'] === true,
    scopes: metadata.scopes_supported ?? [],
  };
}

function unreadable(issuer: string, cause: unknown): Error {
  const why =
    cause instanceof Error && cause.name === 'CapabilityError' ? cause.message : 'its description is misshapen';
  return loginFailed(`The authorization server ${issuer} cannot be asked: ${why}`, cause);
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return JSON.parse(await answer.text());
  } catch {
    return null;
  }
}
