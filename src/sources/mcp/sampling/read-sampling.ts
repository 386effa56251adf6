// Reads a server's request for a completion: what a person is shown and the client is sent, with nothing in it that is not looked at. No context goes with it.
import type { JsonObject, JsonValue, NewQuestion } from '../../../contract/index.ts';
import { isMap, needsTools, readSampledContent } from './sampled-content.ts';

const mostMessages = 200;
const mostTools = 50;
const mostChars = 128 * 1024;

/** Of anything that a server may send as the parameters of `sampling/createMessage`: why it is none, where it is none. */
export function readSampling(server: string, params: unknown): NewQuestion | string {
  const request = isMap(params) ? readRequest(params) : 'it is no request';
  if (typeof request === 'string') return request;
  if (JSON.stringify(request).length > mostChars)
    return `it has more than ${mostChars} characters, and a person is to see it whole`;
  const message = 'May your client have its model answer this, and give the answer to the server?';
  const findings = [
    'The server wrote every word of it, and what the model answers goes to the server.',
    ...(isMap(params) && (params['includeContext'] ?? 'none') !== 'none'
      ? ['It asked for what else your client knows. That is not handed on.']
      : []),
  ];
  return { askedBy: { kind: 'server', name: server }, message, form: { mode: 'sampling', request }, findings };
}

type Said = Readonly<Record<string, unknown>>;

function readRequest(said: Said): JsonObject | string {
  const { maxTokens, systemPrompt } = said;
  if (!Number.isSafeInteger(maxTokens) || Number(maxTokens) < 1) return 'it does not say how many tokens at most';
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return 'its system prompt is no text';
  const tools = said['tools'] === undefined ? undefined : readTools(said['tools']);
  if (tools === null) return `its tools are none, or more than ${mostTools}`;
  const messages = readMessages(said['messages'], tools !== undefined);
  if (messages === null) return `its messages are none, or more than ${mostMessages}, or hold what no message holds`;
  return {
    messages,
    maxTokens: Number(maxTokens),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(tools === undefined ? {} : { tools, ...readChoice(said['toolChoice']) }),
    ...readManner(said),
  };
}

function readMessages(said: unknown, hasTools: boolean): readonly JsonObject[] | null {
  if (!Array.isArray(said) || said.length === 0 || said.length > mostMessages) return null;
  const messages = said.map((message: unknown): JsonObject | null => {
    if (!isMap(message)) return null;
    const { role } = message;
    const content = readSampledContent(message['content']);
    if ((role !== 'user' && role !== 'assistant') || content === null) return null;
    return hasTools || !holdsCalls(content) ? { role, content } : null;
  });
  return messages.every((message) => message !== null) ? messages : null;
}

/** Several blocks in one message are no matter of tools. */
function holdsCalls(content: JsonValue): boolean {
  return Array.isArray(content) ? content.some((block: JsonValue) => needsTools(block)) : needsTools(content);
}

function readTools(said: unknown): readonly JsonObject[] | null {
  if (!Array.isArray(said) || said.length > mostTools) return null;
  const tools = said.map((tool: unknown): JsonObject | null => {
    if (!isMap(tool) || typeof tool['name'] !== 'string' || !isMap(tool['inputSchema'])) return null;
    const { name, description, inputSchema } = tool;
    // A cast: it was JSON on the wire.
    const schema = { ...inputSchema } as JsonObject;
    return { name, ...(typeof description === 'string' ? { description } : {}), inputSchema: schema };
  });
  return tools.every((tool) => tool !== null) ? tools : null;
}

function readChoice(said: unknown): JsonObject {
  const mode = isMap(said) ? said['mode'] : undefined;
  return mode === 'auto' || mode === 'required' || mode === 'none' ? { toolChoice: { mode } } : {};
}

/** What it would like, which the client may leave out of account; what is none of it is left out here. */
function readManner({ temperature, stopSequences, modelPreferences }: Said): JsonObject {
  return {
    ...(typeof temperature === 'number' && Number.isFinite(temperature) ? { temperature } : {}),
    ...(isTexts(stopSequences) ? { stopSequences } : {}),
    ...(isMap(modelPreferences) ? { modelPreferences: readPreferences(modelPreferences) } : {}),
  };
}

function readPreferences(said: Said): JsonObject {
  const weights = (['costPriority', 'speedPriority', 'intelligencePriority'] as const).flatMap((key) => {
    const weight = said[key];
    return typeof weight === 'number' && weight >= 0 && weight <= 1 ? [[key, weight] as const] : [];
  });
  const hints = Array.isArray(said['hints']) ? said['hints'] : [];
  const names = hints.flatMap((hint: unknown) =>
    isMap(hint) && typeof hint['name'] === 'string' ? [{ name: hint['name'] }] : [],
  );
  return { ...Object.fromEntries(weights), ...(names.length === 0 ? {} : { hints: names }) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
