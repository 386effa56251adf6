import { afterEach, describe, expect, it } from 'vitest';
import { serveMcpOverHttp } from '../../../test/programs/mcp-http.ts';
import { createMcpScript, type McpScript, type McpScriptOptions } from '../../../test/programs/mcp-script.ts';
import type { Caller } from '../../contract/index.ts';
import { sampleCaller } from '../../testing/index.ts';
import { createMcpHttpHandler, type McpHttpEndpoint } from './http-endpoint.ts';

interface Sent {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly caller?: Partial<Caller>;
  readonly signal?: AbortSignal;
}

interface Endpoint {
  readonly script: McpScript;
  readonly endpoint: McpHttpEndpoint;
  readonly notes: readonly string[];
  send(what: Sent): Promise<Response>;
}

const open: McpHttpEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

function start(options: Partial<McpScriptOptions> = {}): Endpoint {
  const notes: string[] = [];
  const script = createMcpScript({ mayElicit: false, note: (text) => notes.push(text), ...options });
  const endpoint = createMcpHttpHandler({ runtime: script.runtime, readOnly: false, report: () => undefined });
  open.push(endpoint);
  return {
    script,
    endpoint,
    notes,
    send({ method = 'POST', body, headers, caller, signal }) {
      const request = new Request('http://127.0.0.1/mcp', {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      });
      return endpoint.handle(request, { caller: sampleCaller({ principal: 'token:a', ...caller }) });
    },
  };
}

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

async function openSession(endpoint: Endpoint): Promise<Record<string, string>> {
  const response = await endpoint.send({ body: hello });
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}

/** The one message of an answer, streamed or not. */
async function messageOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

