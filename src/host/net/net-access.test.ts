import type { RequestListener } from 'node:http';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { CheckedUrl, FetchRequest } from '../../contract/index.ts';
import { checkUrl } from './check-url.ts';
import { createNetAccess } from './net-access.ts';
import { createNetPolicy } from './net-policy.ts';
import { get, site, textOf } from './site-for-test.ts';

describe('a fetch', () => {
  it('reads status, headers and body from a listed internal origin', async () => {
    const { origin } = await site((_request, response) => response.writeHead(201, { 'x-a': 'b' }).end('hello'));
    const answer = await get(`${origin}/p?q=1#f`);
    expect({ ...answer, body: textOf(answer), headers: answer.headers['x-a'] }).toEqual({
      status: 201,
      headers: 'b',
      body: 'hello',
      cut: false,
      href: `${origin}/p?q=1#f`,
    });
  });

  it('sends a body and the headers it was given', async () => {
    const server = await site((_request, response) => response.end('ok'));
    await get(`${server.origin}/`, {
      request: { method: 'POST', body: 'a=b', headers: { Authorization: 'x', 'Content-Type': 'text/plain' } },
    });
    expect(server.seen).toMatchObject([
      { method: 'POST', body: 'a=b', headers: { authorization: 'x', 'content-type': 'text/plain' } },
    ]);
  });

  it.each(['Host', 'transfer-encoding', 'Content-Length', 'proxy-authorization', 'Connection'])(
    'refuses to set %s',
    async (name) => {
      const server = await site((_request, response) => response.end());
      await expect(get(server.origin, { request: { headers: { [name]: 'x' } } })).rejects.toMatchObject({
        code: 'fetch_failed',
      });
      expect(server.seen).toEqual([]);
    },
  );

  it('judges a checked URL again under its own policy', async () => {
    const server = await site((_request, response) => response.end());
    const lenient = createNetPolicy({ internalOrigins: [server.origin], blockedHosts: [], allowedHosts: [] });
    const checked = checkUrl(server.origin, lenient);
    const strict = createNetAccess({
      policy: createNetPolicy({ internalOrigins: [], blockedHosts: [], allowedHosts: [] }),
    });
    // The URL was minted above; the assertion only unwraps the union.
    const url = (checked as { url: CheckedUrl }).url;
    const request: FetchRequest = { method: 'GET', headers: {}, maxBytes: 1, signal: new AbortController().signal };
    await expect(strict.fetch(url, request)).rejects.toMatchObject({ code: 'address_refused' });
    expect(server.connections()).toBe(0);
  });

  it('opens a connection of its own for every request', async () => {
    const server = await site((_request, response) => response.end('x'));
    await get(server.origin);
    await get(server.origin);
    expect(server.connections()).toBe(2);
  });

  it('ignores the proxies of the environment', async () => {
    const proxy = await site((_request, response) => response.end('from the proxy'));
    const server = await site((_request, response) => response.end('direct'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.origin);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(textOf(await get(server.origin))).toBe('direct');
    expect(proxy.connections()).toBe(0);
  });
});

describe('a name', () => {
  const listed: string[] = [];

  it('is looked up once and dialled where the answer was judged', async () => {
    const server = await site((_request, response) => response.end('pinned'));
    let lookups = 0;
    const url = `http://app.example.com:${server.port}/`;
    const answer = await get(url, {
      async resolve(hostname) {
        expect(hostname).toBe('app.example.com');
        lookups++;
        return ['127.0.0.1'];
      },
    });
    expect(textOf(answer)).toBe('pinned');
    expect(lookups).toBe(1);
    expect(server.seen[0]?.headers['host']).toBe(`app.example.com:${server.port}`);
  });

  it.each([
    [['127.0.0.1'], 'loopback'],
    [['93.184.215.14', '10.0.0.1'], 'private'],
    [['93.184.215.14', 'fe80::1%eth0'], 'not an address'],
    [Array.from({ length: 200 }, (_, n) => (n === 199 ? '169.254.169.254' : `93.184.215.${n}`)), 'link-local'],
  ])('is refused when one of its addresses is not public: %j', async (addresses, why) => {
    const server = await site((_request, response) => response.end());
    const error = await get(`http://app.example.com:${server.port}/`, { listed, resolve: async () => addresses }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'address_refused', message: expect.stringContaining(why) });
    expect(server.connections()).toBe(0);
  });

  it('is refused when it leads to an address of this machine, even a public one', async () => {
    const error = await get('http://me.example.com/', {
      listed,
      resolve: async () => ['93.184.215.14'],
      ownAddresses: () => ['::ffff:93.184.215.14'],
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'address_refused', message: expect.stringContaining('this machine') });
  });

  it('that does not exist is a failed fetch', async () => {
    const resolve = async (): Promise<never> => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    await expect(get('http://nowhere.example.com/', { listed, resolve })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: 'Fetching from http://nowhere.example.com failed: the name has no address; check its spelling.',
    });
  });

  it('whose lookup hangs is given up in time', async () => {
    const resolve = (): Promise<never> => new Promise(() => undefined);
    await expect(get('http://slow.example.com/', { listed, resolve, limits: { lookupMs: 50 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('could not be looked up in time'),
    });
  });
});

describe('a redirect', () => {
  const to =
    (location: string, status = 302): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { location }).end('moved');

  it('is followed to a listed origin, relative or not, and the answer says where it ended', async () => {
    const end = await site((_request, response) => response.end('end'));
    const start = await site((request, response) =>
      to(request.url === '/a' ? 'b' : `${end.origin}/c`)(request, response),
    );
    const answer = await get(`${start.origin}/a`, { listed: [start.origin, end.origin] });
    expect(answer.href).toBe(`${end.origin}/c`);
    expect(start.seen.map((request) => request.url)).toEqual(['/a', '/b']);
  });

  it('to an internal address that is not listed is refused and not dialled', async () => {
    const inner = await site((_request, response) => response.end('secret'));
    const start = await site(to(inner.origin));
    await expect(get(start.origin)).rejects.toMatchObject({ code: 'address_refused' });
    expect(inner.connections()).toBe(0);
  });

  it('from a public address to a listed internal origin is refused', async () => {
    const inner = await site((_request, response) => response.end('secret'));
    const fetched = get('http://public.example.com/', {
      listed: [inner.origin],
      resolve: async () => ['93.184.215.14'],
      dial: async () => ({ status: 302, headers: { location: inner.origin }, body: new Uint8Array(), cut: false }),
    });
    await expect(fetched).rejects.toMatchObject({
      code: 'address_refused',
      message: expect.stringContaining('internal'),
    });
    expect(inner.connections()).toBe(0);
  });

  it('drops every header but harmless ones when the origin changes', async () => {
    const end = await site((_request, response) => response.end());
    const start = await site(to(end.origin));
    const headers = { authorization: 'a', cookie: 'b', 'x-api-key': 'c', 'user-agent': 'ours' };
    await get(start.origin, { listed: [start.origin, end.origin], request: { headers } });
    expect(start.seen[0]?.headers).toMatchObject(headers);
    expect(Object.keys(end.seen[0]?.headers ?? {}).toSorted()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('turns a POST into a GET on 302 and keeps it on 307 within one origin', async () => {
    const start = await site((request, response) => {
      if (request.url === '/end') response.end();
      else to('/end', request.url === '/302' ? 302 : 307)(request, response);
    });
    const request = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } } as const;
    await get(`${start.origin}/302`, { request });
    await get(`${start.origin}/307`, { request });
    expect(start.seen.filter((seen) => seen.url === '/end')).toMatchObject([
      { method: 'GET', body: '' },
      { method: 'POST', body: 'x' },
    ]);
    expect(start.seen[1]?.headers).not.toHaveProperty('content-type');
  });

  it('never carries a body to another origin', async () => {
    const end = await site((_request, response) => response.end());
    const start = await site(to(end.origin, 307));
    const request = { method: 'POST', body: 'x' } as const;
    await expect(get(start.origin, { listed: [start.origin, end.origin], request })).rejects.toMatchObject({
      code: 'address_refused',
    });
    expect(end.connections()).toBe(0);
  });

  it('is followed five times and no more', async () => {
    const server = await site((request, response) => to(String(Number(request.url?.slice(1)) + 1))(request, response));
    await expect(get(`${server.origin}/0`)).rejects.toMatchObject({ code: 'fetch_failed' });
    expect(server.seen.length).toBe(6);
  });

  it('without a Location is an answer like any other', async () => {
    const { origin } = await site((_request, response) => response.writeHead(302).end('body'));
    expect(await get(origin)).toMatchObject({ status: 302, href: `${origin}/` });
  });
});

describe('a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('encoded as %s arrives decoded', async (encoding, compress) => {
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress('plain')),
    );
    const answer = await get(origin);
    expect(textOf(answer)).toBe('plain');
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('is whole at exactly the limit and cut above it', async () => {
    const { origin } = await site((_request, response) => response.end('12345'));
    expect(await get(origin, { request: { maxBytes: 5 } })).toMatchObject({ cut: false });
    const over = await get(origin, { request: { maxBytes: 4 } });
    expect([textOf(over), over.cut]).toEqual(['1234', true]);
  });

  it('that never ends is cut', async () => {
    const { origin } = await site((_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', pump);
      };
      pump();
    });
    const answer = await get(origin, { request: { maxBytes: 1_000_000 } });
    expect([answer.body.length, answer.cut]).toEqual([1_000_000, true]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that is a %s bomb is cut at the limit without being unpacked', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(100_000_000));
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const before = process.memoryUsage().rss;
    const answer = await get(origin, { request: { maxBytes: 1_000_000 } });
    expect([answer.body.length, answer.cut]).toEqual([1_000_000, true]);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });

  it('of gzip members that hold nothing is given up, however many there are', async () => {
    const empty = Buffer.concat(Array.from({ length: 5_000 }, () => gzipSync('')));
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(empty),
    );
    await expect(get(origin, { request: { maxBytes: 1_000 } })).rejects.toMatchObject({ code: 'fetch_failed' });
  });

  it.each([
    ['broken gzip', 'gzip', Buffer.from('this is not gzip'), 'broken'],
    ['half a gzip', 'gzip', gzipSync('a'.repeat(1000)).subarray(0, 20), 'incomplete'],
    ['an encoding nobody asked for', 'zstd', Buffer.from('x'), 'not asked for'],
    ['a stack of encodings', 'gzip, gzip', gzipSync(gzipSync('x')), 'not asked for'],
  ])('of %s is a failed fetch', async (...[, encoding, bytes, why]) => {
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    await expect(get(origin)).rejects.toMatchObject({ code: 'fetch_failed', message: expect.stringContaining(why) });
  });

  it('that trickles is given up when the time is over', async () => {
    const { origin } = await site((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const started = performance.now();
    await expect(get(origin, { limits: { totalMs: 300 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('too long'),
    });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('that stops in the middle is given up when it stays silent', async () => {
    const { origin } = await site((_request, response) => response.write('half'));
    await expect(get(origin, { limits: { idleMs: 100 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('middle'),
    });
  });
});

describe('an unanswered request', () => {
  it('is given up when the headers do not come', async () => {
    const { origin } = await site(() => undefined);
    await expect(get(origin, { limits: { headersMs: 100 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('begin'),
    });
  });

  it('is given up when the caller gives up', async () => {
    const { origin } = await site(() => undefined);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    await expect(get(origin, { request: { signal: controller.signal } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('given up'),
    });
  });

  it('is a failed fetch when nothing listens', async () => {
    await expect(get('http://127.0.0.1:1/')).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('nothing listens'),
    });
  });

  it('is a failed fetch when the headers are too large', async () => {
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'x-big': 'a'.repeat(50_000) }).end(),
    );
    await expect(get(origin)).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('headers'),
    });
  });
});

describe('the time that a request asks for', () => {
  const slow = async () => site((_request, response) => void setTimeout(() => response.end('late'), 400));

  it('holds instead of the port’s own', async () => {
    const { origin } = await slow();
    const limits = { headersMs: 100, idleMs: 100, totalMs: 100 };
    expect(textOf(await get(origin, { limits, request: { withinMs: 5_000 } }))).toBe('late');
    await expect(get(origin, { request: { withinMs: 100 } })).rejects.toMatchObject({ code: 'fetch_failed' });
  });
});
