// A login over its life: each way in which tokens end, are refused or cannot be renewed, and what is kept of it all.
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import { json, serveLogins, type Answer, type LoginServing } from '../fixtures/login-world.ts';
import { createServerWorld, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';

let world: ServerWorld;
let serving: LoginServing;

const listed = (origin: string) => `mode: full-auto\nnet: { internalOrigins: ['${origin}'] }`;
const configure = (oauth?: JsonObject) =>
  world.configure({ web: { url: serving.url, ...(oauth === undefined ? {} : { oauth }) } }, listed(serving.origin));

beforeEach(async () => {
  world = createServerWorld();
  serving = await serveLogins();
  configure();
});

async function begin(house: ServerHouse): Promise<{ page: URL; address: string }> {
  const { page, redirectUri } = await house.owner.beginLogin('web', 41_000);
  const url = new URL(page);
  return { page: url, address: `${redirectUri}?code=c1&state=${url.searchParams.get('state') ?? ''}` };
}

async function login(house: ServerHouse): Promise<void> {
  const { address } = await begin(house);
  await house.owner.endLogin('web', address, 'test');
}

async function loggedIn(): Promise<ServerHouse> {
  const house = await world.house();
  await login(house);
  await house.accept('web');
  return house;
}

const echo = (house: ServerHouse) => house.run('mcp_web_echo', { text: 'hello' });
const loginOf = async (house: ServerHouse) => (await house.view('web')).login;

describe('a server that wants a login', () => {
  it('is named with what to do, then logged in to, accepted and called', async () => {
    const house = await world.house();
    await expect(house.owner.reviewServer('web')).rejects.toMatchObject({
      code: 'login_needed',
      message: expect.stringContaining('gatehouse mcp-servers login web'),
    });
    expect(await loginOf(house)).toMatchObject({ state: 'needed', secret: null });
    await login(house);
    expect(await house.accept('web')).toMatchObject({
      state: 'ready',
      login: { state: 'held', issuer: serving.origin, scope: 'read' },
    });
    expect(text(await echo(house))).toContain('hello');
    // Another process finds the login where this one left it.
    expect(text(await echo(await world.house()))).toContain('hello');
  });

  it('is asked for the scopes that it names, whatever else there is to have', async () => {
    serving.metadata['scopes_supported'] = ['read', 'write', 'admin', 'openid'];
    serving.described['scopes_supported'] = ['read', 'write'];
    const { page } = await begin(await world.house());
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      scope: 'read',
      resource: serving.url,
      code_challenge_method: 'S256',
      response_type: 'code',
    });
  });

  it('that names none is asked for those of its description, and for a login that lasts', async () => {
    serving.scope = null;
    serving.described['scopes_supported'] = ['read'];
    serving.metadata['scopes_supported'] = ['read', 'write', 'offline_access'];
    const { page } = await begin(await world.house());
    expect(page.searchParams.get('scope')).toBe('read offline_access');
  });

  it('is asked for exactly the scopes of its configuration', async () => {
    configure({ scopes: ['own'] });
    const { page } = await begin(await world.house());
    expect(page.searchParams.get('scope')).toBe('own');
  });

  it('may call itself localhost where it is configured as 127.0.0.1', async () => {
    serving.described['resource'] = serving.url.replace('127.0.0.1', 'localhost');
    expect(text(await echo(await loggedIn()))).toContain('hello');
  });

  it('whose giver takes localhost alone for a redirect is given that', async () => {
    serving.answers.set('/register', (_request, response, body) =>
      body.includes('127.0.0.1:41000')
        ? json(response, 400, { error: 'invalid_redirect_uri' })
        : json(response, 201, { client_id: 'c', redirect_uris: [] }),
    );
    const house = await world.house();
    const { redirectUri } = await house.owner.beginLogin('web', 41_000);
    expect(redirectUri).toBe('http://localhost:41000/callback');
  });

  it('knows our client of the last login again', async () => {
    const house = await loggedIn();
    await login(house);
    expect(serving.times('POST /register')).toBe(1);
  });
});

