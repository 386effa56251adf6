// MCP servers over HTTP and in both protocol eras through a whole runtime: reached by the guarded fetch alone.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, type ServerWorld } from '../fixtures/server-world.ts';
import { everythingOver, freePort } from '../fixtures/web-servers.ts';
import { serveMcpOverHttp } from '../programs/mcp-http.ts';
import { root } from '../repository.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

const listed = (origin: string) => `mode: full-auto\nnet: { internalOrigins: ['${origin}'] }`;

describe('either protocol era', () => {
  it('server-everything over HTTP answers, and after its restart, which ends the session, answers again', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const end = await everythingOver('streamableHttp', port);
    world.configure({ web: { url: `${origin}/mcp` } }, listed(origin));
    const house = await world.house();
    await house.accept('web');
    expect(await house.view('web')).toMatchObject({ protocol: '2025-11-25' });
    const names = await house.names();
    expect(text(await house.run('mcp_web_echo', { message: 'over HTTP' }))).toContain('Echo: over HTTP');
    await end();
    await everythingOver('streamableHttp', port);
    expect(await house.run('mcp_web_echo', { message: 'lost' })).toMatchObject({ kind: 'failed' });
    await expect.poll(house.names, { timeout: 10_000 }).toEqual(names);
    expect(text(await house.run('mcp_web_echo', { message: 'anew' }))).toContain('Echo: anew');
  }, 30_000);

  it('a server of the newer era over HTTP is found to be one, and answers', async () => {
    const serving = await serveMcpOverHttp({ mayElicit: false });
    onTestFinished(() => serving.close());
    world.configure({ modern: { url: serving.url.href } }, listed(serving.url.origin));
    const house = await world.house();
    const { tools } = await house.accept('modern');
    expect(tools.length).toBeGreaterThan(0);
    expect(await house.view('modern')).toMatchObject({ protocol: '2026-07-28' });
    expect((await house.run('mcp_modern_echo', { text: 'hello' })).kind).toBe('completed');
  });

  it('a server of the newer era on stdio answers', async () => {
    world.configure(
      { modern: { command: process.execPath, args: [join(root, 'test/programs/mcp-stdio.ts')] } },
      'mode: full-auto',
    );
    const house = await world.house();
    expect(await house.accept('modern')).toMatchObject({ protocol: '2026-07-28' });
    expect((await house.run('mcp_modern_echo', { text: 'hello' })).kind).toBe('completed');
  });
});

describe('a server over HTTP', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;

  async function listen(answer: Answer): Promise<string> {
    const server = createServer(answer);
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // A TCP server's address.
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('of an internal address is not asked unless its origin is listed', async () => {
    let asked = 0;
    const origin = await listen((_request, response) => {
      asked += 1;
      response.writeHead(404).end();
    });
    world.configure({ web: { url: `${origin}/mcp` } });
    const house = await world.house();
    await expect(house.owner.reviewServer('web')).rejects.toThrow(/not a public address|only public addresses/);
    expect(asked).toBe(0);
  });

  it('that redirects is followed nowhere, whatever the address', async () => {
    const paths: string[] = [];
    const origin = await listen((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    });
    world.configure({ web: { url: `${origin}/mcp` } }, listed(origin));
    const house = await world.house();
    await expect(house.owner.reviewServer('web')).rejects.toThrow(/redirects to http:\/\/169\.254\.169\.254/);
    expect(new Set(paths)).toEqual(new Set(['/mcp']));
  });

  it('that answers with what is no protocol is named', async () => {
    const origin = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    world.configure({ web: { url: `${origin}/mcp`, startTimeout: '5s' } }, listed(origin));
    const house = await world.house();
    await expect(house.owner.reviewServer('web')).rejects.toMatchObject({ code: 'server_unavailable' });
    expect(await house.view('web')).toMatchObject({ problem: expect.stringMatching(/content type/i) });
  });

  it('is sent the configured headers, and no result shows their secrets', async () => {
    const seen: string[] = [];
    const origin = await listen((request, response) => {
      seen.push(String(request.headers.authorization));
      response.writeHead(401, { 'content-type': 'text/plain' }).end(`No: ${request.headers.authorization}`);
    });
    const headers = { authorization: { secret: 'service', prefix: 'Bearer ' } };
    world.configure({ web: { url: `${origin}/mcp`, headers } }, listed(origin));
    const house = await world.house();
    await house.owner.setSecret('service', 'Zq9-Tur-7kk-0815', 'test');
    await house.owner.reviewServer('web').catch(() => undefined);
    expect(new Set(seen)).toEqual(new Set(['Bearer Zq9-Tur-7kk-0815']));
    expect(JSON.stringify(await house.owner.servers())).not.toContain('0815');
  });
});
