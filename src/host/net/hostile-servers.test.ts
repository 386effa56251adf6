import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NetLimits } from './wire/hop.ts';
import { get, listen, rawSite, site, textOf } from './site-for-test.ts';

/** Small enough for a test, in the proportions of the real ones. */
const limits: Partial<NetLimits> = {
  connectMs: 400,
  headersMs: 400,
  idleMs: 400,
  totalMs: 1_500,
  maxHeaderBytes: 8_192,
};
const muchLonger = 4_000;

/** Writes for ever, each time the next piece, as fast as they are taken or at intervals. */
function endlessly(socket: Socket, next: () => string | Uint8Array, everyMs?: number): void {
  if (everyMs !== undefined) {
    const timer = setInterval(() => socket.write(next()), everyMs);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const pump = (): void => {
    for (let count = 0; count < 100 && !socket.destroyed; count++) if (!socket.write(next())) break;
    if (!socket.destroyed) setImmediate(pump);
  };
  pump();
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

describe('a server that never comes to an end', () => {
  const never: [string, (socket: Socket) => void, RegExp][] = [
    ['says nothing', () => undefined, /did not begin to answer/],
    [
      'sends its headers one byte at a time',
      (socket) =>
        endlessly(
          socket.on('data', () => undefined),
          byteByByte(`${ok}x-a: ${'b'.repeat(10_000)}`),
          10,
        ),
      /did not begin to answer/,
    ],
    ['stops in the middle of its headers', (socket) => void socket.write(`${ok}x-a: b\r\n`), /did not begin to answer/],
    [
      'sends one header without an end',
      (socket) => (socket.write(`${ok}x-a: `), endlessly(socket, () => 'b'.repeat(1_000))),
      /headers are too large/,
    ],
    [
      'sends headers without an end',
      (socket) => (socket.write(ok), endlessly(socket, () => 'a: b\r\n'.repeat(100))),
      /headers are too large/,
    ],
    [
      'sends a status line without an end',
      (socket) => (socket.write('HTTP/1.1 200 '), endlessly(socket, () => 'b'.repeat(1_000))),
      /too large|too long|not begin/,
    ],
    [
      'sends interim answers without an end',
      (socket) => endlessly(socket, () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 20),
      /did not begin to answer/,
    ],
    [
      'floods with interim answers',
      (socket) => endlessly(socket, () => 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
      /did not begin to answer|too large/,
    ],
    [
      'sends one byte of its body at a time',
      (socket) => (socket.write(chunked), endlessly(socket, () => '1\r\na\r\n', 50)),
      /too long/,
    ],
    [
      'stops in the middle of its body',
      (socket) => void socket.write(`${ok}content-length: 100\r\n\r\nhalf`),
      /stopped in the middle/,
    ],
    [
      'sends the size of a chunk without an end',
      (socket) => (socket.write(chunked), endlessly(socket, () => '1;'.padEnd(1_000, 'a'))),
      /too large|too long|not an HTTP|middle/,
    ],
    [
      'sends trailers without an end',
      (socket) => (socket.write(`${chunked}0\r\n`), endlessly(socket, () => 'a: b\r\n'.repeat(100))),
      /too large/,
    ],
  ];

  it.each(never)('and %s is given up in time', async (...[, serve, why]) => {
    const { origin, idle } = await rawSite((socket) => void socket.once('data', () => serve(socket)));
    const started = performance.now();
    await expect(get(`${origin}/`, { limits })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringMatching(why),
    });
    expect(performance.now() - started).toBeLessThan(muchLonger);
    await idle();
  });

  it.each([
    ['chunks', chunked, '400\r\n'.concat('a'.repeat(1_024), '\r\n')],
    ['tiny chunks', chunked, '1\r\na\r\n'.repeat(200)],
    ['a body of no stated length', `${ok}\r\n`, 'a'.repeat(1_024)],
    ['a stated length that no memory holds', `${ok}content-length: 999999999999\r\n\r\n`, 'a'.repeat(1_024)],
  ])('and sends %s is cut at the limit, and hung up on', async (...[, head, piece]) => {
    const { origin, idle } = await rawSite((socket) =>
      socket.once('data', () => {
        socket.write(head);
        endlessly(socket, () => piece);
      }),
    );
    const answer = await get(`${origin}/`, { limits, request: { maxBytes: 50_000 } });
    expect([answer.body.length, answer.cut]).toEqual([50_000, true]);
    await idle();
  });

  it('and does not finish the handshake of TLS is given up in time', async () => {
    const { port, idle } = await rawSite((socket) => void socket.resume());
    const url = `https://127.0.0.1:${port}/`;
    // Which of the limits comes first, that of connecting or that of the whole head, is for a busy machine to say.
    await expect(get(url, { limits })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringMatching(/in time/),
    });
    await idle();
  });

  it('and redirects with a body without an end is followed without reading it', async () => {
    const end = await site((_request, response) => response.end('there'));
    const start = await rawSite((socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 302 Found\r\nlocation: ${end.origin}/\r\n\r\n`);
        endlessly(socket, () => 'a'.repeat(1_024));
      }),
    );
    expect(textOf(await get(`${start.origin}/`, { limits, listed: [start.origin, end.origin] }))).toBe('there');
    await start.idle();
  });

  it('and takes its time over each of many redirects has no more of it in all', async () => {
    const slow = await site((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}a` }).end(), 350);
    });
    await expect(get(`${slow.origin}/`, { limits: { ...limits, totalMs: 600 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('too long'),
    });
    expect(slow.seen.length).toBe(2);
  });
});

