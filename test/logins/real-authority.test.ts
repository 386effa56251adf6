// Logins given by a real authorization server, which ends a whole login when a token that was renewed is used again.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/index.ts';
import { shownText as text } from '../fixtures/program-world.ts';
import { serveRealAuthority, type RealAuthority } from '../fixtures/real-authority.ts';
import { createServerWorld, type ServerHouse, type ServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

function configure({ url, issuer }: RealAuthority, oauth?: JsonObject): void {
  const origins = [new URL(url).origin, issuer].map((origin) => JSON.stringify(origin)).join(', ');
  const server = { url, headers: { 'x-process': { env: 'PROCESS' } }, ...(oauth === undefined ? {} : { oauth }) };
  world.configure({ web: server }, `mode: full-auto\nnet: { internalOrigins: [${origins}] }`);
}

async function login(house: ServerHouse, { browse }: RealAuthority): Promise<void> {
  const { page } = await house.owner.beginLogin('web', 41_000);
  await house.owner.endLogin('web', await browse(page), 'test');
}

const echo = (house: ServerHouse) => house.run('mcp_web_echo', { text: 'hello' });

describe('a login', () => {
  it('of a client that registers itself brings a token for this server, which is renewed and revoked', async () => {
    const authority = await serveRealAuthority();
    configure(authority);
    const house = await world.house({ env: { PROCESS: 'test' } });
    await login(house, authority);
    await house.accept('web');
    expect((await house.view('web')).login).toMatchObject({ state: 'held', issuer: authority.issuer, scope: 'read' });
    authority.tokenUses = 2;
    for (const _time of [1, 2, 3, 4, 5]) expect(text(await echo(house))).toContain('hello');
    expect(authority.events.filter((name) => name === 'grant.success').length).toBeGreaterThan(2);
    expect(authority.events).not.toContain('grant.error');
    expect((await house.owner.logout('web', 'test')).text).toBe(`revoked at ${authority.issuer}`);
    expect(authority.events).toContain('grant.revoked');
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'of a client of the owner works with %s',
    async (method) => {
      const client = {
        client_id: 'known+client',
        client_secret: 'p:w %&+/0815',
        redirect_uris: ['http://127.0.0.1:41001/back'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code' as const],
        token_endpoint_auth_method: method,
        application_type: 'native' as const,
      };
      const authority = await serveRealAuthority({ registers: false, clients: [client] });
      const { issuer } = authority;
      const oauth = { clientId: client.client_id, clientSecret: { secret: 'web' }, issuer, scopes: ['read', 'write'] };
      configure(authority, { ...oauth, redirectUri: 'http://127.0.0.1:41001/back' });
      const house = await world.house({ env: { PROCESS: 'test' } });
      await house.owner.setSecret('web', client.client_secret, 'test');
      await login(house, authority);
      await house.accept('web');
      authority.tokenUses = 1;
      expect(text(await echo(house))).toContain('hello');
      expect((await house.view('web')).login).toMatchObject({ scope: 'read write' });
      expect(authority.events).not.toContain('grant.error');
    },
  );

  it('where nobody registers says what to configure', async () => {
    const authority = await serveRealAuthority({ registers: false });
    configure(authority);
    const house = await world.house({ env: { PROCESS: 'test' } });
    await expect(house.owner.beginLogin('web', 41_000)).rejects.toMatchObject({
      code: 'login_failed',
      message: expect.stringContaining('mcp.servers.web.oauth.clientId'),
    });
  });

  it('survives two processes that renew it fifty times', async () => {
    const authority = await serveRealAuthority();
    configure(authority);
    const house = await world.house({ env: { PROCESS: 'test' } });
    await login(house, authority);
    await house.accept('web');
    await house.runtime.close();
    // Each call needs a token that its process has not used yet.
    authority.tokenUses = 1;
    const ends = await Promise.all(['a', 'b'].map((name) => callInProcess(name, 50)));
    for (const { ends: calls, reports } of ends) {
      expect(calls).toEqual(Array.from({ length: 50 }, () => 'completed'));
      expect(reports).toEqual([]);
    }
    expect(authority.events.filter((name) => name === 'grant.success').length).toBeGreaterThanOrEqual(50);
    expect(authority.events.filter((name) => name !== 'grant.success')).toEqual(['registration_create.success']);
  }, 120_000);
});

async function callInProcess(name: string, times: number): Promise<{ ends: string[]; reports: string[] }> {
  const { folder, workspace, configFile } = world;
  const argv = [
    join(root, 'test/programs/calling-process.ts'),
    join(folder, 'home'),
    workspace,
    'mcp_web_echo',
    String(times),
  ];
  const child = spawn(process.execPath, argv, {
    env: { HOME: folder, GATEHOUSE_CONFIG: configFile, PATH: '/usr/bin:/bin', PROCESS: name },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}
