import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asGuest, startHouse, told } from '../../../test/harness/scripted-house.ts';
import { startScriptedDaemon, type ScriptedDaemon } from '../../../test/programs/scripted-daemon.ts';
import type { Outcome } from '../../contract/index.ts';
import {
  abortedOutcome,
  completedOutcome,
  failedOutcome,
  pendingOutcome,
  refusedOutcome,
  sampleTool,
} from '../../testing/index.ts';
import { apiRoutes } from './routes/api-routes.ts';

describe('a call', () => {
  const outcomes: readonly (readonly [string, Outcome, number, boolean])[] = [
    ['completed', completedOutcome('fine'), 200, false],
    ['failed by its tool', completedOutcome('no', { isError: true }), 200, true],
    ['failed', failedOutcome(), 200, true],
    ['aborted', abortedOutcome(), 499, true],
    ['of an unknown tool', refusedOutcome({ code: 'unknown_tool', by: 'resolve' }), 404, true],
    ['refused', refusedOutcome(), 403, true],
    ['pending', pendingOutcome(), 202, false],
    ['with arguments that do not fit', refusedOutcome({ code: 'invalid_arguments', by: 'validate' }), 422, true],
    ['while the store is away', refusedOutcome({ code: 'store_unavailable' }), 503, true],
    ['that met a fault of ours', refusedOutcome({ code: 'internal' }), 500, true],
  ];
  it.each(outcomes)('that is %s has its row of the table', async (_what, outcome, status, isError) => {
    const house = await startHouse({ otherwise: () => outcome, answers: { mayElicit: () => false } });
    expect(await told(house.send('/api/calls', { method: 'POST', body: '{"tool":"t"}' }))).toEqual([
      status,
      { ...outcome, isError },
    ]);
  });

  it('that waits says whether the client may answer it', async () => {
    const house = await startHouse({
      otherwise: () => pendingOutcome(),
      answers: { mayElicit: ({ principal }) => principal === 'token:local' },
    });
    const header = async (headers = {}) =>
      (await house.send('/api/calls', { method: 'POST', headers, body: '{"tool":"t"}' })).headers.get(
        'x-gatehouse-elicitation',
      );
    expect([await header(), await header(asGuest)]).toEqual(['accepted', null]);
  });

  it('is aborted when its client goes away', async () => {
    const house = await startHouse({
      otherwise: ({ signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve(abortedOutcome()))),
    });
    const leaving = new AbortController();
    const call = house
      .send('/api/calls', { method: 'POST', body: '{"tool":"t"}', signal: leaving.signal })
      .catch(() => 'gone');
    while (house.runtime.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    expect(await call).toBe('gone');
    const signal = house.runtime.received[0]?.signal;
    while (signal?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(house.reports).toEqual([]);
  });

  it('that throws is a fault of ours: told to the operator, and to the client without stack or path', async () => {
    const house = await startHouse({ otherwise: () => Promise.reject(new Error(`ENOENT: /home/someone/secret`)) });
    const [status, body] = await told(house.send('/api/calls', { method: 'POST', body: '{"tool":"t"}' }));
    expect([status, body]).toMatchObject([500, { error: { code: 'internal', details: {} } }]);
    expect(JSON.stringify(body)).not.toMatch(/ENOENT|secret|\.ts|at /);
    expect(house.reports.join('\n')).toContain('ENOENT: /home/someone/secret');
  });
});

describe('the arguments of a call', () => {
  const sent: readonly (readonly [string, string, string])[] = [
    [
      'a number that no double holds',
      '{"tool":"t","arguments":{"n":12345678901234567890}}',
      '{"n":12345678901234567890}',
    ],
    ['a repeated key', '{"tool":"t","arguments":{"a":1,"a":2}}', '{"a":1,"a":2}'],
    ['what is no JSON', '{"tool":"t","arguments":{"a":NaN}}', '{"a":NaN}'],
    ['a lone surrogate', '{"tool":"t","arguments":{"a":"\\ud800"}}', '{"a":"\\ud800"}'],
    [
      'a depth of 10,000',
      `{"tool":"t","arguments":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ],
    ['2 MB', `{"tool":"t","arguments":{"a":"${'x'.repeat(2_000_000)}"}}`, `{"a":"${'x'.repeat(2_000_000)}"}`],
    ['no object', '{"tool":"t","arguments":[1]}', '[1]'],
    ['as text', '{"tool":"t","json":"{\\"n\\": 1.10}"}', '{"n": 1.10}'],
    ['none', '{"tool":"t"}', '{}'],
    ['first and with space', ' {\n"arguments" : { "a" : 1 } , "tool":"t" } ', '{ "a" : 1 }'],
    ['with a prototype', '{"tool":"t","arguments":{"__proto__":{"a":1}}}', '{"__proto__":{"a":1}}'],
  ];
  it.each(sent)('reach the gate as they were sent: %s', async (_what, body, json) => {
    const house = await startHouse({ otherwise: () => completedOutcome('') });
    expect((await house.send('/api/calls', { method: 'POST', body })).status).toBe(200);
    expect(house.runtime.received[0]?.arguments).toEqual({ json });
    expect(house.runtime.received[0]?.tool).toBe('t');
  });

  it.each(['constructor', '__proto__', 'x'.repeat(2000), '', '../..', '\u0000'])(
    'name a tool that is only a name: %j',
    async (tool) => {
      const house = await startHouse({ otherwise: () => refusedOutcome({ code: 'unknown_tool' }) });
      expect((await house.send('/api/calls', { method: 'POST', body: JSON.stringify({ tool }) })).status).toBe(404);
      expect(house.runtime.received[0]?.tool).toBe(tool);
    },
  );

  it('and the result are carried with the numbers as they are written', async () => {
    const house = await startHouse({ otherwise: () => completedOutcome('', { structured: JSON.parse('{}') }) });
    expect((await house.send('/api/calls', { method: 'POST', body: '{"tool":"t"}' })).status).toBe(200);
    const exact = await startHouse({
      otherwise: () => completedOutcome('', { structured: { n: JSON.rawJSON('12345678901234567890') } }),
    });
    const text = await (await exact.send('/api/calls', { method: 'POST', body: '{"tool":"t"}' })).text();
    expect(text).toContain('"structured":{"n":12345678901234567890}');
  });
});

describe('the words of the user', () => {
  const body = '{"tool":"t","arguments":{"a":1},"userWords":"do a"}';

  it.each(['/api/calls', '/api/explain'])('are refused from a token: %s', async (path) => {
    const house = await startHouse({ otherwise: () => completedOutcome('') });
    expect(await told(house.send(path, { method: 'POST', body, headers: asGuest }))).toMatchObject([
      403,
      { error: { code: 'not_the_owner' } },
    ]);
    expect(house.runtime.received).toEqual([]);
  });
});

describe('a body', () => {
  const bodies: readonly (readonly [string, string, number])[] = [
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['a text', '"t"', 400],
    ['half an object', '{"tool":"t"', 400],
    ['half the arguments', '{"tool":"t","arguments":{', 400],
    ['no tool', '{"arguments":{}}', 400],
    ['a tool that is no text', '{"tool":1}', 400],
    ['an unknown member', '{"tool":"t","tools":1}', 400],
    ['the tool twice', '{"tool":"t","tool":"u"}', 400],
    ['arguments twice', '{"tool":"t","arguments":{},"arguments":{}}', 400],
    ['arguments in both ways', '{"tool":"t","arguments":{},"json":"{}"}', 400],
    ['more behind it', '{"tool":"t"} {"tool":"u"}', 400],
    ['the inside of our own finder', '{"tool":"t"},"params":{"arguments":{}}', 400],
    ['depth outside the arguments', `{"tool":${'['.repeat(10_000)}`, 400],
    ['5 MB', `{"tool":"t","arguments":{"a":"${'x'.repeat(5_000_000)}"}}`, 413],
  ];
  it.each(bodies)('of %s is refused', async (_what, body, status) => {
    const house = await startHouse({});
    const [answered, fault] = await told(house.send('/api/calls', { method: 'POST', body }));
    expect([answered, fault]).toMatchObject([status, { error: { message: expect.any(String) } }]);
    expect(house.reports).toEqual([]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    '',
  ])('of type %j changes nothing', async (type) => {
    const house = await startHouse({});
    const answer = await house.send('/api/calls', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"tool":"t"}',
    });
    expect([answer.status, await answer.json()]).toMatchObject([415, { error: { code: 'wrong_type' } }]);
  });

  it('that its client does not finish is nothing to report', async () => {
    const house = await startHouse({});
    const socket = connect(house.port, '127.0.0.1', () =>
      socket.write(
        `POST /api/calls HTTP/1.1\r\nHost: 127.0.0.1:${house.port}\r\nAuthorization: Bearer ${house.token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tool":',
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await house.daemon.close();
    expect(house.reports).toEqual([]);
    expect(house.runtime.received).toEqual([]);
  });

  it('may come in chunks, and is refused when they are too many or no text', async () => {
    const house = await startHouse({ otherwise: () => completedOutcome('ok') });
    const inChunks = (chunks: readonly Uint8Array[]) =>
      fetch(`${house.daemon.url}/api/calls`, {
        method: 'POST',
        headers: { authorization: `Bearer ${house.token}`, 'content-type': 'application/json' },
        body: ReadableStream.from(chunks),
        duplex: 'half',
      });
    const text = Buffer.from('{"tool":"t","arguments":{"a":"ü✓"}}');
    expect((await inChunks([...text].map((byte) => Uint8Array.of(byte)))).status).toBe(200);
    expect(house.runtime.received[0]?.arguments).toEqual({ json: '{"a":"ü✓"}' });
    expect((await inChunks([text.subarray(0, 30), Uint8Array.of(0xff), text.subarray(30)])).status).toBe(400);
    expect((await inChunks([text.subarray(0, -4)])).status).toBe(400);
    expect((await inChunks(Array.from({ length: 50 }, () => new Uint8Array(100_000).fill(32)))).status).toBe(413);
  });

  it.each(apiRoutes.filter(({ method }) => method === 'post' || method === 'put'))(
    'of $method $path has to be JSON, also where it is empty',
    async ({ method, path }) => {
      const house = await startHouse({});
      const place = path.replaceAll(/\{\w+\}/g, 'x');
      const answer = await house.sendOwner(place, {
        method: method.toUpperCase(),
        headers: { 'content-type': 'text/plain' },
      });
      expect(answer.status).toBe(415);
    },
  );
});

describe('the path of a request', () => {
  let house: ScriptedDaemon;
  beforeAll(async () => {
    house = await startScriptedDaemon({
      tools: [sampleTool({ name: 'read' })],
      answers: { approval: () => Promise.resolve(null) },
    });
  });
  afterAll(() => house.close());

  const paths: readonly (readonly [string, number])[] = [
    ['/api/tools/read', 200],
    ['/api/tools/constructor', 404],
    ['/api/tools/__proto__', 404],
    ['/api/tools/..%2f..%2fetc%2fpasswd', 404],
    ['/api/tools/%00', 404],
    ['/api/tools/%zz', 404],
    ['/api/tools/%ed%a0%80', 404],
    [`/api/tools/${'x'.repeat(4000)}`, 404],
    ['/api/tools/a/b', 404],
    ['/api/tools/', 404],
    ['/api//tools', 404],
    ['/API/tools', 404],
    ['/api/../api/tools', 200],
    ['/api/approvals/constructor', 404],
    ['/constructor', 404],
    ['/api/__proto__', 404],
    ['/api/capabilities?tool_name=read', 200],
    ['/api/capabilities?tool_name=constructor', 404],
    ['/api/capabilities?tool_name=read&tool_name=x', 400],
    ['/api/capabilities?constructor=1', 400],
    ['/api/capabilities?__proto__=1', 400],
    ['/api/health?tool_name=read', 400],
    ['/api/tools?kind=plugin', 400],
    ['/api/tools?class=everything', 400],
    ['/api/tools?class=constructor', 400],
    ['/api/tools?hidden=yes', 400],
    ['/api/tools?class=read_only,exec&hidden=true&names=', 200],
    ['/api/approvals?limit=0', 400],
    ['/api/approvals?limit=ten', 400],
    ['/api/approvals?show=mine', 400],
    ['/api/events?kinds=constructor', 400],
    ['/api/events?after=1', 400],
    ['/api/events?limit=1001', 400],
    ['/api/events?since=now', 400],
    ['/api/openapi.json?x=1', 400],
    ['/mcp?readOnly=yes', 400],
  ];
  it.each(paths)('%j is answered with %i', async (path, status) => {
    const answer = await fetch(`${house.daemon.url}${path}`, { headers: { authorization: `Bearer ${house.token}` } });
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(text).not.toMatch(/node_modules|\/src\/|\bat .*:\d+/);
    expect(house.reports).toEqual([]);
  });

  it.each(['OPTIONS', 'PATCH', 'HEAD', 'PUT', 'QUERY', 'PROPFIND'])(
    'does not take the method %s that it has no route for',
    async (method) => {
      const answer = await house.send('/api/health', { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET');
      expect(answer.headers.get('access-control-allow-origin')).toBe(null);
    },
  );
});

it('survives garbage on a connection that it has answered on', async () => {
  const house = await startHouse({ otherwise: () => completedOutcome('ok') });
  const talk = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(house.port, '127.0.0.1', () => socket.write(text));
      let heard = '';
      socket.on('data', (chunk) => (heard += String(chunk)));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(heard));
    });
  const head = `Host: 127.0.0.1:${house.port}\r\nAuthorization: Bearer ${house.token}\r\n`;
  const health = `GET /api/health HTTP/1.1\r\n${head}\r\n`;
  const hostile = [
    'GARBAGE\r\n\r\n',
    '\u0000\u0001\u0002',
    `${health}GARBAGE / HTTP/9.9\r\n\r\n`,
    `POST /api/calls HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${health}`,
    `POST /api/calls HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `POST /api/calls HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\n`,
    `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${house.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    `GET /api/health HTTP/1.0\r\n\r\n`,
    `GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n`,
    `GET \\api\\health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    `GET //evil.example/api/health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    `CONNECT evil.example:80 HTTP/1.1\r\n${head}\r\n`,
    `GET /mcp HTTP/1.1\r\n${head}Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  ];
  const heard = await Promise.all(hostile.map(talk));
  expect(heard.filter((text) => /101 Switching|node_modules|\bat .*:\d+/.test(text))).toEqual([]);
  expect(heard.slice(5).filter((text) => text.includes('"status":"ok"'))).toEqual([]);

  const two = await talk(`${health}GET /api/health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
  expect(two.match(/"status":"ok"/g)).toHaveLength(2);
  expect(house.reports).toEqual([]);
});
