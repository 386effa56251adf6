import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openLocalSite } from '../../../../test/fixtures/local-site.ts';
import { createNetPolicy } from '../net-policy.ts';
import { createLibraryFetch } from './library-fetch.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const { origin, policy, open } = await openLocalSite(answer);
  return { origin, fetch: createLibraryFetch({ policy }), open };
}

describe('a request of a library', () => {
  it('is made with its method, headers and body, and what the connection sets is not its own', async () => {
    const seen: unknown[] = [];
    const { origin, fetch, open } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['x-a'], request.headers.host, body]);
        response.writeHead(201, { 'content-type': 'application/json', 'x-b': 'c' }).end('{"a":1}');
      });
    });
    const headers = { 'X-A': 'b', Host: 'elsewhere.example', 'Transfer-Encoding': 'chunked' };
    const answer = await fetch(`${origin}/p?q=1`, { method: 'POST', headers, body: 'hello' });
    expect([answer.status, answer.headers.get('x-b'), await answer.json()]).toEqual([201, 'c', { a: 1 }]);
    expect(seen).toEqual([['POST', '/p?q=1', 'b', new URL(origin).host, 'hello']]);
    await expect.poll(open).toBe(0);
  });

  it('whose body is no text is not sent without it', async () => {
    const { origin, fetch, open } = await serve((_request, response) => void response.end());
    await expect(fetch(origin, { method: 'POST', body: new URLSearchParams('a=1') })).rejects.toMatchObject({
      code: 'fetch_failed',
    });
    expect(open()).toBe(0);
  });

  it.each([
    'http://10.0.0.1/',
    'http://localhost/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://a:b@example.com/',
  ])('to %s is refused before anything is dialled', async (url) => {
    const { fetch } = await serve(() => undefined);
    await expect(fetch(url)).rejects.toMatchObject({ code: 'address_refused' });
  });

  it.each([301, 302, 303, 307, 308])('that is answered with a redirect (%i) goes nowhere else', async (status) => {
    let asked = 0;
    const { origin, fetch } = await serve((_request, response) => {
      asked += 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    await expect(fetch(origin)).rejects.toMatchObject({
      code: 'address_refused',
      message: expect.stringContaining('redirects to'),
    });
    expect(asked).toBe(1);
  });

  it('is given its answer as it comes, and ends its connection when nobody reads on', async () => {
    const { origin, fetch, open } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    const answer = await fetch(origin);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
    await reader?.cancel();
    await expect.poll(open).toBe(0);
  });

  it('ends with the reason of its signal', async () => {
    const { origin, fetch, open } = await serve(() => undefined);
    const stop = new AbortController();
    const asking = fetch(origin, { signal: stop.signal });
    await expect.poll(open).toBe(1);
    stop.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
    await expect.poll(open).toBe(0);
  });

  it.each([
    ['text/plain', 'x'.repeat(1024 * 1024), true],
    ['text/event-stream', `${'x'.repeat(1024 * 1024)}\n\n`, false],
    ['text/event-stream', 'x'.repeat(1024 * 1024), true],
  ])('of %s fails where an answer, or one event of it, grows without end', async (type, piece, fails) => {
    const { origin, fetch } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': type });
      let left = 40;
      const pour = (): void => {
        left -= 1;
        if (left < 0) response.end();
        else response.write(piece, pour);
      };
      pour();
    });
    const answer = await fetch(origin);
    const bytes = answer.arrayBuffer().then(({ byteLength }) => byteLength);
    if (fails) await expect(bytes).rejects.toThrow(/longer than/);
    else expect(await bytes).toBe(40 * (1024 * 1024 + 2));
  });

  it('to nobody who listens is a failed fetch that names the origin', async () => {
    const policy = createNetPolicy({ internalOrigins: ['http://127.0.0.1:9'], allowedHosts: [], blockedHosts: [] });
    await expect(createLibraryFetch({ policy })('http://127.0.0.1:9/x?secret=1')).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.not.stringContaining('secret'),
    });
  });
});
