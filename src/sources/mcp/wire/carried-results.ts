// Carries what a call came to past the SDK as the server sent it: the SDK would refuse a whole answer over one broken block, and its
// parser rounds large numbers.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../contract/index.ts';
import { parseJson } from '../../../text/index.ts';

/** An answer as it was sent, not looked at yet. */
export interface ServerAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export interface CarriedResults {
  /** Takes the answers out of the messages that come over it. To be called before anybody listens. */
  carry(transport: Transport): void;
  /** Looks at the text of a message before it is parsed, for numbers that parsing would change. */
  see(text: string): void;
  /** The same for a response, as its body is read. */
  seeBody(response: Response): Response;
  /** Of a result as the SDK handed it on; the result itself where nothing was carried. */
  answerOf(result: ServerAnswer & { readonly _meta?: Readonly<Record<string, unknown>> | undefined }): ServerAnswer;
}

const key = 'gatehouse/carried';
/** Of messages with such numbers that nobody has taken yet: what is no answer to anything stays there. */
const mostKept = 100;
const mostKeptChars = 64 * 1024 * 1024;
const mostTextChars = 32 * 1024 * 1024;
/** Longer than a double is exact for, or beyond its range. */
const mayChange = /\d[\d.]{15}|\d[eE]\+?\d{3}/;

export function createCarriedResults(): CarriedResults {
  // By the object that stands for an answer in the message: a server cannot make one.
  const carried = new WeakMap<object, ServerAnswer>();
  const exact = new Map<unknown, { readonly value: unknown; readonly chars: number }>();
  let keptChars = 0;
  const take = (id: unknown): unknown => {
    const kept = exact.get(id);
    keptChars -= kept?.chars ?? 0;
    exact.delete(id);
    return kept?.value;
  };
  const see = (text: string): void => {
    if (!mayChange.test(text)) return;
    const parsed = parseJson(text, { maxBytes: mostTextChars });
    // What is no strict JSON is left to the parser of the SDK.
    if (!parsed.ok || !isMap(parsed.value) || !isMap(parsed.value['result'])) return;
    const { structuredContent } = parsed.value['result'];
    if (structuredContent === undefined) return;
    if (exact.size >= mostKept || keptChars + text.length > mostKeptChars) {
      exact.clear();
      keptChars = 0;
    }
    const { id } = parsed.value;
    take(id);
    keptChars += text.length;
    exact.set(id, { value: structuredContent, chars: text.length });
  };
  const stand = (message: JSONRPCMessage): JSONRPCMessage => {
    if (!('result' in message)) return message;
    const { result, id } = message;
    const { content, structuredContent, isError, ...rest } = result;
    if (!Array.isArray(content) && structuredContent === undefined) return message;
    const standIn = {};
    carried.set(standIn, { content, structuredContent: take(id) ?? structuredContent, isError });
    return { ...message, result: { ...rest, content: [], _meta: { ...rest._meta, [key]: standIn } } };
  };
  return {
    see,
    seeBody: (response) => seenBody(response, see),
    carry(transport) {
      let listener: Transport['onmessage'];
      Object.defineProperty(transport, 'onmessage', {
        get: () => listener && ((message: JSONRPCMessage, extra?: never) => listener?.(stand(message), extra)),
        set(given: Transport['onmessage']) {
          listener = given;
        },
      });
    },
    answerOf(result) {
      const standIn = result._meta?.[key];
      return (typeof standIn === 'object' && standIn !== null ? carried.get(standIn) : undefined) ?? result;
    },
  };
}

/** The same bytes, looked at on their way: a body of JSON as a whole, a stream of events line by line. */
function seenBody(response: Response, see: (text: string) => void): Response {
  const { body, status, statusText, headers } = response;
  const [type = ''] = /json|event-stream/i.exec(headers.get('content-type') ?? '') ?? [];
  if (body === null || type === '') return response;
  const isEvents = type.toLowerCase() === 'event-stream';
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let chars = 0;
  const keep = (piece: string): void => {
    chars += piece.length;
    if (chars <= mostTextChars) pieces.push(piece);
  };
  const end = (): void => {
    const text = pieces.join('');
    if (chars <= mostTextChars && (!isEvents || text.startsWith('data:'))) see(isEvents ? text.slice(5) : text);
    pieces = [];
    chars = 0;
  };
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const [first = '', ...lines] = isEvents
        ? decoder.decode(chunk, { stream: true }).split(/[\r\n]/)
        : [decoder.decode(chunk, { stream: true })];
      keep(first);
      for (const line of lines) {
        end();
        keep(line);
      }
      controller.enqueue(chunk);
    },
    flush: end,
  });
  return new Response(body.pipeThrough(tap), { status, statusText, headers });
}

function isMap(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
