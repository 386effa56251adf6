// Answers requests about resources, prompts and completion: what the servers behind Gatehouse have that the caller may use. Each is a call of
// the tool that Gatehouse has for it, under the same decision, question and record.
import {
  ProtocolError,
  type CallToolResult,
  type ContentBlock,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type {
  Call,
  CallArguments,
  Caller,
  Completed,
  JsonObject,
  Outcome,
  OfferedTool,
  Runtime,
  ShownBlock,
} from '../../../contract/index.ts';
import { completeArgument } from './complete-argument.ts';
import { listOffers, type ListRequest, type OfferedItem, type OfferedList } from './list-offers.ts';
import { isPromptNamed, promptByName, promptResult, readResult, serverOfUri, unknownPrompt } from './offer-calls.ts';
import { offeredUri, promptName, type OwnUri } from './offered-names.ts';
import { offeringServers, withTool, type OfferingServers } from './offering-servers.ts';
import { completeParams, cursorParams, promptParams, readParams } from './params.ts';

export type OfferingRuntime = Pick<Runtime, 'call' | 'explain' | 'tools' | 'withdraw'>;

/** `asks`: a client of the newer era answers the question with the same request. */
export type CallEnd =
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  | { readonly kind: 'asks'; readonly question: InputRequiredResult }
  /** The answer that the client brought belongs to a call that is there no more. */
  | { readonly kind: 'gone'; readonly message: string };

export interface OfferDeps {
  readonly runtime: OfferingRuntime;
  readonly callerOf: (context: ServerContext) => Caller;
  /** Runs a call, and asks the client where its person may answer. */
  readonly carry: (call: Omit<Call, 'caller' | 'signal'>, context: ServerContext) => Promise<CallEnd>;
  /** The arguments of a request as they were sent. */
  readonly sentArguments: (given: unknown) => CallArguments;
  readonly renderOutcome: (outcome: Outcome) => CallToolResult;
  readonly renderBlock: (block: ShownBlock) => ContentBlock;
  /** A client is shown that list, and is told from then on when it is another. */
  readonly shown: (list: 'resources' | 'prompts', context: ServerContext) => void;
  /** What is under way is waited for at the end, and its faults are told as such. */
  readonly answering: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

const invalidParams = -32602;
const notRun = -32000;

export function registerOffers(server: Server, deps: OfferDeps): void {
  const { answering } = deps;
  server.setRequestHandler('resources/list', { params: cursorParams }, ({ cursor }, context) =>
    answering(async () => {
      deps.shown('resources', context);
      const request = { tool: 'list_resources', args: {}, member: 'resources', cursor } as const;
      return listed('resources', await listFor(request, context, deps), resourceOf);
    }),
  );
  server.setRequestHandler('resources/templates/list', { params: cursorParams }, ({ cursor }, context) =>
    answering(async () => {
      deps.shown('resources', context);
      const request = {
        tool: 'list_resources',
        args: { templates: true },
        member: 'resourceTemplates',
        cursor,
      } as const;
      return listed('resourceTemplates', await listFor(request, context, deps), templateOf);
    }),
  );
  server.setRequestHandler('prompts/list', { params: cursorParams }, ({ cursor }, context) =>
    answering(async () => {
      deps.shown('prompts', context);
      const servers = await serversFor(context, deps);
      const request = { tool: 'list_prompts', args: {}, member: 'prompts', cursor } as const;
      return listed('prompts', await listFor(request, context, deps), promptOf(withTool(servers, 'get_prompt')));
    }),
  );
  server.setRequestHandler('resources/read', { params: readParams }, ({ uri }, context) =>
    answering(() => readResource(uri, context, deps)),
  );
  server.setRequestHandler('prompts/get', { params: promptParams }, (params, context) =>
    answering(() => getPrompt(params, context, deps)),
  );
  server.setRequestHandler('completion/complete', { params: completeParams }, (params, context) =>
    answering(() => complete(params, context, deps)),
  );
}

function serversFor(context: ServerContext, { runtime, callerOf }: OfferDeps): Promise<OfferingServers> {
  return offeringServers(runtime, callerOf(context));
}

async function listFor(request: ListRequest, context: ServerContext, deps: OfferDeps): Promise<OfferedList> {
  const caller = deps.callerOf(context);
  const servers = await serversFor(context, deps);
  const list = await listOffers(request, { runtime: deps.runtime, servers, caller, signal: context.mcpReq.signal });
  if (list === null) throw new ProtocolError(invalidParams, 'There is no such page: ask without a cursor.');
  return list;
}

function listed<Item>(member: string, { items, nextCursor, leftOut }: OfferedList, shape: (item: OfferedItem) => Item) {
  return {
    [member]: items.map(shape),
    ...(nextCursor === null ? {} : { nextCursor }),
    ...(leftOut.length === 0 ? {} : { _meta: { 'gatehouse/left_out': leftOut } }),
  };
}

function resourceOf({ server, item }: OfferedItem): JsonObject {
  return { ...item, uri: offeredUri(server, textIn(item, 'uri')) };
}

function templateOf({ server, item }: OfferedItem): JsonObject {
  return { ...item, uriTemplate: offeredUri(server, textIn(item, 'uriTemplate')) };
}

function promptOf(servers: readonly string[]): (item: OfferedItem) => JsonObject {
  return ({ server, item }) => ({ ...item, name: promptName(server, textIn(item, 'name'), servers) });
}

function textIn(item: JsonObject, member: string): string {
  const value = item[member];
  return typeof value === 'string' ? value : '';
}

async function readResource(uri: string, context: ServerContext, deps: OfferDeps) {
  const servers = await serversFor(context, deps);
  const own = serverOfUri(uri, servers);
  const call = { tool: toolOf(servers, own.server, 'read_resource'), arguments: { value: { uri: own.uri } } };
  const end = await completed(call, context, deps);
  return end.kind === 'answered' ? readResult(end.answer, own) : end.question;
}

interface PromptRequest {
  readonly name: string;
  readonly given: unknown;
}

async function getPrompt({ name, given }: PromptRequest, context: ServerContext, deps: OfferDeps) {
  const servers = await serversFor(context, deps);
  const { server, prompt } = await promptFor(name, { servers, context, deps });
  const sent = deps.sentArguments(given);
  const json = 'json' in sent ? sent.json : JSON.stringify(sent.value);
  const call = {
    tool: toolOf(servers, server, 'get_prompt'),
    arguments: { json: `{"name":${JSON.stringify(prompt)},"arguments":${json}}` },
  };
  const end = await completed(call, context, deps);
  return end.kind === 'answered' ? promptResult(end.answer, deps.renderBlock) : end.question;
}

interface Place {
  readonly servers: OfferingServers;
  readonly context: ServerContext;
  readonly deps: OfferDeps;
}

const mostListPages = 100;

/** A name that does not say by itself whose it is stands in the lists. */
async function promptFor(name: string, { servers, context, deps }: Place) {
  const own = promptByName(name, servers);
  if (own !== null) return own;
  let cursor: string | null = null;
  for (let pages = 0; pages < mostListPages; pages += 1) {
    const request: ListRequest = { tool: 'list_prompts', args: {}, member: 'prompts', cursor };
    const { items, nextCursor } = await listFor(request, context, deps);
    const prompts = items.map(({ server, item }) => ({ server, prompt: textIn(item, 'name') }));
    const found = prompts.find((each) => isPromptNamed(name, each, servers));
    if (found !== undefined) return found;
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  throw unknownPrompt(name);
}

interface CompleteRequest {
  readonly isPrompt: boolean;
  readonly asked: string;
  readonly argument: string;
  readonly value: string;
  readonly known?: JsonObject;
}

async function complete(request: CompleteRequest, context: ServerContext, deps: OfferDeps) {
  const servers = await serversFor(context, deps);
  const { isPrompt, asked, ...given } = request;
  const { server, ref } = isPrompt
    ? await promptFor(asked, { servers, context, deps }).then((own) => ({ ...own, ref: { prompt: own.prompt } }))
    : refOf(serverOfUri(asked, servers));
  const tool = servers.get(server)?.get('complete_argument');
  if (tool === undefined) return { completion: { values: [] } };
  const { runtime, callerOf } = deps;
  const by = { runtime, caller: callerOf(context), signal: context.mcpReq.signal };
  return { completion: await completeArgument({ tool, args: { ...ref, ...given } }, by) };
}

function refOf({ server, uri }: OwnUri): { readonly server: string; readonly ref: JsonObject } {
  return { server, ref: { template: uri } };
}

function toolOf(servers: OfferingServers, server: string, tool: OfferedTool): string {
  return servers.get(server)?.get(tool) ?? tool;
}

type Answered = Extract<CallEnd, { kind: 'asks' }> | { readonly kind: 'answered'; readonly answer: Completed };

/** What is asked of the client comes back as it is. Throws where there is no answer: how to approve it, or why not, stands in the error. */
async function completed(
  call: Omit<Call, 'caller' | 'signal'>,
  context: ServerContext,
  { carry, renderOutcome }: OfferDeps,
): Promise<Answered> {
  const end = await carry(call, context);
  if (end.kind === 'asks') return end;
  if (end.kind === 'gone') throw new ProtocolError(notRun, end.message);
  const { outcome } = end;
  if (isAnswer(outcome)) return { kind: 'answered', answer: outcome };
  const { content, structuredContent } = renderOutcome(outcome);
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const isWrong = outcome.kind === 'refused' && outcome.code === 'invalid_arguments';
  throw new ProtocolError(isWrong ? invalidParams : notRun, text, structuredContent);
}

function isAnswer(outcome: Outcome): outcome is Completed {
  return outcome.kind === 'completed' && !outcome.observation.isError;
}
