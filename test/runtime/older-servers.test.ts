// Servers of earlier years through a whole runtime: the transport of 2024, the older protocol found out once, and sessions that end.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { shownText as text } from '../fixtures/program-world.ts';
import { createServerWorld, scripted, toldBy, type ServerWorld } from '../fixtures/server-world.ts';
import { everythingOver, freePort } from '../fixtures/web-servers.ts';

let world: ServerWorld;

beforeEach(() => {
  world = createServerWorld();
});

const listed = (origin: string) => `mode: full-auto\npolicy: { flow: 'off' }\nnet: { internalOrigins: ['${origin}'] }`;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function listen(answer: Answer): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Message {
  readonly id?: number;
  readonly method: string;
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'old', version: '1' },
  },
  'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'worked' }] },
};

function answerTo({ id, method }: Message): object {
  const result = results[method];
  return result === undefined
    ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
    : { jsonrpc: '2.0', id, result };
}

/** As the body of a POST holds it. */
async function messageIn(request: IncomingMessage): Promise<Message> {
  return JSON.parse(await bodyOf(request));
}

describe('a server on the transport of 2024', () => {
  it('server-everything is found to be one, answers, and comes back after its restart', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const end = await everythingOver('sse', port);
    world.configure({ old: { url: `${origin}/sse` } }, listed(origin));
    const house = await world.house({ livesOn: true });
    await house.accept('old');
    expect(await house.view('old')).toMatchObject({ state: 'ready', protocol: '2025-11-25' });
    expect(text(await house.run('mcp_old_echo', { message: 'over SSE' }))).toContain('Echo: over SSE');
    await end();
    await expect.poll(async () => (await house.view('old')).state, { timeout: 10_000 }).not.toBe('ready');
    await everythingOver('sse', port);
    await expect.poll(house.names, { timeout: 20_000 }).toContain('mcp_old_echo');
    expect(text(await house.run('mcp_old_echo', { message: 'anew' }))).toContain('Echo: anew');
  }, 40_000);

  interface OldServer {
    readonly origin: string;
    readonly asked: string[];
  }

  async function oldServer(endpoint: (origin: string) => string): Promise<OldServer> {
    const asked: string[] = [];
    let stream: ServerResponse | null = null;
    const origin = await listen(async (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      if (request.method === 'GET' && request.url === '/sse') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write(`event: endpoint\ndata: ${endpoint(origin)}\n\n`);
        return;
      }
      if (request.method !== 'POST' || request.url !== '/message') return void response.writeHead(405).end();
      const message = await messageIn(request);
      response.writeHead(202).end('Accepted');
      if (message.id === undefined) return;
      stream?.write(`event: message\ndata: ${JSON.stringify(answerTo(message))}\n\n`);
      if (message.method === 'tools/call') stream?.end();
    });
    return { origin, asked };
  }

  it('is asked in no other way by later starts', async () => {
    const { origin, asked } = await oldServer(() => '/message');
    world.configure({ old: { url: `${origin}/sse` } }, listed(origin));
    const first = await world.house();
    await first.accept('old');
    await first.runtime.close();
    expect(asked.filter((line) => line === 'POST /sse').length).toBeGreaterThan(0);
    asked.splice(0);
    const next = await world.house();
    expect(text(await next.run('mcp_old_work'))).toContain('worked');
    expect(asked.filter((line) => line === 'POST /sse')).toEqual([]);
  });

  it('that ends its stream is connected anew for the next call', async () => {
    const { origin, asked } = await oldServer(() => '/message');
    world.configure({ old: { url: `${origin}/sse` } }, listed(origin));
    const house = await world.house({ livesOn: true });
    await house.accept('old');
    expect(text(await house.run('mcp_old_work'))).toContain('worked');
    await expect.poll(() => asked.filter((line) => line === 'GET /sse').length, { timeout: 10_000 }).toBe(2);
    await expect.poll(house.names, { timeout: 10_000 }).toEqual(['mcp_old_work']);
    expect(text(await house.run('mcp_old_work'))).toContain('worked');
  });

  it.each([
    ['another origin', () => 'http://169.254.169.254/message'],
    ['another port', (origin: string) => `${origin.replace(/\d+$/, '1')}/message`],
  ])('that wants its messages sent to %s is sent none', async (_where, endpoint) => {
    const { origin, asked } = await oldServer(endpoint);
    world.configure({ old: { url: `${origin}/sse` } }, listed(origin));
    const house = await world.house();
    await expect(house.owner.reviewServer('old')).rejects.toMatchObject({ code: 'server_unavailable' });
    expect(asked).not.toContain('POST /message');
  });

  it('is said to be neither where it answers nothing that is known', async () => {
    const origin = await listen(async (_request, response) => void response.writeHead(404).end('nothing here'));
    world.configure({ old: { url: `${origin}/sse` } }, listed(origin));
    const house = await world.house();
    await expect(house.owner.reviewServer('old')).rejects.toThrow(/nothing here|404/);
  });
});

