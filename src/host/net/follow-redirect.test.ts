import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { get, site } from './site-for-test.ts';

const to =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

describe('a method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s is sent as it is, with its body', async (method) => {
    const server = await site((_request, response) => response.end('ok'));
    await get(server.origin, { request: { method, body: '{}' } });
    expect(server.seen).toMatchObject([{ method, body: '{}' }]);
  });

  it('is kept on 301 but for a POST, and none but HEAD is on 303', async () => {
    const start = await site((request, response) => {
      if (request.url === '/end') response.end();
      else to('/end', Number(request.url?.slice(1)))(request, response);
    });
    for (const method of ['PUT', 'DELETE', 'HEAD'] as const)
      for (const status of [301, 303]) await get(`${start.origin}/${status}`, { request: { method } });
    const ends = start.seen.filter((seen) => seen.url === '/end').map((seen) => seen.method);
    expect(ends).toEqual(['PUT', 'GET', 'DELETE', 'GET', 'HEAD', 'HEAD']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is not repeated at another origin', async (method) => {
    const end = await site((_request, response) => response.end());
    const start = await site(to(end.origin, 308));
    await expect(get(start.origin, { listed: [start.origin, end.origin], request: { method } })).rejects.toThrow(
      `It would send a ${method} to ${end.origin}`,
    );
    expect(end.connections()).toBe(0);
  });
});