describe('a server that speaks no proper HTTP', () => {
  const brokenOff = /broken off/;
  const notHttp = /not proper HTTP/;

  it.each<[string, string, RegExp]>([
    ['has no status line', 'hello\r\n\r\nhello', notHttp],
    ['answers in the first version of the protocol', '<html>hello</html>', notHttp],
    ['is another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', notHttp],
    ['hangs up at once', '', brokenOff],
    ['hangs up in its headers', `${ok}x-a: b\r\n`, brokenOff],
    ['hangs up before the length it stated', `${ok}content-length: 100\r\n\r\nhalf`, brokenOff],
    ['hangs up in a chunk', `${chunked}400\r\nhalf`, brokenOff],
    ['states two lengths', `${ok}content-length: 4\r\ncontent-length: 5\r\n\r\nhalf`, /not as long|not proper/],
    [
      'states a length and chunks',
      `${ok}content-length: 4\r\n${chunked.slice(ok.length)}4\r\nhalf\r\n0\r\n\r\n`,
      /not as long|not proper/,
    ],
    ['states a negative length', `${ok}content-length: -4\r\n\r\nhalf`, notHttp],
    ['states no number as length', `${ok}content-length: four\r\n\r\nhalf`, notHttp],
    ['sends a chunk of no size', `${chunked}zz\r\nhalf\r\n0\r\n\r\n`, notHttp],
    ['switches protocols unasked', `${ok.replace('200', '101')}upgrade: x\r\nconnection: upgrade\r\n\r\n`, brokenOff],
    ['asks to go on with a request that is whole', 'HTTP/1.1 100 Continue\r\n\r\n', brokenOff],
    ['folds a header over lines', `${ok}x-a: b\r\n c: d\r\ncontent-length: 0\r\n\r\n`, notHttp],
    ['puts a NUL into a header', `${ok}x-a: b\0c\r\ncontent-length: 0\r\n\r\n`, notHttp],
    ['ends its lines with LF alone', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n', notHttp],
  ])('and %s is a failed fetch', async (...[, bytes, why]) => {
    const { origin, idle } = await rawSite((socket) => void socket.once('data', () => socket.end(bytes)));
    await expect(get(`${origin}/`, { limits })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringMatching(why),
    });
    await idle();
  });

  it('and sends more than it stated is read as far as it stated', async () => {
    const { origin, idle } = await rawSite((socket) =>
      socket.once('data', () =>
        socket.end(`${ok}content-length: 4\r\n\r\nhalfHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nmore`),
      ),
    );
    expect(textOf(await get(`${origin}/`, { limits }))).toBe('half');
    await idle();
  });
});

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const made = spawnSync('openssl', [
  ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -keyout'.split(' '),
  key,
  '-out',
  cert,
]);

describe.skipIf(made.status !== 0)('a certificate that nobody vouches for (skipped where there is no openssl)', () => {
  it('is a failed fetch, also where the environment turns the check off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    let requests = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      requests++;
      response.end();
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    await expect(get(`https://127.0.0.1:${port}/`, { limits })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('self-signed certificate'),
    });
    expect(requests).toBe(0);
  });
});

describe('a compressed answer', () => {
  const bomb = Buffer.alloc(50_000_000);

  it.each([
    ['deflate', deflateSync(bomb)],
    ['zstd', zstdCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['gzip, br', gzipSync(bomb)],
    ['identity, gzip', gzipSync(bomb)],
    ['compress', Buffer.from('x')],
  ])('as %s, which was not asked for, is refused and never unpacked', async (encoding, bytes) => {
    const { origin } = await site((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const before = process.memoryUsage().rss;
    await expect(get(origin, { limits })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('not asked for'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000);
  });

  it('that trickles is given up when the time is over', async () => {
    const packed = gzipSync(bomb.subarray(0, 5_000_000));
    let at = 0;
    const { origin, idle } = await rawSite((socket) =>
      socket.once('data', () => {
        socket.write(`${ok}content-encoding: gzip\r\n\r\n`);
        endlessly(socket, () => packed.subarray(at, ++at), 20);
      }),
    );
    await expect(get(`${origin}/`, { limits, request: { maxBytes: 10_000_000 } })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('too long'),
    });
    await idle();
  });
});

function byteByByte(text: string): () => string {
  let at = 0;
  return () => text.charAt(at++);
}
