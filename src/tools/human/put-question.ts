// Puts a question of an agent to its user, as a form of one field: the texts made safe to show, and any end but an answer told as none.
import type { HandlerContext, JsonObject, JsonValue, ToolResult } from '../../contract/index.ts';
import { asksForSecret, neutraliseForModel } from '../../text/index.ts';

/** The one field of the form. */
const field = 'answer';

export interface HumanQuestion {
  readonly question: string;
  /** The schema of the one answer. */
  readonly answer: JsonObject;
  /** Whether the form may come back without it. */
  readonly optional?: boolean;
}

export type HumanAnswer =
  /** Null where it was left out. */
  { readonly answered: true; readonly value: JsonValue } | { readonly answered: false; readonly reason: string };

export async function putQuestion(
  { question, answer, optional = false }: HumanQuestion,
  { ask, caller }: Pick<HandlerContext, 'ask' | 'caller'>,
): Promise<HumanAnswer> {
  const end = await ask({
    askedBy: { kind: 'agent', name: caller.agent },
    message: neutraliseForModel(question.toWellFormed()),
    form: {
      mode: 'form',
      schema: {
        type: 'object',
        properties: { [field]: answer },
        required: optional ? [] : [field],
        additionalProperties: false,
      },
    },
    findings: asksForSecret(`${question} ${JSON.stringify(answer)}`)
      ? ['It seems to ask for a password, a key or the like. What you answer is shown to a model: do not give them.']
      : [],
  });
  if (end.act === 'accept') return { answered: true, value: end.values[field] ?? null };
  return { answered: false, reason: end.reason };
}

/** On one line, so that nothing in a choice or a title reads as a text beside it. */
export function shownLine(text: string): string {
  return neutraliseForModel(text.toWellFormed().replaceAll(/\s+/g, ' ').trim());
}

export function said(text: string, structured: JsonObject): ToolResult {
  return { blocks: [{ type: 'text', text }], structured };
}

/** What a model is told where nobody answered. It is no error, and never a yes. */
export function unanswered(reason: string, structured: JsonObject): ToolResult {
  return said(`No answer: ${reason} Do not take this for a yes, and do not ask the same again.`, {
    ...structured,
    reason,
  });
}

/** The question itself is not one. */
export function notAsked(text: string): ToolResult {
  return { blocks: [{ type: 'text', text: `Nobody was asked: ${text}` }], isError: true };
}
