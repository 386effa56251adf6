import { describe, expect, it } from 'vitest';
import { requestTokens, type TokenEnd } from './token-request.ts';

const request = {
  endpoint: 'https://example.com/token',
  client: { id: 'c', method: 'none' },
  clientSecret: null,
  parameters: { grant_type: 'refresh_token' },
} as const;

const ask = (status: number, body: string): Promise<TokenEnd> =>
  requestTokens(request, () => Promise.resolve(new Response(body, { status })));

const token = '"access_token":"at-0815-abc"';

describe('an answer that means no', () => {
  it.each([
    [400, '{"error":"invalid_grant","error_description":"gone"}'],
    [401, '{"error":"invalid_grant"}'],
    [200, '{"error":"invalid_grant"}'],
    [200, `{"error":"invalid_grant",${token}}`],
    [200, '{"ok":false,"error":"invalid_grant"}'],
    [200, 'error=invalid_grant&error_description=gone'],
    [403, '{"error":"invalid_grant","extra":{"a":[1]}}'],
  ])('is one with HTTP %i: %s', async (status, body) => {
    expect(await ask(status, body)).toMatchObject({ kind: 'refused', error: 'invalid_grant' });
  });

  it('is one also in words of no protocol, which are shown as they are and short', async () => {
    const end = await ask(400, JSON.stringify({ error: '\u001b[2J'.repeat(100), error_description: 7 }));
    expect(end).toMatchObject({ kind: 'refused', description: '' });
    expect(JSON.stringify(end)).not.toContain('\u001b');
    expect(await ask(400, '{"error":{"code":1}}')).toMatchObject({ kind: 'refused', error: 'an error without a name' });
  });
});

describe('an answer that means nothing', () => {
  it.each([
    [500, '{"error":"invalid_grant"}'],
    [503, ''],
    [502, '<html>bad gateway</html>'],
    [429, '{"error":"invalid_grant"}'],
    [408, ''],
    [200, '<html>log in to the hotel</html>'],
    [200, ''],
    [200, 'null'],
    [200, '[]'],
    [200, '"text"'],
    [200, '{}'],
    [200, '{"access_token":""}'],
    [200, '{"access_token":7}'],
    [200, '{"access_token":"a\\r\\nb"}'],
    [404, '<html>not here</html>'],
    [404, '{}'],
    [400, '{"error":"temporarily_unavailable"}'],
    [400, '{"error":"server_error"}'],
    [400, '{"error":null}'],
  ])('is asked again after HTTP %i: %s', async (status, body) => {
    expect(await ask(status, body)).toMatchObject({ kind: 'failed' });
  });

  it('is asked again also where there was none', async () => {
    expect(await requestTokens(request, () => Promise.reject(new Error('hung up')))).toEqual({
      kind: 'failed',
      why: 'hung up',
    });
  });
});

describe('an answer with tokens', () => {
  it.each([
    ['', null],
    [',"expires_in":3600', 3_600],
    [',"expires_in":"3600"', 3_600],
    [',"expires_in":"soon"', null],
    [',"expires_in":0', null],
    [',"expires_in":-5', null],
    [',"expires_in":null', null],
    [',"expires_in":1e300', 366 * 24 * 60 * 60],
    [',"expires_in":{}', null],
  ])('is read with the time %s', async (more, expiresIn) => {
    expect(await ask(200, `{${token},"token_type":"bearer"${more}}`)).toEqual({
      kind: 'granted',
      tokens: { accessToken: 'at-0815-abc', refreshToken: null, expiresIn, scope: null },
    });
  });

  it('is read with any success, without a type, and as a form', async () => {
    expect(await ask(201, `{${token}}`)).toMatchObject({ kind: 'granted' });
    expect(await ask(200, 'access_token=at-0815-abc&scope=a%20b&expires_in=10')).toMatchObject({
      kind: 'granted',
      tokens: { scope: 'a b', expiresIn: 10 },
    });
  });

  it('of another type is refused', async () => {
    for (const type of ['"mac"', '7', '["Bearer"]'])
      expect(await ask(200, `{${token},"token_type":${type}}`)).toMatchObject({ kind: 'refused' });
  });
});
