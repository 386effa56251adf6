// Ends a login where it was given, as far as its giver lets us (RFC 7009).
import type { BoundedFetch } from './bounded-fetch.ts';
import type { LoginRecord } from './record/login-record.ts';
import { clientRequest } from './token-request.ts';

/** What came of it, in words for its owner. Never rejects. */
export async function revokeLogin(
  { hidden, issuer, client, revocationEndpoint }: LoginRecord,
  clientSecret: string | null,
  fetch: BoundedFetch,
): Promise<string> {
  const [token, hint] =
    hidden.refreshToken === null
      ? [hidden.accessToken, 'access_token']
      : ([hidden.refreshToken, 'refresh_token'] as const);
  if (token === null) return 'there was no token to revoke';
  if (revocationEndpoint === null)
    return `${issuer} takes no revocation: the token may be used there until its time is over`;
  try {
    const parameters = { token, token_type_hint: hint ?? '' };
    const answer = await fetch(revocationEndpoint, clientRequest({ client, clientSecret, parameters }));
    return answer.ok ? `revoked at ${issuer}` : `${issuer} did not revoke it (HTTP ${answer.status})`;
  } catch (cause) {
    return `${issuer} could not be asked to revoke it: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