function legacyCall(name: string, argumentsText = '{}', id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${argumentsText}}}`;
}

function modernCall(name: string, argumentsText = '{}', more = ''): Pick<Sent, 'body' | 'headers'> {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const params = `{"name":"${name}","arguments":${argumentsText},"_meta":${JSON.stringify(envelope)}${more}}`;
  return {
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a session of a 2025-era client', () => {
  it('has an id of its own that nobody can guess, and works for its principal', async () => {
    const endpoint = start();
    const [first, second] = [await openSession(endpoint), await openSession(endpoint)];

    const response = await endpoint.send({ body: legacyCall('echo'), headers: first });

    expect(first['mcp-session-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(first).not.toEqual(second);
    expect(await messageOf(response)).toMatchObject({ id: 1, result: { content: [{ text: '{}' }] } });
  });

  it.each(['POST', 'GET', 'DELETE'])('is unknown to another principal: %s', async (method) => {
    const endpoint = start();
    const headers = await openSession(endpoint);

    const other = await endpoint.send({
      method,
      headers,
      caller: { principal: 'token:b' },
      ...(method === 'POST' ? { body: legacyCall('echo') } : {}),
    });
    const own = await endpoint.send({ body: legacyCall('echo'), headers });

    expect(other.status).toBe(404);
    expect(own.status).toBe(200);
    expect(endpoint.script.runtime.received).toHaveLength(1);
  });

  it('that never was is answered like that of another', async () => {
    const endpoint = start();
    const headers = await openSession(endpoint);

    const never = await endpoint.send({ body: legacyCall('echo'), headers: { 'mcp-session-id': crypto.randomUUID() } });
    const others = await endpoint.send({ body: legacyCall('echo'), headers, caller: { principal: 'token:b' } });

    expect([never.status, await never.text()]).toEqual([others.status, await others.text()]);
  });

  it('ends with DELETE, which aborts its calls', async () => {
    const endpoint = start();
    const headers = await openSession(endpoint);
    await endpoint.send({ body: legacyCall('hang'), headers });
    await until(() => endpoint.notes.length > 0);

    const ended = await endpoint.send({ method: 'DELETE', headers });
    const after = await endpoint.send({ body: legacyCall('echo'), headers });

    expect([ended.status, after.status]).toEqual([200, 404]);
    expect(endpoint.notes).toEqual(['hangs', 'was aborted']);
  });

  it('carries each call under the caller of that very request', async () => {
    const endpoint = start();
    const headers = await openSession(endpoint);

    await messageOf(await endpoint.send({ body: legacyCall('echo'), headers }));
    await messageOf(await endpoint.send({ body: legacyCall('echo'), headers, caller: { trust: 'guest' } }));

    expect(endpoint.script.runtime.received.map(({ caller }) => caller.trust)).toEqual(['operator', 'guest']);
  });

  it('aborts a call that the client cancels', async () => {
    const endpoint = start();
    const headers = await openSession(endpoint);
    await endpoint.send({ body: legacyCall('hang', '{}', 5), headers });
    await until(() => endpoint.notes.length > 0);

    await endpoint.send({
      headers,
      body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}',
    });
    await until(() => endpoint.notes.includes('was aborted'));

    expect(endpoint.notes).toEqual(['hangs', 'was aborted']);
  });
});

describe('a request that is none', () => {
  it.each<[string, Sent, number]>([
    ['a call without a session', { body: legacyCall('echo') }, 400],
    ['a stream without a session', { method: 'GET' }, 400],
    ['another method', { method: 'PUT', body: '{}' }, 405],
    ['another content type', { body: hello, headers: { 'content-type': 'text/plain' } }, 415],
    ['no JSON', { body: 'hello' }, 400],
    ['an empty body', { body: '' }, 400],
    ['a batch', { body: `[${hello}]` }, 400],
    ['a repeated key', { body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}' }, 400],
    ['bytes that are no UTF-8', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400],
    ['5 MiB', { body: `"${'x'.repeat(5 * 1024 * 1024)}"` }, 413],
    ['a length that says 5 MiB', { body: '{}', headers: { 'content-length': '5242880' } }, 413],
    ['an initialize without params', { body: '{"jsonrpc":"2.0","id":1,"method":"initialize"}' }, 400],
    [
      'a revision that is not served',
      { ...modernCall('echo'), headers: { 'mcp-protocol-version': '2099-01-01' } },
      400,
    ],
  ])('%s is refused with an error that shows no stack', async (_name, sent, status) => {
    const endpoint = start();

    const response = await endpoint.send(sent);
    const text = await response.text();

    expect(response.status).toBe(status);
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    expect(text).not.toMatch(/\bat .*\.[cm]?[jt]s/);
    expect(endpoint.script.runtime.received).toEqual([]);
  });
});

describe('arguments over HTTP', () => {
  const texts = [
    '{"n":12345678901234567890}',
    '{"a":1,"a":2}',
    '{"__proto__":{},"constructor":1}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ];

  it.each(texts)('reach the gate as a 2025-era client sent them: %.40s', async (text) => {
    const endpoint = start();
    const headers = await openSession(endpoint);

    await messageOf(await endpoint.send({ body: legacyCall('echo', text), headers }));

    expect(endpoint.script.runtime.received[0]?.arguments).toEqual({ json: text });
  });

  it.each(texts)('reach the gate as a 2026-era client sent them: %.40s', async (text) => {
    const endpoint = start();

    const message = await messageOf(await endpoint.send(modernCall('echo', text)));

    expect(message).toMatchObject({ result: { content: [{ text }] } });
    expect(endpoint.script.runtime.received[0]?.arguments).toEqual({ json: text });
  });
});

describe('a 2026-era client that is asked', () => {
  function answered(id: string, decision: string): string {
    return `,"inputResponses":{"${id}":{"action":"accept","content":{"decision":"${decision}"}}}`;
  }

  it('gets the question as the result, under the id of the request, and runs the call once with its answer', async () => {
    const endpoint = start({ mayElicit: true });

    const question = await messageOf(await endpoint.send(modernCall('write')));
    const result = await messageOf(await endpoint.send(modernCall('write', '{}', answered('apr_1', 'approve'))));

    expect(question).toMatchObject({
      result: { resultType: 'input_required', inputRequests: { apr_1: { method: 'elicitation/create' } } },
    });
    expect(result).toMatchObject({ result: { content: [{ text: 'written' }] } });
    expect(endpoint.script.runs()).toBe(1);
  });

  it.each(['apr_2', '__proto__', 'constructor'])(
    'answers nothing with an answer to another question: %s',
    async (id) => {
      const endpoint = start({ mayElicit: true });

      const message = await messageOf(await endpoint.send(modernCall('write', '{}', answered(id, 'approve'))));

      expect(message).toMatchObject({ result: { resultType: 'input_required' } });
      expect(endpoint.script.runs()).toBe(0);
    },
  );

  it('answers nothing where the operator does not allow it', async () => {
    const endpoint = start({ mayElicit: false });

    const message = await messageOf(await endpoint.send(modernCall('write', '{}', answered('apr_1', 'approve'))));

    expect(message).toMatchObject({ result: { structuredContent: { status: 'pending' } } });
    expect(endpoint.script.runs()).toBe(0);
  });
});

describe('the end', () => {
  it('of a 2026-era request, when the client hangs up, aborts its call', async () => {
    const notes: string[] = [];
    const serving = await serveMcpOverHttp({ mayElicit: false, note: (text) => notes.push(text) });
    const gone = new AbortController();
    const { body, headers } = modernCall('hang');
    const response = fetch(serving.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: String(body),
      signal: gone.signal,
    });
    await until(() => notes.length > 0);

    gone.abort();
    await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => notes.includes('was aborted'));
    await serving.close();

    expect(notes).toEqual(['hangs', 'was aborted']);
  });

  it('of the endpoint aborts every call, waits for it, and refuses what comes after', async () => {
    const endpoint = start();
    const headers = await openSession(endpoint);
    await endpoint.send({ body: legacyCall('hang'), headers });
    const modern = endpoint.send(modernCall('hang'));
    await until(() => endpoint.notes.length > 1);

    await endpoint.endpoint.close();
    const after = await endpoint.send({ body: hello });

    expect(endpoint.notes).toEqual(['hangs', 'hangs', 'was aborted', 'was aborted']);
    expect((await modern).status).toBe(499);
    expect(after.status).toBe(503);
  });
});
