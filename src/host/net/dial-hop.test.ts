import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { dialHop } from './dial-hop.ts';

it('drops a connection that does not lead to a judged address, before a byte is sent', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // `listen` on a port makes the address an object.
  const { port } = server.address() as AddressInfo;
  const hop = {
    // A literal address is dialled without asking the pinned lookup: only the check of the connection is left.
    url: new URL(`http://127.0.0.1:${port}/`),
    proxy: null,
    method: 'GET',
    headers: {},
    body: null,
    maxBytes: 10,
    limits: { lookupMs: 1000, connectMs: 1000, headersMs: 1000, idleMs: 1000, totalMs: 1000, maxHeaderBytes: 8192 },
    signal: new AbortController().signal,
  } as const;
  await expect(dialHop({ ...hop, addresses: ['93.184.215.14'] })).rejects.toThrow('address that was checked');
  expect(requests).toBe(0);
  expect(await dialHop({ ...hop, addresses: ['::ffff:127.0.0.1'] })).toMatchObject({ status: 200 });
});
