// What a server behind Gatehouse says while a call runs, and the end of one call alone, all the way to the official client: the real command, the
// real daemon, both eras.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { openClientWorld, ways, type ClientWorld } from './client-world.ts';

let world: ClientWorld;

beforeEach(async () => {
  world = await openClientWorld();
});

// A busy machine takes its time to start a server.
const patient = { timeout: 10_000 };

describe.each(ways)('over %s, era %s', (way, era) => {
  it('progress comes under the token of its call, log lines from the level of the client on, and nothing where none is asked for', async () => {
    const client = await world.connected(way, era);
    const lines: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params.data));
    const steps: unknown[] = [];
    const meta = era === 'auto' ? { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } } : {};
    if (era === 'legacy') await client.setLoggingLevel('info');
    const result = await client.callTool(
      { name: 'mcp_s_steps', arguments: {}, ...meta },
      { onprogress: (step) => steps.push(step) },
    );
    expect(JSON.stringify(result)).toContain('three steps');
    expect(steps).toMatchObject([
      { progress: 1, total: 3, message: 'step 1' },
      { progress: 2, total: 3, message: 'step 2' },
      { progress: 3, total: 3, message: 'step 3' },
    ]);
    expect(lines).toEqual(['line 1', 'line 2', 'line 3']);
    if (era === 'legacy') await client.setLoggingLevel('error');
    expect(JSON.stringify(await client.callTool({ name: 'mcp_s_steps', arguments: {} }))).toContain('three steps');
    expect(lines).toHaveLength(3);
  });

  it('a call that is cancelled is cancelled at its server, and no other', async () => {
    const client = await world.connected(way, era);
    const giveUp = new AbortController();
    const cancelled = client.callTool({ name: 'mcp_s_sleep', arguments: { ms: 20_000 } }, { signal: giveUp.signal });
    const other = client.callTool({ name: 'mcp_s_sleep', arguments: { ms: 4_000 } });
    await expect.poll(() => world.told().match(/call sleep/g)?.length, patient).toBe(2);
    giveUp.abort();
    await expect(cancelled).rejects.toThrow();
    await expect.poll(() => world.told().match(/cancelled \d+/g)?.length, patient).toBe(1);
    expect(JSON.stringify(await other)).toContain('slept');
    expect(world.told().match(/cancelled \d+/g)).toHaveLength(1);
    const [, first] = /call sleep (\d+)/.exec(world.told()) ?? [];
    expect(world.told()).toContain(`cancelled ${first}`);
  });
});

it('a program that reads its answer as a stream gets the notices, then the outcome with its status', async () => {
  const daemon = await world.daemon();
  const headers = {
    authorization: `Bearer ${readFileSync(daemon.tokenFile, 'utf8').trim()}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const ask = (body: object) =>
    fetch(`${daemon.url}/api/calls`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await ask({ tool: 'mcp_s_steps', arguments: {} });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('event:'));
  expect(events[0]).toMatch(/^event: notice\ndata: \{"notice":\{"kind":/);
  expect(events.at(-1)).toMatch(/^event: outcome\ndata: \{"status":200,"mayAnswer":false,"outcome":\{"callId":"call_/);
  const unknown = await (await ask({ tool: 'nothing_such' })).text();
  expect(unknown).toContain('event: outcome\ndata: {"status":404');
  expect((await ask({ tool: 7 })).status).toBe(400);
});
