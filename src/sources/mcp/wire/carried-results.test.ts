import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createCarriedResults } from './carried-results.ts';

const big = '{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":{"n":12345678901234567890,"b":1}}}';

/** What a listener is handed for a message that comes over the transport. */
function handed(
  message: JSONRPCMessage,
  before: (carried: ReturnType<typeof createCarriedResults>) => void = () => undefined,
) {
  const carried = createCarriedResults();
  before(carried);
  const transport: Transport = {
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
  };
  carried.carry(transport);
  let got: JSONRPCMessage | undefined;
  transport.onmessage = (one) => (got = one);
  transport.onmessage(message);
  if (got === undefined) throw new Error('Nobody was told.');
  return { carried, got };
}

function answerOf(message: JSONRPCMessage, before?: (carried: ReturnType<typeof createCarriedResults>) => void) {
  const { carried, got } = handed(message, before);
  if (!('result' in got)) throw new Error('It is no result.');
  return { answer: carried.answerOf(got.result), result: got.result };
}

const messageOf = (text: string): JSONRPCMessage => JSON.parse(text) as JSONRPCMessage;

describe('an answer', () => {
  it('comes through as it was sent, with blocks that the SDK would refuse', () => {
    const content = [{ type: 'image', data: '***', mimeType: 7 }, 5];
    const { answer, result } = answerOf({ jsonrpc: '2.0', id: 1, result: { content, isError: true } });
    expect(answer).toEqual({ content, isError: true, structuredContent: undefined });
    expect(result['content']).toEqual([]);
  });

  it('is none that a server made up', () => {
    const { answer } = answerOf({
      jsonrpc: '2.0',
      id: 1,
      result: { _meta: { 'gatehouse/carried': { content: ['mine'] } } },
    });
    expect(answer).not.toHaveProperty('content');
  });

  it('keeps its large numbers, of a line', () => {
    const { answer } = answerOf(messageOf(big), (carried) => carried.see(big));
    expect(JSON.stringify(answer.structuredContent)).toBe('{"n":12345678901234567890,"b":1}');
  });

  it('keeps them after any number of messages that were answers to nothing', () => {
    const { answer } = answerOf(messageOf(big), (carried) => {
      for (let id = 100; id < 300; id += 1) carried.see(big.replace('"id":7', `"id":${id}`));
      carried.see(big);
    });
    expect(JSON.stringify(answer.structuredContent)).toBe('{"n":12345678901234567890,"b":1}');
  });

  it.each([
    ['a body of JSON', 'application/json; charset=utf-8', big],
    ['events', 'text/event-stream', `event: message\r\nid: 12345678901234567890\r\ndata: ${big}\r\n\r\n`],
  ])('keeps its large numbers, of %s, whose bytes stay as they are', async (_what, type, text) => {
    const carried = createCarriedResults();
    const pieces = Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const response = carried.seeBody(
      new Response(body, { status: 202, headers: { 'content-type': type, 'x-a': 'b' } }),
    );
    expect(await response.text()).toBe(text);
    expect([response.status, response.headers.get('x-a')]).toEqual([202, 'b']);
    const transport: Transport = {
      start: async () => undefined,
      send: async () => undefined,
      close: async () => undefined,
    };
    carried.carry(transport);
    const got = Promise.withResolvers<JSONRPCMessage>();
    transport.onmessage = got.resolve;
    transport.onmessage(messageOf(big));
    const message = await got.promise;
    const answer = 'result' in message ? carried.answerOf(message.result) : {};
    expect(JSON.stringify(answer.structuredContent)).toBe('{"n":12345678901234567890,"b":1}');
  });

  it('of the other messages is none: they pass as they are', () => {
    const request: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(handed(request).got).toBe(request);
    const listing: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: { tools: [] } };
    expect(handed(listing).got).toBe(listing);
  });
});
