// One login: the page a person is sent to, and what is made of the address they come back with. Nothing of an old login ends before that.
import type { Clock } from '../../../contract/index.ts';
import { escapeVisible, randomHex } from '../../../text/index.ts';
import { requestTokensAgain, said } from './token-request.ts';
import { unionOf } from './challenge.ts';
import { askWithToken } from './probe.ts';
import { clientFor, type KnownClient } from './login-client.ts';
import { discover, type Discovered, type DiscoveryNeeds } from './discover.ts';
import { loginFailed } from '../spec/login-faults.ts';
import { renewedRecord } from './access.ts';
import type { LoginRecord } from './record/login-record.ts';

export interface LoginNeeds extends DiscoveryNeeds {
  readonly kept: LoginRecord | null;
  readonly clock: Clock;
  readonly secretValue: (name: string) => Promise<string>;
}

/** A login that waits for its person. */
export interface PendingLogin {
  readonly state: string;
  readonly verifier: string;
  readonly page: string;
  readonly redirectUri: string;
  readonly scope: string | null;
  readonly found: Discovered;
  readonly known: KnownClient;
  readonly endsAt: number;
}

export const loginMs = 10 * 60_000;

/** Sends nothing that could be used: the browser does, when a person has read where it goes. */
export async function beginLogin(offeredUri: string, needs: LoginNeeds): Promise<PendingLogin> {
  const { settings, kept, bounded, secretValue, server, clock } = needs;
  const found = await discover(needs);
  const { authority, resource } = found;
  const scope = scopeFor(found, needs);
  const known = await clientFor({
    name: server.name,
    authority,
    settings,
    kept,
    redirectUri: settings.redirectUri ?? offeredUri,
    scope,
    bounded,
    secretValue,
  });
  const state = randomHex(32);
  const sdk = await import('@modelcontextprotocol/client');
  const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(authority.issuer, {
    metadata: {
      issuer: authority.issuer,
      authorization_endpoint: authority.authorizationEndpoint,
      token_endpoint: authority.tokenEndpoint,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    },
    clientInformation: { client_id: known.client.id },
    redirectUrl: known.client.redirectUri,
    state,
    resource,
    ...(scope === null ? {} : { scope }),
  });
  return {
    state,
    verifier: codeVerifier,
    page: authorizationUrl.href,
    redirectUri: known.client.redirectUri,
    scope,
    found,
    known,
    endsAt: clock.now() + loginMs,
  };
}

/** What the owner says; else what the server asks for now and asked for since, with what was granted: a new token is to do no less. */
function scopeFor({ scope, authority }: Discovered, { settings, kept }: LoginNeeds): string | null {
  if (settings.scopes !== null) return unionOf(settings.scopes.join(' ')) || null;
  const before =
    kept !== null && kept.issuer === authority.issuer ? unionOf(kept.wanted, kept.wanted === '' ? '' : kept.scope) : '';
  const asked = unionOf(scope, before);
  // Without it some give no token that outlives the hour.
  const lasting = asked !== '' && authority.scopes.includes('offline_access') ? 'offline_access' : '';
  return unionOf(asked, lasting) || null;
}

/** What a browser was sent back with. */
export interface Return {
  readonly state: string;
  readonly parameters: URLSearchParams;
  /** Without its query; null where only that was given. */
  readonly address: string | null;
}

/** Takes the whole address, as a browser shows it, or what stands behind its question mark. Throws `login_failed`. */
export function readReturn(text: string): Return {
  const trimmed = text.trim();
  const url = trimmed.length > longestReturn ? null : URL.parse(trimmed);
  const query = url === null ? trimmed.slice(trimmed.indexOf('?') + 1) : url.search;
  const parameters = new URLSearchParams(trimmed.length > longestReturn ? '' : query);
  const [state = ''] = parameters.getAll('state');
  const isTwice = ['state', 'code', 'iss', 'error'].some((name) => parameters.getAll(name).length > 1);
  if (state === '' || isTwice)
    throw loginFailed(
      'That is not the address that the browser was sent to after the login: it holds no state, or something twice. Copy all of it.',
    );
  return { state, parameters, address: url === null ? null : `${url.origin}${url.pathname}` };
}

const longestReturn = 16_384;

/** Rejects with `login_failed`; then whatever was kept before is kept still. */
export async function endLogin(pending: PendingLogin, back: Return, needs: LoginNeeds): Promise<LoginRecord> {
  const { found, known, scope } = pending;
  const { authority, resource } = found;
  const code = codeOf(pending, back);
  const end = await requestTokensAgain(
    {
      endpoint: authority.tokenEndpoint,
      client: known.client,
      clientSecret: known.secret,
      parameters: {
        grant_type: 'authorization_code',
        code,
        code_verifier: pending.verifier,
        redirect_uri: known.client.redirectUri,
        resource,
      },
    },
    needs.bounded,
  );
  if (end.kind === 'failed') throw loginFailed(`${authority.issuer} gave no token: ${end.why}. Log in again.`);
  if (end.kind === 'refused')
    throw loginFailed(`${authority.issuer} gave no token: ${end.error} ${end.description}`.trim());
  const record: LoginRecord = {
    kind: 'mcp_login',
    version: 1,
    url: needs.server.url,
    resource,
    issuer: authority.issuer,
    tokenEndpoint: authority.tokenEndpoint,
    revocationEndpoint: authority.revocationEndpoint,
    client: known.client,
    scope,
    wanted: '',
    expiresAt: null,
    renewAt: null,
    hidden: {
      accessToken: null,
      refreshToken: null,
      clientSecret: known.client.isRegistered ? known.secret : null,
    },
  };
  await refuseUseless(end.tokens.accessToken, needs);
  return renewedRecord(record, end.tokens, needs.clock.now());
}

/** Who answers is told apart before anything of the answer is believed (RFC 9207). */
function codeOf({ state, redirectUri, found }: PendingLogin, { state: sent, parameters, address }: Return): string {
  const { authority } = found;
  if (sent !== state) throw loginFailed('That address belongs to another login.');
  if (address !== null && address !== redirectUri)
    throw loginFailed(`That address does not begin with ${redirectUri}, which this login leads back to.`);
  const issuer = parameters.get('iss');
  if (issuer === null ? authority.namesItself : issuer !== authority.issuer)
    throw loginFailed(
      `The answer is not one of ${authority.issuer}: it says ${issuer === null ? 'nobody' : JSON.stringify(escapeVisible(issuer.slice(0, 200)))}. Nothing was sent there.`,
    );
  const error = parameters.get('error');
  if (error !== null)
    throw loginFailed(
      `${authority.issuer} did not log you in: ${said(error)} ${said(parameters.get('error_description') ?? '')}`.trim(),
    );
  const code = parameters.get('code');
  if (code !== null && code !== '') return code;
  throw loginFailed('That address holds no code. Copy all of it.');
}

async function refuseUseless(token: string, { server, fetch }: LoginNeeds): Promise<void> {
  if (await askWithToken(token, { server, fetch })) return;
  throw loginFailed(
    `${server.name} refuses the token that was given for it just now. What was there before is kept; whoever runs that server has to look at it.`,
  );
}
