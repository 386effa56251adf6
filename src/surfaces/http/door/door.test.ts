import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  guestToken,
  secondToken,
  startScriptedDaemon,
  type ScriptedDaemon,
} from '../../../../test/programs/scripted-daemon.ts';
import { completedOutcome, sampleCaller } from '../../../testing/index.ts';
import { apiRoutes } from '../routes/api-routes.ts';

let house: ScriptedDaemon;
beforeAll(async () => {
  house = await startScriptedDaemon({ otherwise: () => completedOutcome('done') });
});
afterAll(() => house.close());

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** By node:http: fetch does not let a program set Host, Origin or Sec-Fetch-Site. */
function ask(
  path: string,
  { method = 'GET', headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const host = `127.0.0.1:${house.port}`;
    const outgoing = request(
      { port: house.port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += String(chunk)));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, code: codeIn(text), text, headers: answer.headers }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function codeIn(text: string): string {
  return /"code":"([a-z_]+)"/.exec(text)?.[1] ?? '';
}

const bearer = () => ({ authorization: `Bearer ${house.token}` });

const everyPlace = [
  ...apiRoutes.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, 'constructor'),
  })),
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/mcp' },
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/api/nothing' },
  { method: 'GET', path: '/.well-known/oauth-protected-resource' },
  { method: 'OPTIONS', path: '/api/calls' },
  { method: 'HEAD', path: '/api/health' },
  { method: 'TRACE', path: '/api/health' },
  { method: 'PATCH', path: '/api/health' },
];

