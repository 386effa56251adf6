import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEvents } from './event-stream.ts';
import { socketEvents, socketRequest } from './socket-client.ts';

async function daemon(answer: RequestListener): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-socket-'));
  const socketPath = join(folder, 's');
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return socketPath;
}

describe('a request over the socket', () => {
  it('carries method, path, headers and body there and the answer back', async () => {
    const socketPath = await daemon((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        response.writeHead(202, { 'content-type': 'application/json' });
        const { method, url, headers } = request;
        response.end(JSON.stringify([method, url, headers['x-a'], headers['content-type'], body]));
      });
    });
    const answer = await socketRequest({
      socketPath,
      method: 'PUT',
      path: '/a?b=%C3%BC',
      headers: { 'x-a': '1' },
      body: '{"ü":1}',
    });
    expect(answer.status).toBe(202);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(answer.body)).toEqual(['PUT', '/a?b=%C3%BC', '1', 'application/json', '{"ü":1}']);
  });

  it('says that the daemon does not answer where there is no socket', async () => {
    const asking = socketRequest({ socketPath: '/nonexistent/socket', method: 'GET', path: '/' });
    await expect(asking).rejects.toMatchObject({
      code: 'daemon_unreachable',
      message: expect.stringContaining('/nonexistent/socket'),
    });
  });

  it('says so when the daemon dies in the middle of its answer', async () => {
    const socketPath = await daemon((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(socketRequest({ socketPath, method: 'GET', path: '/' })).rejects.toMatchObject({
      code: 'daemon_unreachable',
    });
  });

  it.each(['before the answer', 'in the middle of it'])(
    'rejects with the reason when it is given up %s',
    async (when) => {
      const socketPath = await daemon(
        (_request, response) => void (when === 'before the answer' || response.write('half')),
      );
      const controller = new AbortController();
      const asking = socketRequest({ socketPath, method: 'GET', path: '/', signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), 50);
      await expect(asking).rejects.toThrow('enough');
    },
  );

  it('does not pass through a proxy of the environment', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const socketPath = await daemon((_request, response) => response.end('direct'));
    expect((await socketRequest({ socketPath, method: 'GET', path: '/' })).body).toBe('direct');
  });
});

describe('events over the socket', () => {
  const collect = async (events: AsyncIterable<string>, most = Infinity): Promise<string[]> => {
    const found: string[] = [];
    for await (const event of events) if (found.push(event) >= most) break;
    return found;
  };

  it('arrive one by one as they are sent, and leaving the loop closes the connection', async () => {
    let closed: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (closed = resolve));
    const socketPath = await daemon((request, response) => {
      expect(request.headers.accept).toBe('text/event-stream');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"a":1}\n\n: comment\nid: 1\ndata: two\ndata: lines\n\n');
      response.on('close', closed);
    });
    expect(await collect(socketEvents({ socketPath, method: 'GET', path: '/events' }), 2)).toEqual([
      '{"a":1}',
      'two\nlines',
    ]);
    await over;
  });

  it('end when the signal aborts', async () => {
    const socketPath = await daemon((_request, response) => response.writeHead(200).write('data: 1\n\n'));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect(await collect(socketEvents({ socketPath, method: 'GET', path: '/', signal: controller.signal }))).toEqual([
      '1',
    ]);
  });

  it('throw what the daemon answered where it is not a stream', async () => {
    const socketPath = await daemon((_request, response) => response.writeHead(403).end('{"error":"no"}'));
    await expect(collect(socketEvents({ socketPath, method: 'GET', path: '/e' }))).rejects.toMatchObject({
      code: 'daemon_unreachable',
      details: { status: 403, body: '{"error":"no"}' },
    });
  });

  it('throw when the daemon dies', async () => {
    const socketPath = await daemon((_request, response) =>
      response.writeHead(200).write('data: 1\n\n', () => response.destroy()),
    );
    await expect(collect(socketEvents({ socketPath, method: 'GET', path: '/' }))).rejects.toMatchObject({
      code: 'daemon_unreachable',
    });
  });
});

it('events are the same however the bytes are cut', async () => {
  const event = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(event),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (events, size, withReturns) => {
        const end = withReturns ? '\r\n' : '\n';
        const bytes = Buffer.from(events.map((text) => `data: ${text}${end}${end}`).join(''));
        async function* cut(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        }
        const found: string[] = [];
        for await (const data of readEvents(cut())) found.push(data);
        expect(found).toEqual(events);
      },
    ),
  );
});
