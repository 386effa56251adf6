// From what a server answered to a result of ours: text and images as they are, everything else as text that says what it is.
import type { JsonValue, ResultBlock, ToolResult } from '../../../contract/index.ts';
import { cutHead } from '../../../text/index.ts';

/** What is read of an answer; whatever is shaped otherwise is told as JSON. */
export interface ServerAnswer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

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
  return block.type === 'image' || block.text !== '';
}

function toBlock(block: unknown): ResultBlock {
  if (!isMap(block)) return text(unknownText(block));
  switch (block['type']) {
    case 'text':
      return text(typeof block['text'] === 'string' ? block['text'].toWellFormed() : unknownText(block));
    case 'image':
      return imageOf(block) ?? text('[An image that cannot be read.]');
    case 'audio':
      return text(`[Audio, ${typeOf(block)}, ${sizeOf(block['data'])}: not shown.]`);
    case 'resource_link':
      return text(`[Resource ${shown(block['uri'])}${labelOf(block)}]`);
    case 'resource':
      return resourceOf(block['resource']);
    default:
      return text(unknownText(block));
  }
}

type Fields = Readonly<Record<string, unknown>>;

function imageOf({ data, mimeType }: Fields): ResultBlock | null {
  const isImage = typeof mimeType === 'string' && /^image\/[\w.+-]{1,60}$/.test(mimeType);
  if (!isImage || typeof data !== 'string' || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) return null;
  return { type: 'image', data, mimeType };
}

function resourceOf(resource: unknown): ResultBlock {
  if (!isMap(resource)) return text(unknownText(resource));
  const { uri, text: body, blob } = resource;
  if (typeof body === 'string') return text(`[Resource ${shown(uri)}]\n${body.toWellFormed()}`);
  const image = imageOf({ data: blob, mimeType: resource['mimeType'] });
  return image ?? text(`[Resource ${shown(uri)}, ${typeOf(resource)}, ${sizeOf(blob)}: not shown.]`);
}

function labelOf({ title, name, description }: Fields): string {
  return [title ?? name, description].flatMap((part) => (typeof part === 'string' ? [`: ${part}`] : [])).join('');
}

function typeOf({ mimeType }: Fields): string {
  return typeof mimeType === 'string' ? mimeType.slice(0, 100) : 'of no type';
}

function sizeOf(data: unknown): string {
  return `${typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0} bytes`;
}

function shown(uri: unknown): string {
  return typeof uri === 'string' ? uri.slice(0, 2_000).toWellFormed() : '(without an address)';
}

function unknownText(value: unknown): string {
  return cutHead(JSON.stringify(value) ?? '', mostUnknownChars).text.toWellFormed();
}

function text(value: string): ResultBlock {
  return { type: 'text', text: value };
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** It came out of a JSON message. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
