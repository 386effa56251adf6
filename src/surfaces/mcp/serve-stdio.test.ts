import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { createMcpScript, type McpScriptOptions } from '../../../test/programs/mcp-script.ts';
import { sampleCaller } from '../../testing/index.ts';
import { serveStdio } from './serve-stdio.ts';

interface Reply {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly tools?: readonly unknown[];
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface Wire {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly ended: Promise<void>;
  readonly stop: AbortController;
  readonly script: ReturnType<typeof createMcpScript>;
  readonly notes: readonly string[];
  readonly reports: readonly string[];
  send(message: object | string): void;
  next(): Promise<Reply>;
  /** Replies that nobody took, once the wire has ended. */
  rest(): Promise<readonly Reply[]>;
}

function connect(options: Partial<McpScriptOptions> & { readonly readOnly?: boolean } = {}): Wire {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  const notes: string[] = [];
  const reports: string[] = [];
  const script = createMcpScript({ mayElicit: false, note: (text) => notes.push(text), ...options });
  const ended = serveStdio({
    runtime: script.runtime,
    caller: sampleCaller(),
    readOnly: options.readOnly === true,
    input,
    output,
    signal: stop.signal,
    report: (message) => reports.push(message),
  });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  // Every line of the output has to be a message.
  const parse = (line: string): Reply => JSON.parse(line) as Reply; // a cast: what the test expects of it is asserted
  return {
    input,
    output,
    ended,
    stop,
    script,
    notes,
    reports,
    send: (message) => input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    next: async () => parse((await lines.next()).value ?? '{}'),
    async rest() {
      await ended;
      output.end();
      const left: Reply[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) left.push(parse(line.value));
      return left;
    },
  };
}

function request(id: unknown, method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id, method, params };
}

function toolCall(id: unknown, name: unknown, given: unknown = {}): object {
  return request(id, 'tools/call', { name, arguments: given });
}

async function initialised(options: Parameters<typeof connect>[0] = {}, capabilities: object = {}): Promise<Wire> {
  const wire = connect(options);
  wire.send(
    request(0, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo: { name: 'raw', version: '1' },
    }),
  );
  await wire.next();
  wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return wire;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('hostile input over stdio is answered, skipped or refused, and the connection goes on', () => {
  it.each<[string, string, number, unknown]>([
    ['garbage', 'GET / HTTP/1.1', -32700, null],
    ['a batch', '[{"jsonrpc":"2.0","id":9,"method":"ping"}]', -32600, null],
    [
      'a line of 5 MiB',
      `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"${'y'.repeat(5 * 1024 * 1024)}"}}`,
      -32600,
      null,
    ],
    [
      'nesting in the envelope',
      `{"jsonrpc":"2.0","id":9,"method":"ping","params":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      -32600,
      9,
    ],
    ['a repeated key in the envelope', '{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}', -32600, 10],
    ['an unknown method', '{"jsonrpc":"2.0","id":9,"method":"constructor"}', -32601, 9],
    ['a tool name that is no text', '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":{}}}', -32602, 9],
    ['a call without params', '{"jsonrpc":"2.0","id":9,"method":"tools/call"}', -32602, 9],
    [
      'a cursor that nobody gave out',
      '{"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"2"}}',
      -32602,
      9,
    ],
  ])('%s', async (...[, line, code, id]) => {
    const wire = await initialised();

    wire.send(line);
    const reply = await wire.next();
    wire.send(toolCall(1, 'echo', { after: true }));
    const after = await wire.next();

    expect(reply).toMatchObject({ id, error: { code } });
    expect(reply.error?.message).not.toMatch(/\bat .*\.[cm]?[jt]s/);
    expect(after).toMatchObject({ id: 1, result: { content: [{ text: '{"after":true}' }] } });
  });

  it('bytes that are no UTF-8 are refused', async () => {
    const wire = await initialised();

    wire.input.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));

    expect(await wire.next()).toMatchObject({ id: null, error: { code: -32700 } });
  });

  it('messages split at any byte and joined in one chunk arrive whole', async () => {
    const wire = await initialised();
    const bytes = Buffer.from(
      `\n\r\n${JSON.stringify(toolCall(1, 'echo', { text: 'äöü€😀' }))}\n${JSON.stringify(toolCall(2, 'echo'))}\n`,
    );

    for (const byte of bytes) wire.input.write(Buffer.from([byte]));

    expect(await wire.next()).toMatchObject({ id: 1, result: { content: [{ text: '{"text":"äöü€😀"}' }] } });
    expect(await wire.next()).toMatchObject({ id: 2 });
  });

  it.each(['constructor', '__proto__', 'toString', '', 'x'.repeat(5000)])(
    'a tool named %j is unknown, with what is near',
    async (name) => {
      const wire = await initialised();

      wire.send(toolCall(1, name));

      expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32602, data: { nearest: ['echo'] } } });
    },
  );

  it.each<[string, string]>([
    ['prototype names', '{"__proto__":{"x":1},"constructor":2}'],
    ['repeated keys', '{"a":1,"a":2}'],
    ['a number beyond a double', '{"n":12345678901234567890}'],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['null', 'null'],
  ])('arguments with %s reach the gate as they were sent', async (_name, text) => {
    const wire = await initialised();

    wire.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${text}}}`);

    expect(await wire.next()).toMatchObject({ id: 1, result: { content: [{ text }] } });
    expect(wire.script.runtime.received[0]?.arguments).toEqual({ json: text });
  });
});