describe('a token', () => {
  it('that is refused is renewed once for all calls that meet it', async () => {
    const house = await loggedIn();
    serving.taken.clear();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => echo(house)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => 'completed'));
    expect(serving.times('POST /token')).toBe(2);
    const [, renewal] = serving.asked.filter(({ what }) => what === 'POST /token');
    expect(Object.fromEntries(renewal?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'rt-1-Zq9Tur7kk0815',
      resource: serving.url,
      client_id: 'client-1',
    });
  });

  it('without a time is used until it is refused', async () => {
    serving.more['expires_in'] = undefined;
    const house = await loggedIn();
    await echo(house);
    expect(serving.times('POST /token')).toBe(1);
    serving.taken.clear();
    expect(text(await echo(house))).toContain('hello');
    expect(serving.times('POST /token')).toBe(2);
  });

  it.each([-1, 0, 'soon', '3600', 1e300, null])('of which the time is said as %j works', async (time) => {
    serving.more['expires_in'] = time;
    const house = await loggedIn();
    expect(text(await echo(house))).toContain('hello');
    expect(serving.times('POST /token')).toBe(1);
  });

  it('of which the time is over is renewed before it is sent', async () => {
    serving.more['expires_in'] = 0.5;
    const house = await loggedIn();
    await new Promise((resolve) => setTimeout(resolve, 600));
    serving.more['expires_in'] = 3_600;
    const [before] = [serving.asked.length];
    expect(text(await echo(house))).toContain('hello');
    expect(serving.asked.slice(before).map(({ what }) => what)).toEqual(['POST /token', 'POST /mcp']);
  });

  it('that somebody else renewed is taken up in the middle of a session', async () => {
    const house = await loggedIn();
    const other = await world.house();
    await echo(house);
    serving.taken.clear();
    await echo(other);
    expect(text(await echo(house))).toContain('hello');
    expect(serving.times('POST /token')).toBe(2);
  });

  it('that was given without another to renew it with keeps the one there was', async () => {
    const house = await loggedIn();
    serving.more['refresh_token'] = undefined;
    for (const times of [2, 3]) {
      serving.taken.clear();
      expect(text(await echo(house))).toContain('hello');
      expect(serving.times('POST /token')).toBe(times);
    }
  });

  it('that is refused although it is new is not renewed over and over', async () => {
    const house = await loggedIn();
    serving.answers.set('/token', (_request, response) =>
      json(response, 200, { access_token: 'never-taken-0815', token_type: 'bearer', refresh_token: 'rt-x' }),
    );
    serving.taken.clear();
    expect(text(await echo(house))).toContain('refuses a token that was given for it just now');
    expect(serving.times('POST /token')).toBe(2);
  });
});

describe('a login that cannot be renewed', () => {
  const out: readonly (readonly [string, Answer])[] = [
    ['is out of order', (_request, response) => json(response, 503, { error: 'invalid_grant' })],
    ['answers with a page', (_request, response) => void response.writeHead(200).end('<html>maintenance</html>')],
    ['hangs up', (request) => void request.socket.destroy()],
  ];

  it.each(out)('since its giver %s is kept, and works again when that does', async (_what, answer) => {
    const house = await loggedIn();
    serving.taken.clear();
    serving.answers.set('/token', answer);
    const outcome = text(await echo(house));
    expect(outcome).toContain('could not be renewed');
    expect(outcome).not.toContain('mcp-servers login');
    expect(serving.times('POST /token')).toBe(4);
    expect(await loginOf(house)).toMatchObject({ state: 'held' });
    serving.answers.delete('/token');
    expect(text(await echo(house))).toContain('hello');
    expect(house.reports).toEqual([]);
  });

  it('yet is tried again at once, a few times', async () => {
    const house = await loggedIn();
    serving.taken.clear();
    serving.answers.set('/token', (_request, response) => {
      serving.answers.delete('/token');
      json(response, 500, {});
    });
    expect(text(await echo(house))).toContain('hello');
  });

  it.each([400, 200])('since its giver ended it (with HTTP %i) is told once, and asks nobody again', async (status) => {
    const house = await loggedIn();
    serving.taken.clear();
    serving.answers.set('/token', (_request, response) => json(response, status, { error: 'invalid_grant' }));
    for (const _time of [1, 2, 3])
      expect(text(await echo(house))).toMatch(/owner to log in.*Do not call its tools again before that/);
    expect(serving.times('POST /token')).toBe(2);
    expect(house.reports).toEqual([expect.stringMatching(/needs you to log in again .*mcp-servers login web/)]);
    expect(await loginOf(house)).toMatchObject({ state: 'needed' });
    // Nor does another process.
    const other = await world.house();
    expect(text(await echo(other))).toContain('login_needed');
    expect([serving.times('POST /token'), other.reports]).toEqual([2, []]);
    serving.answers.delete('/token');
    await login(house);
    expect(text(await echo(other))).toContain('hello');
  });

  it('since our client is not known any more registers anew at the next login', async () => {
    const house = await loggedIn();
    serving.taken.clear();
    serving.answers.set('/token', (_request, response) => json(response, 401, { error: 'invalid_client' }));
    expect(text(await echo(house))).toContain('login_needed');
    serving.answers.delete('/token');
    await login(house);
    expect(serving.times('POST /register')).toBe(2);
    expect(text(await echo(house))).toContain('hello');
  });

  it('for another reason is kept, and says which', async () => {
    const house = await loggedIn();
    serving.taken.clear();
    serving.answers.set('/token', (_request, response) =>
      json(response, 400, { error: 'invalid_target', error_description: 'No such \u001b[31mresource' }),
    );
    const outcome = text(await echo(house));
    expect(outcome).toContain('invalid_target');
    expect(outcome).not.toContain('\u001b');
    expect(await loginOf(house)).toMatchObject({ state: 'held' });
  });
});

