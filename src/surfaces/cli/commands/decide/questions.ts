// gatehouse approvals answer: what a running call asks its user, answered by the owner.
import {
  CapabilityError,
  type JsonObject,
  type JsonValue,
  type QuestionAnswer,
  type QuestionView,
} from '../../../../contract/index.ts';
import type { Action } from '../../command-spec.ts';
import type { Invocation } from '../../invocation.ts';
import { renderQuestion } from '../../render/question.ts';

interface AnswerOptions {
  readonly field?: readonly string[];
  readonly decline?: boolean;
  readonly cancel?: boolean;
}

export const answerQuestion: Action<AnswerOptions> = async (invocation, [id = ''], options) => {
  const view = await findQuestion(id, invocation);
  if (view === null)
    throw new CapabilityError(
      'unknown_approval',
      `No question has the id ${JSON.stringify(id.slice(0, 80))}. ${invocation.command} approvals --all lists them; a request for approval is answered by approve or deny.`,
    );
  const answer = toAnswer(view, options);
  if (answer === null) {
    invocation.output.document(view);
    invocation.output.say(renderQuestion(view, invocation.output.width));
    throw misused(`Nothing was answered. ${howTo(view, invocation.command)}`);
  }
  const owner = await invocation.owner();
  const ended = await owner.answerQuestion(view.id, answer, invocation.by);
  invocation.output.document(ended);
  invocation.output.say(
    `${view.id}: ${ended.status}. The ${view.askedBy.kind} ${view.askedBy.name} is told, and its call goes on.`,
  );
  return 0;
};

/** By the whole id, or its first characters (6 or more) where only one question has them. */
export async function findQuestion(id: string, { runtime, caller }: Invocation): Promise<QuestionView | null> {
  const opened = await runtime();
  const view = await opened.question(caller, id);
  if (view !== null || id.length < 6) return view;
  const [first, ...others] = (await opened.questions(caller, { show: 'all', limit: 1_000 })).filter((item) =>
    item.id.startsWith(id),
  );
  return others.length === 0 ? (first ?? null) : null;
}

/** Null where nothing is said. */
function toAnswer({ form }: QuestionView, { field = [], decline, cancel }: AnswerOptions): QuestionAnswer | null {
  const said = [field.length > 0, decline === true, cancel === true].filter(Boolean).length;
  if (said > 1) throw misused('Give fields, --decline or --cancel: one of them.');
  if (decline === true) return { act: 'decline' };
  if (cancel === true) return { act: 'cancel' };
  if (field.length === 0) return null;
  if (form.mode === 'completion')
    throw misused('The client that called makes the completion. You can end it with --decline or --cancel.');
  if (form.mode === 'url' && field.some((item) => item !== 'opened=yes'))
    throw misused('A page has no fields: open it yourself, then answer --field opened=yes, or --decline.');
  return { act: 'accept', values: form.mode === 'url' ? {} : valuesOf(field, form.mode === 'form' ? form.schema : {}) };
}

function valuesOf(fields: readonly string[], { properties }: JsonObject): JsonObject {
  const values = new Map<string, JsonValue>();
  const typeOf = (name: string): JsonValue | undefined => {
    const field = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isObject(field) ? field['type'] : undefined;
  };
  for (const item of fields) {
    const at = item.indexOf('=');
    if (at <= 0)
      throw misused(`--field takes name=value, such as --field email=a@example.com, not ${JSON.stringify(item)}.`);
    const [name, text] = [item.slice(0, at), item.slice(at + 1)];
    const type = typeOf(name);
    // A list as JSON is read by whoever checks the answer; else each word is one of it.
    if (type === 'array' && !text.startsWith('[')) {
      const before = values.get(name) ?? [];
      values.set(name, Array.isArray(before) ? [...before, text] : text);
      continue;
    }
    if (values.has(name)) throw misused(`--field gives ${JSON.stringify(name)} twice. Give it once.`);
    values.set(name, type === 'boolean' ? (yesOrNo.get(text.toLowerCase()) ?? text) : text);
  }
  return Object.fromEntries(values);
}

const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
]);

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function howTo({ id, form }: QuestionView, command: string): string {
  if (form.mode === 'completion')
    return `${command} approvals answer ${id} with --decline or --cancel; the client that called makes the completion.`;
  return `${command} approvals answer ${id} with ${acceptedBy[form.mode]}; or with --decline (you say no) or --cancel (no answer).`;
}

const acceptedBy = {
  url: '--field opened=yes, once you have opened the page yourself',
  form: '--field name=value for each field',
  sampling: '--field allow=yes',
} as const;

function misused(message: string): CapabilityError {
  return new CapabilityError('malformed_request', message);
}
