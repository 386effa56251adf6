import { Server, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createLegacySessions } from './legacy-sessions.ts';

const hello: JSONRPCMessage = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const ping: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };

function start() {
  let now = 0;
  const sessions = createLegacySessions({
    factory: () => new Server({ name: 'test', version: '1' }, { capabilities: {} }),
    now: () => now,
    limits: { idleMs: 1000, perPrincipal: 2 },
  });
  const send = (principal: string, message: JSONRPCMessage, id?: string): Promise<Response> => {
    const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
    if (id !== undefined) headers.set('mcp-session-id', id);
    return sessions.handle(new Request('http://127.0.0.1/mcp', { method: 'POST', headers }), { principal, message });
  };
  return {
    sessions,
    pass: (ms: number) => {
      now += ms;
    },
    open: async (principal: string) => (await send(principal, hello)).headers.get('mcp-session-id') ?? '',
    status: async (principal: string, id: string) => (await send(principal, ping, id)).status,
  };
}

describe('sessions', () => {
  it('end after the idle time, counted from the last request', async () => {
    const { open, pass, status, sessions } = start();
    const [used, idle] = [await open('a'), await open('a')];

    pass(900);
    await status('a', used);
    pass(900);

    expect(await status('a', used)).toBe(200);
    expect(await status('a', idle)).toBe(404);
    expect(sessions.count).toBe(1);
  });

  it('are bounded for each principal: the longest unused one ends, and never one of another', async () => {
    const { open, pass, status } = start();
    const other = await open('b');
    const first = await open('a');
    pass(1);
    const second = await open('a');
    pass(1);
    await status('a', first);
    pass(1);

    const third = await open('a');

    expect(await status('a', first)).toBe(200);
    expect(await status('a', second)).toBe(404);
    expect(await status('a', third)).toBe(200);
    expect(await status('b', other)).toBe(200);
  });

  it('stay bounded when many open at the same time', async () => {
    const { open, sessions } = start();

    await Promise.all(Array.from({ length: 20 }, () => open('a')));

    expect(sessions.count).toBe(2);
  });

  it('that are refused at the start leave nothing behind', async () => {
    const { sessions } = start();
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers: { accept: 'text/html' } });

    const response = await sessions.handle(request, { principal: 'a', message: hello });

    expect(response.status).toBe(406);
    expect(sessions.count).toBe(0);
  });

  it('all end when they are closed', async () => {
    const { open, sessions } = start();
    await open('a');
    await open('b');

    await sessions.close();

    expect(sessions.count).toBe(0);
  });
});
