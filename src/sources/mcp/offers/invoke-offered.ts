// Runs one call of a tool that Gatehouse has for a server: a question to it, or a page of a list that is kept of it.
import type { Handler, HandlerContext, JsonObject, OfferedTool, ToolResult } from '../../../contract/index.ts';
import type { Question } from '../asks/run-question.ts';
import { voiceOf } from '../asks/under-way.ts';
import { answerOf, onceMore } from '../calls/answer.ts';
import { toToolResult } from '../calls/result.ts';
import type { Server } from '../server/server.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import type { KeptLists } from './kept-lists.ts';
import { listPage } from './list-page.ts';

export interface OfferedNeeds {
  readonly server: Server;
  readonly lists: KeptLists;
  readonly spec: Pick<ServerSpec, 'name' | 'timeoutMs'>;
}

type Context = Pick<HandlerContext, 'signal' | 'caller' | 'tell' | 'ask' | 'sampling'>;
type Run = (args: JsonObject, context: Context, needs: OfferedNeeds) => Promise<ToolResult>;

const runs: Readonly<Record<OfferedTool, Run>> = {
  async list_resources(args, { signal }, { lists }) {
    const list = args['templates'] === true ? 'templates' : 'resources';
    return listPage(list, await lists.read(list, signal), pageOf(args));
  },
  async list_prompts(args, { signal }, { lists }) {
    return listPage('prompts', await lists.read('prompts', signal), pageOf(args));
  },
  read_resource: ({ uri = '' }, context, needs) => ask('resources/read', { uri }, { read: toContents, context, needs }),
  get_prompt: ({ name = '', arguments: given = {} }, context, needs) =>
    ask('prompts/get', { name, arguments: given }, { read: toMessages, context, needs }),
  async complete_argument({ prompt, template, argument = '', value = '', known }, context, needs) {
    if ((prompt === undefined) === (template === undefined)) return wrong('Give either prompt or template.');
    const ref =
      prompt === undefined ? { type: 'ref/resource', uri: template ?? '' } : { type: 'ref/prompt', name: prompt };
    const params = {
      ref,
      argument: { name: argument, value },
      ...(known === undefined ? {} : { context: { arguments: known } }),
    };
    return ask('completion/complete', params, { read: toValues, context, needs });
  },
};

export function invokeOfferedTool(offered: OfferedTool, needs: OfferedNeeds): Handler {
  return (args, context) => {
    // Where this process lives on after the call it is to come back when it drops.
    needs.server.keep();
    return runs[offered](args, context, needs);
  };
}

type Fields = Readonly<Record<string, unknown>>;

interface Asking {
  /** Null for what is no answer. */
  readonly read: (answer: Fields) => ToolResult | null;
  readonly context: Context;
  readonly needs: OfferedNeeds;
}

async function ask(question: Question, params: JsonObject, { read, context, needs }: Asking): Promise<ToolResult> {
  const { server, spec } = needs;
  const limits = { idleMs: spec.timeoutMs, signal: context.signal, voice: voiceOf(context) };
  const answer = answerOf(await onceMore(() => server.ask(question, params, limits)), spec);
  if ('refused' in answer) return wrong(`The server refused the call: ${answer.refused}`);
  return read(answer.result) ?? wrong(`The server's answer to ${question} is not what the protocol says.`);
}

const mostParts = 1_000;

function toContents({ contents }: Fields): ToolResult | null {
  if (!Array.isArray(contents)) return null;
  return toToolResult({ content: contents.slice(0, mostParts).map((resource) => ({ type: 'resource', resource })) });
}

/** A block for each message, and who says it beside them. */
function toMessages({ messages, description }: Fields): ToolResult | null {
  if (!Array.isArray(messages) || messages.length > mostParts || !messages.every(isMessage)) return null;
  const structured = {
    ...(typeof description === 'string' ? { description: description.slice(0, 2_000).toWellFormed() } : {}),
    roles: messages.map(({ role }) => role),
  };
  return { ...toToolResult({ content: messages.map(({ content }) => content) }), structured };
}

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: object;
}

function isMessage(value: unknown): value is Message {
  if (!isMap(value)) return false;
  const { role, content } = value;
  return (role === 'user' || role === 'assistant') && isMap(content);
}

/** The protocol has at most so many. */
const mostValues = 100;

function toValues({ completion }: Fields): ToolResult | null {
  if (!isMap(completion) || !Array.isArray(completion['values'])) return null;
  const values = completion['values'].filter((value) => typeof value === 'string').slice(0, mostValues);
  const { total, hasMore } = completion;
  return {
    blocks: [{ type: 'text', text: values.length === 0 ? 'The server has no value for it.' : values.join('\n') }],
    structured: {
      values: values.map((value) => value.toWellFormed()),
      ...(typeof total === 'number' && Number.isSafeInteger(total) ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    },
  };
}

/** The schema lets a whole number from 1 through. */
function pageOf({ page }: JsonObject): number {
  return typeof page === 'number' ? page : 1;
}

function wrong(text: string): ToolResult {
  return { blocks: [{ type: 'text', text }], isError: true };
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
