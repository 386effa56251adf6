import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { get, site } from './site-for-test.ts';

const to =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

describe('a secret in the address', () => {
  const fill = { KEY: 'p/4 ?&#ü', OTHER: 'unused-value' };

  it('is put in encoded, in path and query, and shown nowhere', async () => {
    const server = await site((_request, response) => response.end('ok'));
    const url = `${server.origin}/v1/{secret KEY}/x?key={secret KEY}&a=b`;
    const answer = await get(url, { request: { fill } });
    expect(server.seen[0]?.url).toBe('/v1/p%2F4%20%3F%26%23%C3%BC/x?key=p%2F4%20%3F%26%23%C3%BC&a=b');
    expect(answer.href).toBe(new URL(url).href);
  });

  it('goes along within one origin, and stays behind at another', async () => {
    const end = await site((_request, response) => response.end());
    const start = await site((request, response) => {
      if (request.url?.startsWith('/a')) to('/b?key=%7Bsecret%20KEY%7D')(request, response);
      else to(`${end.origin}/c?key=%7Bsecret%20KEY%7D`)(request, response);
    });
    const extra = { listed: [start.origin, end.origin], request: { fill } };
    await get(`${start.origin}/a?key={secret KEY}`, extra);
    expect(start.seen[1]?.url).toBe('/b?key=p%2F4%20%3F%26%23%C3%BC');
    expect(end.seen[0]?.url).toBe('/c?key=%7Bsecret%20KEY%7D');
  });

  it.each(['p%2F4%20%3F%26%23%C3%BC', 'p%2f4%20%3f%26%23%c3%bc', 'unused-value', '%75nused-value'])(
    'is not taken to another origin by a server that echoes it: %s',
    async (echo) => {
      const end = await site((_request, response) => response.end());
      const start = await site(to(`${end.origin}/?key=${echo}`));
      const extra = { listed: [start.origin, end.origin], request: { fill } };
      await expect(get(`${start.origin}/?key={secret KEY}`, extra)).rejects.toThrow(/take a secret to another origin/);
      expect(end.connections()).toBe(0);
    },
  );

  it.each(['/p%2F4%20%3F%26%23%C3%BC', '/p%2f4%20%3f%26%23%c3%bc'])(
    'is not in the address where redirects end: %s',
    async (echo) => {
      const start = await site((request, response) => {
        if (request.url === echo) response.end();
        else to(echo)(request, response);
      });
      const { href } = await get(`${start.origin}/?key={secret KEY}`, { request: { fill } });
      expect(href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(\{secret KEY\})?$/);
    },
  );

  it('that was not given stops the request', async () => {
    const server = await site((_request, response) => response.end());
    await expect(get(`${server.origin}/?key={secret NONE}`, { request: { fill } })).rejects.toThrow(
      /needs the secret NONE/,
    );
    expect(server.seen).toEqual([]);
  });
});