describe('the older protocol', () => {
  it('is found out once, and not probed for again, neither after a restart of the server nor in a later runtime', async () => {
    const file = join(world.folder, 'told');
    world.configure({ s: scripted('old', file) }, 'mode: full-auto');
    const house = await world.house();
    await house.accept('s');
    const probes = () => toldBy(file).match(/^discover$/gm)?.length;
    expect(probes()).toBe(1);
    await house.owner.refreshServers();
    await house.runtime.close();
    const next = await world.house();
    expect(text(await next.run('mcp_s_echo', { text: 'quick' }))).toContain('quick');
    expect(probes()).toBe(1);
  }, 30_000);
});

describe('a session over HTTP that the server ended', () => {
  interface Sessions {
    readonly origin: string;
    readonly calls: readonly string[];
    /** All that are open. */
    end(): void;
    /** From now on every call finds its session ended. */
    forget(): void;
  }

  async function serveSessions(): Promise<Sessions> {
    const open = new Set<string>();
    const calls: string[] = [];
    let forgets = false;
    const origin = await listen(async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const message = await messageIn(request);
      const session = String(request.headers['mcp-session-id']);
      if (message.method === 'tools/call') calls.push(session);
      if (message.method === 'tools/call' && forgets) open.clear();
      if (message.method === 'initialize') {
        const id = randomUUID();
        open.add(id);
        response.setHeader('mcp-session-id', id);
      } else if (!open.has(session)) return void response.writeHead(404).end('Session not found');
      if (message.id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(message)));
    });
    return { origin, calls, end: () => open.clear(), forget: () => (forgets = true) };
  }

  it('is opened anew, and the call that was not taken is sent once more', async () => {
    const { origin, calls, end } = await serveSessions();
    world.configure({ web: { url: `${origin}/mcp` } }, listed(origin));
    const house = await world.house();
    await house.accept('web');
    expect(text(await house.run('mcp_web_work'))).toContain('worked');
    end();
    const answers = await Promise.all(Array.from({ length: 5 }, () => house.run('mcp_web_work')));
    expect(answers.map(text).every((answer) => answer.includes('worked'))).toBe(true);
    // One session for all of them.
    expect(new Set(calls).size).toBe(2);
    expect(await house.names()).toEqual(['mcp_web_work']);
  });

  it('is not opened over and over: the call then fails and says that it was not run', async () => {
    const { origin, calls, forget } = await serveSessions();
    world.configure({ web: { url: `${origin}/mcp` } }, listed(origin));
    const house = await world.house();
    await house.accept('web');
    forget();
    expect(await house.run('mcp_web_work')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/ended its session, and the new one too.*was not run/),
    });
    expect(calls).toHaveLength(2);
    // Whoever calls on meets a server that is left alone.
    for (let times = 0; times < 3; times += 1)
      expect(await house.run('mcp_web_work')).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining('is left alone'),
      });
    expect(calls).toHaveLength(3);
  });
});
