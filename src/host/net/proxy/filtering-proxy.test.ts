// The proxy over real sockets: names are resolved by the test, and everything else is as it is in use.
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNetPolicy, type NetSettings } from '../net-policy.ts';
import { createFilteringProxy } from './filtering-proxy.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const servers: Server[] = [];
let port = 0;
let seen: Seen[] = [];
let asked: string[] = [];

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  // A server on a host and port has an address of this form.
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  seen = [];
  asked = [];
  port = await listening(
    createHttpServer((request, response) => {
      const { method = '', url = '', headers } = request;
      void text(request).then((body) => {
        seen.push({ method, url, headers, body });
        response.writeHead(200, { 'x-answer': 'yes' }).end('the answer');
      });
    }),
  );
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const addresses: Readonly<Record<string, readonly string[]>> = {
  'api.example.com': ['127.0.0.1'],
  'inside.example.com': ['10.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '169.254.169.254'],
  'own.example.com': ['93.184.215.20'],
  'public.example.com': ['93.184.215.14'],
  'gone.example.com': [],
};

async function openProxy(
  hosts: readonly string[],
  net: Partial<NetSettings> = {},
  ownersProxy: URL | null = null,
): Promise<number> {
  const proxy = createFilteringProxy({
    hosts,
    proxy: ownersProxy,
    policy: createNetPolicy({
      internalOrigins: [`http://api.example.com:${port}`],
      blockedHosts: [],
      allowedHosts: [],
      ...net,
    }),
    resolve: async (host) => {
      asked.push(host);
      return addresses[host] ?? [];
    },
    ownAddresses: () => ['93.184.215.20'],
  });
  return listening(createServer((socket) => proxy.serve(socket)));
}

/** What comes back for these bytes, until the proxy closes. */
async function say(proxy: number, bytes: string): Promise<string> {
  const socket = connect(proxy, '127.0.0.1');
  socket.on('error', () => undefined).write(bytes);
  const timer = setTimeout(() => socket.destroy(), 5_000);
  return text(socket).finally(() => clearTimeout(timer));
}

const get = (url: string, more = '') => `GET ${url} HTTP/1.1\r\nHost: elsewhere.example.org\r\n${more}\r\n`;

describe('what is granted', () => {
  it('is asked for with the whole URL, and the host is the one that was judged', async () => {
    const answer = await say(
      await openProxy(['example.com']),
      get(`http://api.example.com:${port}/a?b=c`, 'Proxy-Authorization: x\r\nX-Mine: 1\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('x-answer: yes');
    expect(answer).toMatch(/the answer/);
    expect(seen).toMatchObject([
      { method: 'GET', url: '/a?b=c', headers: { host: `api.example.com:${port}`, 'x-mine': '1' } },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(asked).toEqual(['api.example.com']);
  });

  it('is asked for with a body, whole or in chunks', async () => {
    const proxy = await openProxy(['api.example.com']);
    const post = `POST http://api.example.com:${port}/ HTTP/1.1\r\nHost: x\r\n`;
    await say(proxy, `${post}Content-Length: 5\r\n\r\nhello`);
    await say(proxy, `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`);
    expect(seen.map(({ body }) => body)).toEqual(['hello', 'hello']);
  });

  it('is connected to, and what was sent ahead arrives', async () => {
    const inner = `GET /inner HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n`;
    const answer = await say(
      await openProxy(['api.example.com']),
      `CONNECT api.example.com:${port} HTTP/1.1\r\n\r\n${inner}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(seen).toMatchObject([{ url: '/inner' }]);
  });

  it('is no way for a second request on the same connection, which is judged by itself', async () => {
    const first = get(`http://api.example.com:${port}/1`);
    await say(await openProxy(['api.example.com']), `${first}${get('http://other.example.org/2')}`);
    expect(seen.map(({ url }) => url)).toEqual(['/1']);
    expect(asked).toEqual(['api.example.com']);
  });
});

describe('what is not granted', () => {
  const refused = /^HTTP\/1\.1 403 Forbidden\r\n[^]*Gatehouse: /;

  it.each([
    'other.example.org',
    'evilexample.com',
    'example.com.evil.org',
    'example.comx',
    'example.com%00.evil.org',
    'example.com\u0000.evil.org',
    'evil.org#example.com',
    'evil.org?example.com',
    'evil.org/example.com',
    'user@evil.org',
    'example.com@evil.org',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '169.254.169.254',
    '',
  ])('the host %j is neither looked up nor dialled', async (host) => {
    const proxy = await openProxy(['example.com']);
    for (const bytes of [get(`http://${host}/`), `CONNECT ${host}:443 HTTP/1.1\r\n\r\n`]) {
      // Some are no HTTP at all.
      expect(await say(proxy, bytes)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
    expect(asked).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each([
    ['an internal address', 'inside.example.com', /not a public address/],
    ['one internal address among others', 'mixed.example.com', /not a public address/],
    ['an address of this machine', 'own.example.com', /address of this machine/],
  ])('a granted name that leads to %s', async (_what, host, why) => {
    const proxy = await openProxy(['example.com']);
    for (const bytes of [get(`http://${host}/`), `CONNECT ${host}:443 HTTP/1.1\r\n\r\n`]) {
      const answer = await say(proxy, bytes);
      expect(answer).toMatch(refused);
      expect(answer).toMatch(why);
    }
  });

  it.each([
    ['the port of another protocol', `CONNECT api.example.com:25 HTTP/1.1\r\n\r\n`],
    ['another origin of an internal host', `CONNECT api.example.com:9 HTTP/1.1\r\n\r\n`],
    ['a path, as to a server', get('/')],
    ['https without a tunnel', get('https://api.example.com/')],
    ['another protocol', get('ftp://api.example.com/')],
  ])('%s', async (_what, bytes) => {
    expect(await say(await openProxy(['example.com']), bytes)).toMatch(refused);
    expect(seen).toEqual([]);
  });

  it('what the operator blocks, or does not list, whatever was granted', async () => {
    const url = `http://api.example.com:${port}/`;
    expect(await say(await openProxy(['example.com'], { blockedHosts: ['api.example.com'] }), get(url))).toMatch(
      refused,
    );
    const outside = { internalOrigins: [], allowedHosts: ['example.org'] };
    expect(await say(await openProxy(['example.com'], outside), get(url))).toMatch(refused);
    expect(asked).toEqual([]);
  });
});

it('goes through the proxy of the owner where there is one, which is told an address and no name', async () => {
  const targets: string[] = [];
  const ownersProxy = createHttpServer().on('connect', ({ url = '' }, client) => {
    targets.push(url);
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    const upstream = connect(port, '127.0.0.1');
    upstream.pipe(client).pipe(upstream);
  });
  const proxy = await openProxy(['example.com'], {}, new URL(`http://127.0.0.1:${await listening(ownersProxy)}`));
  expect(await say(proxy, get('http://public.example.com/a'))).toMatch(/^HTTP\/1\.1 200 [^]*the answer/);
  expect(seen).toMatchObject([{ url: '/a', headers: { host: 'public.example.com' } }]);
  expect(targets).toEqual(['93.184.215.14:80']);
});

it('says that a host could not be reached', async () => {
  const free = await listening(createServer());
  servers.pop()?.close();
  const proxy = await openProxy(['example.com'], { internalOrigins: [`http://api.example.com:${free}`] });
  expect(await say(proxy, get(`http://api.example.com:${free}/`))).toMatch(/^HTTP\/1\.1 502 [^]*could not be reached/);
  expect(await say(proxy, get('http://gone.example.com/'))).toMatch(/^HTTP\/1\.1 502 [^]*has no address/);
});

it('refuses to begin with a host that is none', () => {
  const policy = createNetPolicy({ internalOrigins: [], blockedHosts: [], allowedHosts: [] });
  for (const host of ['*.example.com', 'https://example.com', '', 'a b']) {
    expect(() => createFilteringProxy({ policy, hosts: [host] })).toThrow(/is not a host/);
  }
});
