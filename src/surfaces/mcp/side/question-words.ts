// A question of a running call in the words of MCP, and an answer back: who asks is named, so that nobody takes it for Gatehouse.
import type {
  CreateMessageRequestParams,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
} from '@modelcontextprotocol/server';
import {
  samplingYes,
  type JsonObject,
  type JsonValue,
  type QuestionAnswer,
  type QuestionView,
} from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';
import { samplingLines } from './sampling-lines.ts';

export type ShownQuestion =
  | (ElicitRequestFormParams & { readonly mode: 'form' })
  | (ElicitRequestURLParams & { readonly mode: 'url' })
  /** Not for a person: what the client is to complete. */
  | { readonly mode: 'completion'; readonly params: CreateMessageRequestParams };

/** `misfits` is what was wrong with earlier answers. */
export function shownQuestion(view: QuestionView, misfits: readonly string[] = []): ShownQuestion {
  const { id, message, findings, form } = view;
  // A cast: it was read member by member when its server sent it.
  if (form.mode === 'completion')
    return { mode: 'completion', params: { ...form.request } as CreateMessageRequestParams };
  const lines = [
    whoAsks(view),
    message,
    ...misfits.slice(-1),
    ...(form.mode === 'url' ? [`It wants you to open ${form.url}`] : []),
    ...(form.mode === 'sampling' ? samplingLines(form.request) : []),
    ...findings.map((finding) => `Look twice: ${finding}`),
  ];
  const text = escapeVisible(lines.join('\n'), { keepLines: true });
  if (form.mode === 'url') return { mode: 'url', message: text, url: form.url, elicitationId: id };
  if (form.mode === 'sampling') return { mode: 'form', message: text, requestedSchema: mayItBe };
  // A cast: what is kept of a form is a flat schema of the fields that MCP has.
  const requestedSchema = plainForm(form.schema) as ElicitRequestFormParams['requestedSchema'];
  return { mode: 'form', message: text, requestedSchema };
}

function whoAsks({ askedBy, tool, principal, form }: QuestionView): string {
  const who = askedBy.kind === 'server' ? `MCP server ${askedBy.name}` : `agent ${askedBy.name} (${principal})`;
  const approved = form.mode === 'sampling' ? 'this alone' : 'nothing';
  return `The ${who} asks, while ${tool} runs (not Gatehouse, and it approves ${approved}):`;
}

const mayItBe: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    allow: {
      type: 'string',
      title: 'Allow',
      description: 'yes has your client make this completion, exactly as shown, and gives it to the server.',
      enum: [samplingYes.allow, 'no'],
    },
  },
  required: ['allow'],
};

/** MCP has no patterns: whoever answers reads of them, and the answer is checked by us. */
function plainForm({ properties, ...schema }: JsonObject): JsonObject {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return {
    ...schema,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, withoutPatterns(field)])),
  };
}

function withoutPatterns(field: JsonValue): JsonValue {
  if (!isObject(field)) return field;
  const { allOf: _patterns, ...plain } = field;
  return plain;
}

/** What is no answer is not one: to dismiss a form is to give none. */
export function readAnswer(action: string, content: unknown): QuestionAnswer {
  if (action === 'decline') return { act: 'decline' };
  if (action !== 'accept') return { act: 'cancel' };
  return { act: 'accept', values: isObject(content) ? content : {} };
}

/** It came as JSON over the wire. */
function isObject(value: unknown): value is JsonObject & Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
