import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NetLimits } from './hop.ts';
import { get, rawSite, site, textOf } from '../site-for-test.ts';
import { readProxy } from './tunnel.ts';

interface TestProxy {
  readonly url: URL;
  /** What it was asked to connect to. */
  readonly asked: string[];
}

/** Connects every tunnel to the one port of this machine, whatever address is asked for: nothing leaves the machine. */
async function proxyTo(port: number, answer = '200 OK'): Promise<TestProxy> {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket, head) => {
    asked.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (!answer.startsWith('200')) return void socket.end(`HTTP/1.1 ${answer}\r\n\r\n`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    return onward.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // `listen` on a port makes the address an object.
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked };
}

const limits: Partial<NetLimits> = { connectMs: 500, headersMs: 500, totalMs: 3_000 };
const listed: string[] = [];

describe('a fetch through the proxy of the settings', () => {
  it('connects to the judged address under the name of the URL', async () => {
    const server = await site((request, response) => response.end(`for ${request.headers.host}`));
    const proxy = await proxyTo(server.port);
    const resolve = async (): Promise<string[]> => ['93.184.215.14', '8.8.8.8'];
    const answer = await get('http://app.example.com/a', { listed, limits, resolve, proxy: proxy.url });
    expect(textOf(answer)).toBe('for app.example.com');
    expect(proxy.asked).toEqual(['93.184.215.14:80']);
    expect(server.seen).toMatchObject([{ url: '/a' }]);
  });

  it('speaks TLS with the server itself, under the name of the URL', async () => {
    let hello = '';
    const server = await rawSite((socket) =>
      socket.once('data', (data) => {
        hello = data.toString('latin1');
        socket.destroy();
      }),
    );
    const proxy = await proxyTo(server.port);
    const resolve = async (): Promise<string[]> => ['2606:4700::1'];
    await expect(
      get('https://app.example.com:8443/', { listed, limits, resolve, proxy: proxy.url }),
    ).rejects.toMatchObject({ code: 'fetch_failed' });
    expect(proxy.asked).toEqual(['[2606:4700::1]:8443']);
    expect(hello.charCodeAt(0)).toBe(22);
    expect(hello).toContain('app.example.com');
  });

  it.each([
    ['http://127.0.0.1/', []],
    ['http://app.example.com/', ['10.0.0.1']],
    ['http://app.example.com/', ['93.184.215.14', '127.0.0.1']],
  ])('to %s at %j is refused without asking the proxy', async (url, addresses) => {
    const proxy = await proxyTo(1);
    await expect(get(url, { listed, limits, resolve: async () => addresses, proxy: proxy.url })).rejects.toThrow(
      /not a public address/,
    );
    expect(proxy.asked).toEqual([]);
  });

  it('goes to a listed internal origin directly', async () => {
    const server = await site((_request, response) => response.end('direct'));
    const proxy = await proxyTo(1);
    expect(textOf(await get(server.origin, { limits, proxy: proxy.url }))).toBe('direct');
    expect(proxy.asked).toEqual([]);
  });

  it('tries the next address where the proxy does not connect, and says so in the end', async () => {
    const proxy = await proxyTo(1, '403 Forbidden');
    const resolve = async (): Promise<string[]> => ['93.184.215.14', '8.8.8.8'];
    await expect(get('http://app.example.com/', { listed, limits, resolve, proxy: proxy.url })).rejects.toMatchObject({
      code: 'fetch_failed',
      message:
        'Fetching from http://app.example.com failed: the proxy of the setting net.proxy answered 403 and did not connect.',
    });
    expect(proxy.asked).toEqual(['93.184.215.14:80', '8.8.8.8:80']);
  });

  it.each([
    ['is not there', null, /the proxy of the setting net\.proxy cannot be reached/],
    ['says nothing', '', /did not take the connection in time/],
    ['sends headers without an end', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`, /net\.proxy cannot be reached/],
    [
      'speaks before it is spoken to',
      'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      /net\.proxy answered 200 and did not/,
    ],
  ])('that %s fails and says that it is the proxy', async (...[, bytes, why]) => {
    const server = await rawSite((socket) =>
      socket.once('data', () => void (bytes !== '' && socket.write(bytes ?? ''))),
    );
    const url = new URL(bytes === null ? 'http://127.0.0.1:1' : server.origin);
    const resolve = async (): Promise<string[]> => ['93.184.215.14'];
    await expect(get('http://app.example.com/', { listed, limits, resolve, proxy: url })).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringMatching(why),
    });
    await server.idle();
  });
});

describe('the setting net.proxy', () => {
  it.each([
    ['direct', undefined],
    ['http://proxy.example:3128', 'http://proxy.example:3128/'],
    ['http://[::1]:3128/', 'http://[::1]:3128/'],
  ])('%s is read', (text, href) => expect(readProxy(text)?.href).toBe(href));

  it.each([
    '',
    'proxy.example:3128',
    'https://proxy.example',
    'socks5://proxy.example',
    'http://u:p@proxy.example',
    'http://proxy.example/x',
  ])('%j is refused, and no password is repeated', (text) => {
    expect(() => readProxy(text)).toThrow(/net\.proxy: .* is not a proxy/);
    expect(() => readProxy(text)).not.toThrow(/u:p/);
  });
});
