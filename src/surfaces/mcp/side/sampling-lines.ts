// What a server wants a model to be asked, for the person who says yes to it: all that would be sent, and nothing that could pass for our own words.
import type { JsonObject, JsonValue } from '../../../contract/index.ts';

/** One text for each part; lines of the server's stand behind a bar. */
export function samplingLines({ messages, systemPrompt, tools, maxTokens, ...others }: JsonObject): readonly string[] {
  return [
    ...(typeof systemPrompt === 'string' ? [`The system prompt: ${barred(systemPrompt)}`] : []),
    ...(Array.isArray(messages) ? messages.map(messageText) : []),
    ...(tools === undefined ? [] : [`Tools for the model to call, run by the server: ${barred(written(tools))}`]),
    ...(Object.keys(others).length === 0 ? [] : [`With: ${barred(written(others))}`]),
    `At most ${JSON.stringify(maxTokens)} tokens.`,
  ];
}

function messageText(message: JsonValue): string {
  const { role, content } = isObject(message) ? message : {};
  const blocks: readonly JsonValue[] = Array.isArray(content) ? content : [content ?? null];
  return `As the ${role === 'assistant' ? 'assistant' : 'user'}: ${blocks.map(blockText).join('')}`;
}

function blockText(block: JsonValue): string {
  if (!isObject(block)) return barred(written(block));
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return barred(text);
  if (typeof data !== 'string') return barred(written(block));
  return barred(`${JSON.stringify(type)} of ${JSON.stringify(mimeType)}, ${Buffer.byteLength(data, 'base64')} bytes`);
}

function written(value: JsonValue): string {
  return JSON.stringify(value, null, 1);
}

function barred(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map((line) => `\n  | ${line}`)
    .join('');
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}
