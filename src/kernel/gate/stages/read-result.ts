// Reads what a handler returned, once: nothing it holds beside texts, images and plain JSON comes any further.
import type { JsonValue, ResultBlock, ResultLabel, ToolResult } from '../../../contract/index.ts';
import { copyJson } from '../frame/copy-json.ts';

const structuredLimits = { maxDepth: 256, maxBytes: 64 * 1024 * 1024, undefinedMembers: 'drop' } as const;
const mimePattern = /^image\/[a-z0-9][a-z0-9.+-]{0,63}$/i;
const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** Throws for what is no ToolResult, whatever the types promised: handlers come from anywhere. */
export function readResult(result: unknown): ToolResult {
  const { blocks, structured, isError, keep, label } = membersOf(result, 'The result');
  if (!Array.isArray(blocks)) throw new TypeError('The result has no list of blocks.');
  const read: ToolResult = {
    blocks: Array.from(blocks, readBlock),
    isError: isError === true,
    keep: keep === 'ends' ? 'ends' : 'head',
    ...(label === undefined ? {} : { label: readLabel(label) }),
  };
  return structured === undefined ? read : { ...read, structured: readStructured(structured) };
}

/** A trust that is not `trusted`, and a secrecy that is not `false`, count as the stricter. */
function readLabel(label: unknown): ResultLabel {
  const { source, tool, trust, private: isPrivate } = membersOf(label, 'The label of the result');
  if (typeof source !== 'string' || typeof tool !== 'string')
    throw new TypeError('The label of the result does not say where it comes from.');
  return {
    source: source.toWellFormed(),
    tool: tool.toWellFormed(),
    trust: trust === 'trusted' ? 'trusted' : 'untrusted',
    private: isPrivate !== false,
  };
}

function readBlock(block: unknown): ResultBlock {
  const { type, text, data, mimeType } = membersOf(block, 'A block of the result');
  // Half of a surrogate pair is no text that could be recorded or sent.
  if (type === 'text' && typeof text === 'string') return { type, text: text.toWellFormed() };
  if (type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string')
    throw new TypeError('A block of the result is neither a text nor an image.');
  if (!mimePattern.test(mimeType) || !base64Pattern.test(data))
    throw new TypeError('An image of the result is not in base64, or its type is none of an image.');
  return { type, data, mimeType };
}

function readStructured(structured: unknown): JsonValue {
  const copy = copyJson(structured, structuredLimits);
  if (copy.ok) return copy.value;
  throw new TypeError(`The structured result is not plain JSON: ${copy.message}`);
}

/** Read by name from whatever it is. */
function membersOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(`${what} is no object.`);
}
