// One request to a token endpoint, and what its answer means: tokens, a refusal in the words of the protocol, or nothing that counts.
import { setTimeout } from 'node:timers/promises';
import { escapeVisible } from '../../../text/index.ts';
import type { BoundedFetch } from './bounded-fetch.ts';
import { scopeOf } from './challenge.ts';
import type { LoginClient } from './record/login-record.ts';

export interface Granted {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** In seconds from now; null where the server does not say. */
  readonly expiresIn: number | null;
  readonly scope: string | null;
}

export type TokenEnd =
  | { readonly kind: 'granted'; readonly tokens: Granted }
  /** It understood, and says no. */
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  /** Nothing is known of what was asked: it may be asked again. */
  | { readonly kind: 'failed'; readonly why: string };

export interface TokenRequest {
  readonly endpoint: string;
  readonly client: Pick<LoginClient, 'id' | 'method'>;
  readonly clientSecret: string | null;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Never rejects. */
export async function requestTokens(request: TokenRequest, fetch: BoundedFetch): Promise<TokenEnd> {
  try {
    const answer = await fetch(request.endpoint, clientRequest(request));
    return readAnswer(answer.status, await answer.text());
  } catch (cause) {
    return { kind: 'failed', why: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** A form, signed as the client is known there. */
export function clientRequest({ client, clientSecret, parameters }: Omit<TokenRequest, 'endpoint'>): RequestInit {
  const body = new URLSearchParams(parameters);
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    // Some answer with a form where nobody says so.
    accept: 'application/json',
  };
  if (client.method === 'client_secret_basic' && clientSecret !== null) {
    // Both as in a form, before they are joined (RFC 6749, 2.3.1).
    const pair = [client.id, clientSecret].map((part) =>
      new URLSearchParams({ part }).toString().slice('part='.length),
    );
    headers['authorization'] = `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
  } else {
    body.set('client_id', client.id);
    if (client.method === 'client_secret_post' && clientSecret !== null) body.set('client_secret', clientSecret);
  }
  return { method: 'POST', headers, body: body.toString() };
}

const waits = [500, 1_500] as const;

/** Again where nothing is known of it, a few times, after a while. */
export async function requestTokensAgain(request: TokenRequest, fetch: BoundedFetch): Promise<TokenEnd> {
  let end = await requestTokens(request, fetch);
  for (const ms of waits) {
    if (end.kind !== 'failed') return end;
    await setTimeout(ms);
    end = await requestTokens(request, fetch);
  }
  return end;
}

type Fields = Readonly<Record<string, unknown>>;

/** By the body before the status: errors come with 200 too, and tokens with any success. Who is out of order means no refusal. */
function readAnswer(status: number, text: string): TokenEnd {
  if (status === 408 || status === 429 || status >= 500) return failed(status, 'it is out of order');
  const fields = readFields(text);
  if (fields === null) return failed(status, 'what it answered is no JSON');
  const { error } = fields;
  if (error !== undefined && error !== null) return refusal(error, fields);
  if (status >= 300) return failed(status, 'it gives no reason');
  return readTokens(status, fields);
}

function refusal(error: unknown, { error_description: description }: Fields): TokenEnd {
  const code = typeof error === 'string' ? escapeVisible(error.slice(0, 80)) : 'an error without a name';
  if (code === 'temporarily_unavailable' || code === 'server_error') return { kind: 'failed', why: `it says ${code}` };
  return { kind: 'refused', error: code, description: typeof description === 'string' ? said(description) : '' };
}

function readTokens(status: number, fields: Fields): TokenEnd {
  const { access_token: access, refresh_token: refresh, token_type: type, expires_in: expiresIn, scope } = fields;
  if (!isToken(access)) return failed(status, 'it holds no access token that can be sent');
  if (type !== undefined && (typeof type !== 'string' || type.toLowerCase() !== 'bearer'))
    return {
      kind: 'refused',
      error: 'unsupported_token_type',
      description: 'It gives tokens that are not of the type Bearer.',
    };
  return {
    kind: 'granted',
    tokens: {
      accessToken: access,
      refreshToken: isToken(refresh) ? refresh : null,
      expiresIn: readSeconds(expiresIn),
      scope: typeof scope === 'string' ? scopeOf(scope) : null,
    },
  };
}

const mostSeconds = 366 * 24 * 60 * 60;

/** Some write it as text. What is no time ahead says nothing: such a token is used until it is refused. */
function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,12}(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, mostSeconds) : null;
}

/** As a header can carry it. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[!-~]{1,16384}$/.test(value);
}

/** JSON, or the form that a few answer with. */
function readFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    const form = /^[\w.~%+-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {};
    return 'access_token' in form || 'error' in form ? form : null;
  }
}

function failed(status: number, why: string): TokenEnd {
  return { kind: 'failed', why: `${why} (HTTP ${status})` };
}

/** Words of others, for people. */
export function said(text: string): string {
  return escapeVisible(text.slice(0, 300));
}