describe('the end of a connection', () => {
  it('lets calls answer that came before the input ended', async () => {
    const wire = await initialised();

    wire.send(toolCall(1, 'echo'));
    wire.input.end(JSON.stringify(toolCall(2, 'echo')));

    expect((await wire.rest()).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('aborts a call that hangs when the input ends, answers it no more, and waits for its end', async () => {
    const wire = await initialised();
    wire.send(toolCall(1, 'hang'));
    await until(() => wire.notes.length > 0);

    wire.input.end();

    expect(await wire.rest()).toEqual([]);
    expect(wire.notes).toEqual(['hangs', 'was aborted']);
  });

  it('ends at once, in the middle of a line, where nothing is under way', async () => {
    const wire = await initialised();

    wire.input.end('{"jsonrpc":"2.0","id":1,');

    expect(await wire.rest()).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });

  it('comes when the signal aborts, and before anything is read where it has', async () => {
    const wire = await initialised();
    wire.send(toolCall(1, 'hang'));
    await until(() => wire.notes.length > 0);

    wire.stop.abort();
    await wire.ended;

    expect(wire.notes).toEqual(['hangs', 'was aborted']);
  });

  it('comes when the output breaks, without a crash', async () => {
    const wire = await initialised();

    wire.output.destroy(new Error('broken pipe'));

    await wire.ended;
    expect(wire.reports).toContain('broken pipe');
  });
});

describe('a call over stdio', () => {
  it('is aborted when the client cancels it, and is not answered', async () => {
    const wire = await initialised();
    wire.send(toolCall(1, 'hang'));
    await until(() => wire.notes.length > 0);

    wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
    await until(() => wire.notes.includes('was aborted'));
    wire.input.end();

    expect(await wire.rest()).toEqual([]);
  });

  it('never tells of a fault more than that there was one, and reports it to the operator', async () => {
    const wire = await initialised();

    wire.send(toolCall(1, 'fault'));

    expect(await wire.next()).toMatchObject({
      error: { code: -32603, message: 'Internal error. The log of Gatehouse says more.' },
    });
    expect(wire.reports).toEqual(['secret path /home/somebody']);
  });

  it('under --read-only goes to the gate with the class narrowed, so that the gate refuses', async () => {
    const wire = await initialised({ readOnly: true });
    wire.send(request(1, 'tools/list'));
    wire.send(toolCall(2, 'write'));

    const list = await wire.next();
    await wire.next();

    expect(list.result?.tools).not.toContainEqual(expect.objectContaining({ name: 'write' }));
    expect(list.result?.tools).toContainEqual(expect.objectContaining({ name: 'echo' }));
    expect(wire.script.runtime.received[0]?.caller.policyClasses).toEqual(['read_only']);
  });
});

describe('a pending call and a client that shows forms', () => {
  const forms = { elicitation: {} };

  it('asks with everything whole and escaped, and runs it once when the person approves', async () => {
    const approval = {
      arguments: { content: 'line\nbreak', big: JSON.rawJSON('12345678901234567890') },
      reason: 'Hidden \u202E text',
    };
    const wire = await initialised({ mayElicit: true, approval }, forms);
    wire.send(toolCall(1, 'write', { a: 1 }));

    const question = await wire.next();
    wire.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { decision: 'approve' } } });
    const reply = await wire.next();

    expect(question.method).toBe('elicitation/create');
    for (const part of [
      'write',
      'write path a.txt',
      '"content": "line\\nbreak"',
      '12345678901234567890',
      'Hidden \\u{202E} text',
      'Risk: medium',
    ]) {
      expect(question.params?.message).toContain(part);
    }
    expect(reply).toMatchObject({ id: 1, result: { content: [{ text: 'written' }] } });
    expect(wire.script.runs()).toBe(1);
  });

  it.each<[string, object]>([
    ['declines the form', { action: 'decline' }],
    ['dismisses the form', { action: 'cancel' }],
    ['accepts without a word', { action: 'accept', content: {} }],
    ['accepts with another word', { action: 'accept', content: { decision: 'yes' } }],
    ['accepts with approval in another place', { action: 'accept', content: { approve: true } }],
  ])('stays pending when the person %s', async (_name, result) => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));

    const question = await wire.next();
    wire.send({ jsonrpc: '2.0', id: question.id, result });

    expect(await wire.next()).toMatchObject({
      id: 1,
      result: { isError: false, structuredContent: { status: 'pending' } },
    });
    expect(wire.script.runs()).toBe(0);
  });

  it('is refused when the person denies it', async () => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));

    const question = await wire.next();
    wire.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { decision: 'deny' } } });

    expect(await wire.next()).toMatchObject({
      result: { isError: true, structuredContent: { code: 'approval_denied' } },
    });
  });

  it.each<[string, object]>([
    ['approves what was answered elsewhere', { action: 'accept', content: { decision: 'approve' } }],
    ['dismisses what was answered elsewhere', { action: 'cancel' }],
  ])('gets the outcome of the other answer when the person %s', async (_name, result) => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));
    const question = await wire.next();

    wire.script.answer(true);
    wire.send({ jsonrpc: '2.0', id: question.id, result });

    expect(await wire.next()).toMatchObject({ id: 1, result: { content: [{ text: 'written' }] } });
    expect(wire.script.runs()).toBe(1);
  });

  it('stays pending when the client fails to ask', async () => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));

    const question = await wire.next();
    wire.send({ jsonrpc: '2.0', id: question.id, error: { code: -32603, message: 'no window' } });

    expect(await wire.next()).toMatchObject({ result: { structuredContent: { status: 'pending' } } });
  });

  it('is withdrawn when the client cancels the call while it asks', async () => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));
    await wire.next();

    wire.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => wire.script.withdrawn().length > 0);

    expect(wire.script.withdrawn()).toEqual(['apr_1']);
  });

  it('stays open when the connection ends while it asks', async () => {
    const wire = await initialised({ mayElicit: true }, forms);
    wire.send(toolCall(1, 'write'));
    await wire.next();

    wire.input.end();
    await wire.ended;

    expect(wire.script.withdrawn()).toEqual([]);
  });

  it.each<[string, boolean, object]>([
    ['the operator does not allow this client', false, forms],
    ['the client declared nothing', true, {}],
    ['the client opens web pages only', true, { elicitation: { url: {} } }],
  ])('is not asked where %s', async (_name, mayElicit, capabilities) => {
    const wire = await initialised({ mayElicit }, capabilities);

    wire.send(toolCall(1, 'write'));

    expect(await wire.next()).toMatchObject({ id: 1, result: { structuredContent: { status: 'pending' } } });
  });
});