describe('a call that needs more rights', () => {
  it('says which, and the next login asks for them without giving up the others', async () => {
    const house = await loggedIn();
    serving.callScope = 'write';
    expect(text(await echo(house))).toMatch(/login_needed.*more rights \(write\)/);
    expect(await loginOf(house)).toMatchObject({ state: 'needed', scope: 'read', wanted: 'write' });
    const { page, address } = await begin(await world.house());
    expect(page.searchParams.get('scope')).toBe('read write');
    expect(address).toContain('state=');
    serving.scope = 'read write';
    await login(house);
    expect(await loginOf(house)).toMatchObject({ state: 'held', scope: 'read write', wanted: null });
    expect(text(await echo(house))).toContain('hello');
  });

  it('beyond the scopes of the configuration names the setting', async () => {
    configure({ scopes: ['read'] });
    const house = await loggedIn();
    serving.callScope = 'write';
    expect(text(await echo(house))).toContain('needs write, which its oauth.scopes does not name');
    expect(await loginOf(house)).toMatchObject({ state: 'held' });
  });
});

describe('a second login', () => {
  it.each<[string, () => void]>([
    [
      'is refused',
      () => serving.answers.set('/token', (_r, response) => json(response, 400, { error: 'invalid_grant' })),
    ],
    [
      'brings a token that the server refuses',
      () =>
        serving.answers.set('/token', (_r, response) =>
          json(response, 200, { access_token: 'never-taken-0815', token_type: 'Bearer' }),
        ),
    ],
  ])('that %s leaves the first one as it is', async (_what, spoil) => {
    const house = await loggedIn();
    spoil();
    await expect(login(house)).rejects.toMatchObject({ code: 'login_failed' });
    expect(text(await echo(house))).toContain('hello');
  });
});

describe('what is kept', () => {
  it('is shown by its name, and its values in no result, view, event or report', async () => {
    const house = await loggedIn();
    const { secret } = (await loginOf(house)) ?? { secret: '' };
    expect((await house.owner.secrets()).map(({ name }) => name)).toEqual([secret]);
    expect(secret).toMatch(/^mcp_login_web_[0-9a-f]{16}$/);
    const shown = text(await house.run('mcp_web_echo', { text: 'it is at-1-Zq9Tur7kk0815, or rt-1-Zq9Tur7kk0815' }));
    const events = await house.runtime.events({ limit: 1_000 });
    const all = JSON.stringify([shown, await house.owner.servers(), events, house.reports]);
    expect(all).not.toContain('Zq9Tur7kk0815');
    // A later process knows them from its start.
    const other = await world.house();
    expect(text(await other.run('mcp_web_echo', { text: 'at-1-Zq9Tur7kk0815' }))).not.toContain('Zq9Tur7kk0815');
  });

  it('is forgotten and revoked by a logout', async () => {
    const house = await loggedIn();
    const { text: said } = await house.owner.logout('web', 'test');
    expect(said).toBe(`revoked at ${serving.origin}`);
    const [revocation] = serving.asked.filter(({ what }) => what === 'POST /revoke');
    expect(revocation?.form.get('token')).toBe('rt-1-Zq9Tur7kk0815');
    expect(await house.owner.secrets()).toEqual([]);
    expect(text(await echo(house))).toContain('login_needed');
    expect((await house.owner.logout('web', 'test')).text).toBe('there was no login');
  });

  it('is forgotten also where nobody revokes it, and that is said', async () => {
    const house = await loggedIn();
    serving.answers.set('/revoke', (_request, response) => void response.writeHead(500).end());
    expect((await house.owner.logout('web', 'test')).text).toContain('did not revoke it (HTTP 500)');
    expect(await house.owner.secrets()).toEqual([]);
  });

  it('goes to no other address, and to no server of another file by that name', async () => {
    const house = await loggedIn();
    await house.runtime.close();
    const elsewhere = await serveLogins();
    const both = `mode: full-auto\nnet: { internalOrigins: ['${serving.origin}', '${elsewhere.origin}'] }`;
    world.configure({ web: { url: elsewhere.url } }, both);
    const other = await world.house();
    await expect(other.owner.reviewServer('web')).rejects.toMatchObject({ code: 'login_needed' });
    expect(elsewhere.asked.map(({ authorization }) => authorization)).toEqual(elsewhere.asked.map(() => ''));
  });

  it('that somebody overwrote is no login', async () => {
    const house = await loggedIn();
    const { secret } = (await loginOf(house)) ?? { secret: null };
    await house.owner.setSecret(secret ?? '', '{"kind":"mcp_login"}', 'test');
    expect(text(await echo(house))).toContain('login_needed');
    await login(house);
    expect(text(await echo(house))).toContain('hello');
  });
});
