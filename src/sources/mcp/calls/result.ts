// From what a server answered to a result of ours: each block as what it is and in its order, and what is none told as the JSON that it was.
import type { BlockNotes, JsonValue, ResourceContents, ResultBlock, ToolResult } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';
import type { ServerAnswer } from '../wire/carried-results.ts';

const mostUnknownChars = 10_000;

export function toToolResult({ content, structuredContent, isError }: ServerAnswer): ToolResult {
  const given: readonly unknown[] = Array.isArray(content) ? content : [];
  const blocks = given.map(toBlock);
  const structured = isJson(structuredContent) ? structuredContent : undefined;
  // Only programs read the structured part: a model that was sent nothing else would see nothing.
  if (!blocks.some(isSomething) && structured !== undefined)
    blocks.push({ type: 'text', text: JSON.stringify(structured) });
  return {
    blocks: blocks.length === 0 ? [{ type: 'text', text: '(The server answered with nothing.)' }] : blocks,
    ...(structured === undefined ? {} : { structured }),
    isError: isError === true,
  };
}

function isSomething(block: ResultBlock): boolean {
  return block.type !== 'text' || block.text !== '';
}

function toBlock(block: unknown): ResultBlock {
  if (!isMap(block)) return unknownBlock(block);
  const { type, text } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text: text.toWellFormed(), ...notesOf(block) } : unknownBlock(block);
    case 'image':
    case 'audio':
      return mediaOf(type, block);
    case 'resource_link':
      return linkOf(block) ?? unknownBlock(block);
    case 'resource': {
      const resource = resourceOf(block['resource']);
      return resource === null ? unknownBlock(block) : { type, resource, ...notesOf(block) };
    }
    default:
      return unknownBlock(block);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function mediaOf(type: 'image' | 'audio', block: Fields): ResultBlock {
  const { data, mimeType } = block;
  if (typeof data === 'string' && typeof mimeType === 'string')
    return { type, data: withoutSpace(data), mimeType, ...notesOf(block) };
  return { type: 'text', text: `[${type === 'image' ? 'An image' : 'Audio'} that cannot be read.]` };
}

function linkOf(block: Fields): ResultBlock | null {
  const { uri, name, title, description, mimeType, size } = block;
  if (typeof uri !== 'string') return null;
  return {
    type: 'resource_link',
    uri,
    name: typeof name === 'string' ? name : '',
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof size === 'number' ? { size } : {}),
    ...notesOf(block),
  };
}

/** The contents of one resource, as the protocol has them. Null for what is none. */
export function resourceOf(resource: unknown): ResourceContents | null {
  if (!isMap(resource)) return null;
  const { uri, mimeType, text, blob, _meta } = resource;
  if (typeof uri !== 'string') return null;
  const about = { uri, ...(typeof mimeType === 'string' ? { mimeType } : {}), ...metaOf(_meta) };
  if (typeof text === 'string') return { ...about, text: text.toWellFormed() };
  return typeof blob === 'string' ? { ...about, blob: withoutSpace(blob) } : null;
}

/** Some break their base64 into lines. */
function withoutSpace(data: string): string {
  return data.replaceAll(/\s+/g, '');
}

function notesOf({ annotations, _meta }: Fields): BlockNotes {
  return { ...(isMap(annotations) ? { annotations } : {}), ...metaOf(_meta) };
}

/** It came out of a JSON message. What the protocol reserves is for those who speak it with each other. */
function metaOf(meta: unknown): Pick<BlockNotes, 'meta'> {
  if (!isMap(meta)) return {};
  const open = Object.fromEntries(Object.entries(meta).filter(([key]) => !reserved.test(key)));
  return isJson(open) && Object.keys(open).length > 0 ? { meta: open } : {};
}

const reserved = /^(?:[^/]*\.)?(?:mcp|modelcontextprotocol)(?:\.[^/]*)?\//i;

function unknownBlock(value: unknown): ResultBlock {
  return { type: 'text', text: cutHead(JSON.stringify(value) ?? '', mostUnknownChars).text.toWellFormed() };
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** It came out of a JSON message. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
