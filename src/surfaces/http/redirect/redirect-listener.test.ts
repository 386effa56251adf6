import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts';

async function listen(port = 0): Promise<RedirectListener> {
  const listener = await listenForRedirect(port);
  if (listener === null) throw new Error('No port is free.');
  onTestFinished(() => listener.close());
  return listener;
}

const uriOf = ({ port }: RedirectListener, host = '127.0.0.1') => `http://${host}:${port}/callback`;

/** As it goes over the wire, with a host of its own. */
function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

it('answers the address that the browser came back with, and tells it what came of it', async () => {
  const listener = await listen();
  const uri = uriOf(listener);
  const waiting = listener.wait(uri, 's1');
  const browser = fetch(`${uri}?code=c%2B1&state=s1`);
  const { address, tell } = await waiting;
  expect(address).toBe(`${uri}?code=c%2B1&state=s1`);
  tell(true);
  const answer = await browser;
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('You are logged in')]);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('takes localhost for what it is, on either address', async () => {
  const listener = await listen();
  const uri = uriOf(listener, 'localhost');
  const waiting = listener.wait(uri, 's1');
  const browser = fetch(`${uri}?code=c&state=s1`);
  (await waiting).tell(false);
  expect((await browser).status).toBe(400);
});

it('counts nobody else, and sends nobody anywhere', async () => {
  const listener = await listen();
  const { port } = listener;
  const uri = uriOf(listener);
  const host = `host: 127.0.0.1:${port}\r\nconnection: close`;
  const others = [
    `GET /callback?code=c&state=other HTTP/1.1\r\n${host}\r\n\r\n`,
    `GET /callback?code=c HTTP/1.1\r\n${host}\r\n\r\n`,
    `GET /other?code=c&state=s1 HTTP/1.1\r\n${host}\r\n\r\n`,
    `GET //evil.example/callback?code=c&state=s1 HTTP/1.1\r\n${host}\r\n\r\n`,
    `GET http://evil.example/callback?code=c&state=s1 HTTP/1.1\r\n${host}\r\n\r\n`,
    `POST /callback?code=c&state=s1 HTTP/1.1\r\n${host}\r\ncontent-length: 0\r\n\r\n`,
    `GET /callback?code=c&state=s1 HTTP/1.1\r\nhost: evil.example:${port}\r\nconnection: close\r\n\r\n`,
    `GET /callback?code=${'c'.repeat(40_000)}&state=s1 HTTP/1.1\r\n${host}\r\n\r\n`,
    'nonsense\r\n\r\n',
  ];
  let isDone = false;
  const waiting = listener.wait(uri, 's1').finally(() => (isDone = true));
  for (const request of others) {
    const answer = await raw(port, request);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/location:|evil|code=/i);
  }
  expect(isDone).toBe(false);
  const browser = fetch(`${uri}?code=c&state=s1`);
  (await waiting).tell(true);
  expect((await browser).status).toBe(200);
});

it('is for this machine alone, and tells of a port that is taken', async () => {
  const { port } = await listen();
  expect(await listenForRedirect(port)).toBeNull();
});