describe.each(everyPlace)('$method $path', ({ method, path }) => {
  it('asks for a token', async () => {
    const answer = await ask(path, { method, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    if (method !== 'HEAD') expect(answer.code).toBe('unauthenticated');
  });

  it('is not there for another host or a page of elsewhere, token or not', async () => {
    const foreign = [
      { host: `evil.example:${house.port}` },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      for (const token of [{}, bearer()]) {
        const answer = await ask(path, { method, headers: { ...token, ...headers } });
        expect(answer.status).toBe(403);
        if (method !== 'HEAD') expect(answer.code).toBe('foreign_origin');
      }
    }
  });

  it('answers with the protective headers and with none that lets another page read it', async () => {
    for (const headers of [{}, { ...bearer(), 'access-control-request-method': 'POST' }]) {
      const answer = await ask(path, { method, headers });
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('the host of a request', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('may be %s with our port', async (name) => {
    expect((await ask('/api/health', { headers: { ...bearer(), host: `${name}:${house.port}` } })).status).toBe(200);
  });

  it.each([
    '127.0.0.1',
    'localhost:1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '127.0.0.2',
    '0.0.0.0',
    '2130706433',
    '127.1',
    'user@127.0.0.1',
    '127.0.0.1:80:80',
    'a b',
    '"',
    'evil.example/..',
  ])('may not be %j', async (host) => {
    const named = host.includes(':') ? host : `${host}:${house.port}`;
    const withPort = host === '127.0.0.1' ? host : named;
    expect([400, 403]).toContain((await ask('/api/health', { headers: { ...bearer(), host: withPort } })).status);
  });

  it('may not differ from that of a whole URL in the request line', async () => {
    const answer = await ask('http://evil.example/api/health', { headers: bearer() });
    expect([answer.status, answer.code]).toEqual([403, 'foreign_origin']);
    expect((await ask(`http://127.0.0.1:${house.port}/api/health`, { headers: bearer() })).status).toBe(200);
  });
});

describe('the origin of a request', () => {
  const origins: readonly (readonly [string, number])[] = [
    ['http://127.0.0.1:PORT', 200],
    ['http://localhost:PORT', 200],
    ['http://localhost', 403],
    ['https://localhost:PORT', 403],
    ['http://localhost:PORT.evil.example', 403],
    ['http://localhost:PORT, http://evil.example', 403],
    ['http://evil.example', 403],
    ['null', 403],
    ['', 403],
    ['file://', 403],
    ['chrome-extension://abcdef', 403],
  ];
  it.each(origins)('%j is answered with %i', async (origin, status) => {
    const headers = { ...bearer(), origin: origin.replace('PORT', String(house.port)) };
    expect((await ask('/api/health', { headers })).status).toBe(status);
  });

  it.each([
    ['same-origin', 200],
    ['none', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['nonsense', 403],
  ])('sec-fetch-site %s is answered with %i', async (site, status) => {
    expect((await ask('/api/health', { headers: { ...bearer(), 'sec-fetch-site': site } })).status).toBe(status);
  });
});

describe('a token', () => {
  it('is taken in the header alone', async () => {
    for (const name of ['token', 'access_token', 'authorization']) {
      expect((await ask(`/api/health?${name}=${house.token}`)).status).toBe(401);
    }
    expect((await ask('/api/health', { headers: { cookie: `token=${house.token}` } })).status).toBe(401);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Bearer gh_wrong_token',
    'Bearer a b',
    `Bearer ${'x'.repeat(600)}`,
    'Bearer \u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc',
    'Bearer constructor',
    'Bearer __proto__',
  ])('is not %j', async (authorization) => {
    expect((await ask('/api/health', { headers: { authorization } })).status).toBe(401);
  });

  it('is not the prefix or the continuation of one', async () => {
    for (const token of [house.token.slice(0, -1), `${house.token}0`, house.token.toUpperCase()]) {
      expect((await ask('/api/health', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    }
  });

  it('is named to nobody: in no answer, and in no report', async () => {
    const wrong = `${house.token.slice(0, -4)}beef`;
    const answer = await ask('/api/nothing', { headers: { authorization: `Bearer ${wrong}` } });
    expect(answer.text).not.toContain(wrong);
    expect(house.reports.join('\n')).not.toContain(wrong);
  });

  it('of the store opens the door as what it is, and no longer when it is revoked', async () => {
    const call = async (token: string) =>
      house.send('/api/calls', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{"tool":"x"}' });
    await call(guestToken);
    await call(secondToken);
    const callers = house.runtime.received
      .slice(-2)
      .map(({ caller }) => [caller.principal, caller.trust, caller.workspace]);
    expect(callers).toEqual([
      ['token:guest', 'guest', house.workspace],
      ['token:second', 'operator', house.workspace],
    ]);

    house.tokens.delete(secondToken);
    expect((await call(secondToken)).status).toBe(401);
    house.tokens.set(secondToken, { principal: 'token:second', trust: 'operator' });
  });

  it('names sessions of its own', async () => {
    const call = async (headers: Record<string, string>) => {
      const answer = await house.send('/api/calls', { method: 'POST', headers, body: '{"tool":"x"}' });
      return answer.status === 200 ? house.runtime.received.at(-1)?.caller.session : answer.status;
    };
    const [unnamed, named, other, ofGuest] = [
      await call({}),
      await call({ 'x-gatehouse-session': 'one' }),
      await call({ 'x-gatehouse-session': 'two' }),
      await call({ 'x-gatehouse-session': 'one', authorization: `Bearer ${guestToken}` }),
    ];
    expect(new Set([unnamed, named, other, ofGuest]).size).toBe(4);
    expect(await call({ 'x-gatehouse-session': 'one' })).toBe(named);
    for (const session of ['a b', 'x'.repeat(101), ''])
      expect(await call({ 'x-gatehouse-session': session })).toBe(400);
  });

  it('does not say who it is by the header of the owner’s socket', async () => {
    const caller = Buffer.from(JSON.stringify(sampleCaller())).toString('base64url');
    for (const value of [caller, '', 'garbage']) {
      const answer = await ask('/api/health', { headers: { ...bearer(), 'x-gatehouse-caller': value } });
      expect([answer.status, answer.code]).toEqual([403, 'not_the_owner']);
    }
  });

  it('works in the workspace of the daemon and composes no other', async () => {
    const before = house.acts.length;
    const statusOf = async (path: string, header?: string) =>
      (
        await ask(path, {
          headers: { ...bearer(), ...(header === undefined ? {} : { 'x-gatehouse-workspace': header }) },
        })
      ).status;
    const own = encodeURIComponent(house.workspace);

    expect(await statusOf('/api/health', own)).toBe(200);
    expect(await statusOf(`/api/health?workspace=${own}`)).toBe(200);
    expect(await statusOf(`/api/health?workspace=${own}`, own)).toBe(200);
    expect(await statusOf('/api/health', '%2Ftmp')).toBe(403);
    expect(await statusOf('/api/health?workspace=/tmp')).toBe(403);
    expect(await statusOf(`/api/health?workspace=/tmp`, own)).toBe(400);
    expect(await statusOf('/api/health', '%zz')).toBe(400);
    expect(house.acts.slice(before)).toEqual([]);
  });
});

describe('the owner’s socket', () => {
  const callerOf = (more: object = {}) => ({
    'x-gatehouse-caller': Buffer.from(
      JSON.stringify({ ...sampleCaller({ workspace: house.workspace, principal: 'stdio:1000' }), ...more }),
    ).toString('base64url'),
  });

  it('has no page at its other end', async () => {
    const foreign = [
      { origin: 'http://localhost' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { host: 'evil.example' },
      { host: '127.0.0.1' },
    ];
    for (const headers of foreign) {
      const answer = await house.sendOwner('/api/health', { headers });
      expect([answer.status, codeIn(answer.text)]).toEqual([403, 'foreign_origin']);
    }
  });

  it('believes a whole caller that it is told', async () => {
    const answer = await house.sendOwner('/api/calls', { method: 'POST', headers: callerOf(), body: '{"tool":"x"}' });
    expect(answer.status).toBe(200);
    expect(house.runtime.received.at(-1)?.caller).toEqual(
      sampleCaller({ workspace: house.workspace, principal: 'stdio:1000' }),
    );
  });

  const broken: readonly (readonly [string, object | string])[] = [
    ['no caller at all', 'e30'],
    ['not base64url', '{"principal":"x"}'],
    ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['too deep', Buffer.from('['.repeat(1000)).toString('base64url')],
    ['empty', ''],
    ['another trust', { trust: 'owner' }],
    ['another surface', { surface: 'constructor' }],
    ['a missing principal', { principal: undefined }],
    ['an empty principal', { principal: '' }],
    ['a missing narrowing', { allowedTools: undefined }],
    ['a class that is none', { policyClasses: ['everything'] }],
    ['one field more', { owner: true }],
    ['a text for a yes', { attended: 'true' }],
    ['another workspace', { workspace: '/tmp' }],
  ];
  it.each(broken)('refuses a caller with %s', async (_what, caller) => {
    const header = typeof caller === 'string' ? { 'x-gatehouse-caller': caller } : callerOf(caller);
    const headers = { ...header, 'x-gatehouse-workspace': encodeURIComponent(house.workspace) };
    const answer = await house.sendOwner('/api/calls', { method: 'POST', headers, body: '{"tool":"x"}' });
    expect([answer.status, codeIn(answer.text)]).toEqual([400, 'malformed_request']);
  });

  it.each([
    ['a relative path', 'work'],
    ['a folder that is not there', '%2Fno%2Fsuch%2Ffolder'],
    ['a NUL', '%2Ftmp%00'],
    ['nothing', ''],
    ['a bad escape', '%'],
  ])('refuses a workspace that is %s', async (_what, workspace) => {
    const answer = await house.sendOwner('/api/health', { headers: { 'x-gatehouse-workspace': workspace } });
    expect([answer.status, codeIn(answer.text)]).toEqual([400, 'malformed_request']);
  });

  it('serves any folder, and the daemon’s own where none is named', async () => {
    const inTmp = await house.sendOwner('/api/health', { headers: { 'x-gatehouse-workspace': '%2Ftmp' } });
    const own = await house.sendOwner('/api/health');
    expect([inTmp, own].map(({ text }) => JSON.parse(text).workspace)).toEqual(['/tmp', house.workspace]);
  });

  it('has no MCP endpoint', async () => {
    expect((await house.sendOwner('/mcp', { method: 'POST', body: '{}' })).status).toBe(404);
  });

  it.each(apiRoutes.filter((route) => route.ownerOnly))(
    '$method $path is not for a request that speaks for somebody',
    async ({ method, path }) => {
      const body = method === 'post' || method === 'put' ? { body: '{}' } : {};
      const answer = await house.sendOwner(path.replaceAll(/\{\w+\}/g, 'x'), {
        method: method.toUpperCase(),
        headers: callerOf(),
        ...body,
      });
      expect([answer.status, codeIn(answer.text)]).toEqual([403, 'not_the_owner']);
    },
  );
});
