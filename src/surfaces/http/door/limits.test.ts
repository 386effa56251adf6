import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { secondToken, startScriptedDaemon, type ScriptedDaemon } from '../../../../test/programs/scripted-daemon.ts';
import { completedOutcome } from '../../../testing/index.ts';
import { createHttpServer } from '../listen/http-server.ts';
import { listenTcp } from '../listen/listen-tcp.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A daemon whose streams never say anything, and the number that is followed. */
async function quietHouse(): Promise<{ readonly house: ScriptedDaemon; readonly following: () => number }> {
  let following = 0;
  const house = await startScriptedDaemon({
    calls: { wait: () => new Promise(() => undefined), quick: () => completedOutcome('') },
    answers: {
      events: () => Promise.resolve([]),
      async *follow(_query, signal) {
        following += 1;
        await new Promise<void>((resolve) =>
          signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
        );
        following -= 1;
        yield* [];
      },
    },
  });
  endings.push(() => house.close());
  return { house, following: () => following };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const asStream = { accept: 'text/event-stream' };

describe('one token', () => {
  it('has at most 16 streams; another has its own; and one that ends makes room', async () => {
    const { house, following } = await quietHouse();
    const leaving = new AbortController();
    const first = await house.send('/api/events', { headers: asStream, signal: leaving.signal });
    const others = await Promise.all(
      Array.from({ length: 15 }, () => house.send('/api/events', { headers: asStream })),
    );
    expect([first, ...others].map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));

    const surplus = await house.send('/api/events', { headers: asStream });
    expect([surplus.status, await surplus.json()]).toMatchObject([429, { error: { code: 'too_many_requests' } }]);
    expect((await house.send('/mcp', { headers: asStream })).status).toBe(429);
    expect((await house.send('/api/health')).status).toBe(200);
    expect(
      (await house.send('/api/events', { headers: { ...asStream, authorization: `Bearer ${secondToken}` } })).status,
    ).toBe(200);

    leaving.abort();
    await until(() => following() === 16);
    expect((await house.send('/api/events', { headers: asStream })).status).toBe(200);
  });

  it('has at most 1,024 requests under way', async () => {
    const { house } = await quietHouse();
    const waiting = Array.from({ length: 1_024 }, () =>
      house.send('/api/calls', { method: 'POST', body: '{"tool":"wait"}' }).catch(() => null),
    );
    await until(() => house.runtime.received.length === 1_024);

    expect((await house.send('/api/calls', { method: 'POST', body: '{"tool":"quick"}' })).status).toBe(429);
    expect((await house.sendOwner('/api/calls', { method: 'POST', body: '{"tool":"quick"}' })).status).toBe(200);
    await house.daemon.close();
    await Promise.all(waiting);
  });

  it('loses its streams and calls when it is revoked', async () => {
    const { house, following } = await quietHouse();
    const headers = { ...asStream, authorization: `Bearer ${secondToken}` };
    const stream = await house.send('/api/events', { headers });
    const { accept: _stream, ...plain } = headers;
    const wait = { method: 'POST', body: '{"tool":"wait"}' };
    const call = house.send('/api/calls', { ...wait, headers: plain }).catch(() => 'cut');
    const streamed = house.send('/api/calls', { ...wait, headers }).then((response) => response.text());
    const cut = streamed.catch(() => 'cut');
    const kept = await house.send('/api/events', { headers: asStream });
    await until(() => house.runtime.received.length === 2 && following() === 2);

    house.tokens.delete(secondToken);
    await expect(stream.text()).rejects.toThrow();
    expect([await call, await cut]).toEqual(['cut', 'cut']);
    await until(() => following() === 1);
    expect(house.runtime.received.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    expect(kept.body?.locked).toBe(false);
  });
});

describe('a slow or endless client', () => {
  async function serve(): Promise<number> {
    const limits = { maxHeaderBytes: 2048, maxConnections: 4, headersTimeoutMs: 300, requestTimeoutMs: 900 };
    const server = createHttpServer(
      async (request) => new Response(await request.text().catch(() => 'broken')),
      limits,
    );
    endings.push(() => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())));
    return listenTcp(server, 0);
  }

  /** What comes back until the other side ends it. */
  function talk(port: number, said: string, drip?: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 100);
      socket.on('data', (chunk) => (heard += String(chunk)));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(timer);
        resolve(heard);
      });
      socket.write(said);
    });
  }

  it('that drips its headers is cut off', async () => {
    expect(await talk(await serve(), 'GET / HTTP/1.1\r\nhost: x\r\n', 'a: b\r\n')).toContain('408');
  });

  it('that drips its body is cut off', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n';
    expect(await talk(await serve(), head, 'x')).not.toContain('200 OK');
  });

  it('that sends headers beyond the limit is refused', async () => {
    expect(await talk(await serve(), `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(4096)}\r\n\r\n`)).toContain('431');
  });

  it('that opens connections beyond the limit gets none', async () => {
    const port = await serve();
    const idle = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    endings.push(() => idle.forEach((socket) => socket.destroy()));
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));

    expect(await talk(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toBe('');
  });
});
