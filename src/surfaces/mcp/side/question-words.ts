// A question of a running call in the words of MCP, and an answer back: the server is named, so that nobody takes it for Gatehouse.
import type { ElicitRequestFormParams, ElicitRequestURLParams } from '@modelcontextprotocol/server';
import type { JsonObject, JsonValue, QuestionAnswer, QuestionView } from '../../../contract/index.ts';
import { escapeVisible } from '../../../text/index.ts';

export type ShownQuestion =
  | (ElicitRequestFormParams & { readonly mode: 'form' })
  | (ElicitRequestURLParams & { readonly mode: 'url' });

export function shownQuestion(view: QuestionView): ShownQuestion {
  const { id, server, tool, message, findings, form } = view;
  const lines = [
    `The MCP server ${server} asks, while ${tool} runs (not Gatehouse, and it approves nothing):`,
    message,
    ...(form.mode === 'url' ? [`It wants you to open ${form.url}`] : []),
    ...findings.map((finding) => `Look twice: ${finding}`),
  ];
  const text = escapeVisible(lines.join('\n'), { keepLines: true });
  return form.mode === 'url'
    ? { mode: 'url', message: text, url: form.url, elicitationId: id }
    : // A cast: what is kept of a form is a flat schema of the fields that MCP has.
      {
        mode: 'form',
        message: text,
        requestedSchema: { ...form.schema } as ElicitRequestFormParams['requestedSchema'],
      };
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
