// Reads one JSON-RPC message from outside. The SDK would read it with JSON.parse, which drops repeated keys and the digits of large numbers;
// here the envelope is read strictly, and the arguments of a call are carried to the gate as the text that was sent.
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import type { CallArguments } from '../../contract/index.ts';
import { isRawNumber, parseJson, type JsonTextProblem, type JsonValue, type RawNumber } from '../../text/index.ts';
import { findArguments } from './find-arguments.ts';

/** Bytes of one message. The gate takes 1 MiB of arguments and says so itself; beyond this a message is not read at all. */
export const maxMessageBytes = 4 * 1024 * 1024;

export type MessageId = string | number | RawNumber | null;

/** An answer to what is no message. */
export interface MessageRefusal {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly error: { readonly code: number; readonly message: string };
}

export type MessageReading =
  | { readonly ok: true; readonly message: JSONRPCMessage }
  | { readonly ok: false; readonly refusal: MessageRefusal };

const parseError = -32700;
const invalidRequest = -32600;

/** Keyed by the object that stands for the arguments in the message: a client cannot make one. */
const sentTexts = new WeakMap<object, string>();

export function readMessage(text: string): MessageReading {
  const span = findArguments(text);
  const envelope = span === null ? text : `${text.slice(0, span.start)}{}${text.slice(span.end)}`;
  const parsed = parseJson(envelope, { maxBytes: maxMessageBytes });
  if (!parsed.ok) return { ok: false, refusal: refuseText(parsed.problem, envelope) };
  const { value } = parsed;
  if (Array.isArray(value)) {
    return { ok: false, refusal: refuseMessage(null, 'Batches are not taken. Send each message by itself.') };
  }
  if (!isMessage(value)) {
    const message = 'This is no JSON-RPC 2.0 request, notification or response. Send one as the protocol describes it.';
    return { ok: false, refusal: refuseMessage(idOf(value), message) };
  }
  if (span !== null) carry(value, text.slice(span.start, span.end));
  return { ok: true, message: value };
}

/** A refusal with code -32600. */
export function refuseMessage(id: MessageId, message: string): MessageRefusal {
  return { jsonrpc: '2.0', id, error: { code: invalidRequest, message } };
}

/** A refusal with code -32700, of bytes that are no text. */
export function refuseBytes(message: string): MessageRefusal {
  return { jsonrpc: '2.0', id: null, error: { code: parseError, message } };
}

/** The arguments of a call, as sent. Throws where they did not come through `readMessage`: they would not be what the client sent. */
export function carriedArguments(given: unknown): CallArguments {
  if (given === undefined) return { json: '{}' };
  const text = typeof given === 'object' && given !== null ? sentTexts.get(given) : undefined;
  if (text === undefined) throw new Error('The arguments of an MCP call were not read by readMessage.');
  return { json: text };
}

function carry(message: JSONRPCMessage, text: string): void {
  const params: unknown = 'params' in message ? message.params : undefined;
  const stand = isObject(params) ? params['arguments'] : undefined;
  if (isObject(stand)) sentTexts.set(stand, text);
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    isJSONRPCRequest(value) ||
    isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) ||
    isJSONRPCErrorResponse(value)
  );
}

function refuseText(problem: JsonTextProblem, envelope: string): MessageRefusal {
  const isNoJson = problem.code === 'syntax' || problem.code === 'lone_surrogate';
  const code = isNoJson ? parseError : invalidRequest;
  return { jsonrpc: '2.0', id: looseId(envelope), error: { code, message: problem.message } };
}

/** The id of a message that is refused: whoever waits for its answer must not wait for ever. */
function looseId(envelope: string): MessageId {
  try {
    const value: unknown = JSON.parse(envelope);
    return isObject(value) ? usableId(value['id']) : null;
  } catch {
    return null;
  }
}

function idOf(value: JsonValue): MessageId {
  return isObject(value) ? usableId(value['id']) : null;
}

function usableId(id: unknown): MessageId {
  return typeof id === 'string' || typeof id === 'number' || isRawNumber(id) ? id : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
