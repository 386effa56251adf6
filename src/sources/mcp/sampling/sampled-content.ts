// Reads what stands in a message to a model or of one: texts, pictures, sounds, calls of tools and their results, with the members of each and no others.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';

const mostBlocks = 100;
const plain: ReadonlySet<unknown> = new Set(['text', 'image', 'audio']);

/** One block or a list of them, as it came. Null where it is none. */
export function readSampledContent(said: unknown): JsonValue | null {
  if (!Array.isArray(said)) return readBlock(said);
  const blocks = said.slice(0, mostBlocks + 1).map(readBlock);
  return blocks.length <= mostBlocks && blocks.every((block) => block !== null) ? blocks : null;
}

/** What only a request with tools, and an answer to it, may hold: calls of tools, and several blocks where there is one else. */
export function needsTools(content: JsonValue): boolean {
  return Array.isArray(content) || !isMap(content) || !plain.has(content['type']);
}

function readBlock(said: unknown): JsonObject | null {
  if (!isMap(said)) return null;
  switch (said['type']) {
    case 'text':
      return texts(said, ['text']);
    case 'image':
    case 'audio':
      return texts(said, ['data', 'mimeType']);
    case 'tool_use': {
      const block = texts(said, ['id', 'name']);
      return block === null || !isMap(said['input']) ? null : { ...block, input: json(said['input']) };
    }
    case 'tool_result':
      return readToolResult(said);
    default:
      return null;
  }
}

function readToolResult(said: Said): JsonObject | null {
  const block = texts(said, ['toolUseId']);
  const { content, isError, structuredContent } = said;
  if (block === null || !Array.isArray(content) || content.length > mostBlocks) return null;
  const inner = content.map((item: unknown) => (isMap(item) && plain.has(item['type']) ? readBlock(item) : null));
  if (!inner.every((item) => item !== null)) return null;
  return {
    ...block,
    content: inner,
    ...(typeof isError === 'boolean' ? { isError } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent: json(structuredContent) }),
  };
}

function texts(said: Said, names: readonly string[]): JsonObject | null {
  const entries = ['type', ...names].map((name) => [name, said[name]] as const);
  const isWhole = entries.every((entry): entry is readonly [string, string] => typeof entry[1] === 'string');
  return isWhole ? Object.fromEntries(entries) : null;
}

/** A cast: it was JSON on the wire. */
function json(value: unknown): JsonValue {
  return value as JsonValue;
}

type Said = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
