// The lists of all servers that a caller may use, as one: each a call of the tool that lists, all at once, and none waits long for another.
import type { Caller, JsonObject, JsonValue, OfferedTool, Outcome, Runtime } from '../../../contract/index.ts';
import { isParams } from './params.ts';
import { withTool, type OfferingServers } from './offering-servers.ts';

export interface ListRequest {
  readonly tool: Extract<OfferedTool, 'list_resources' | 'list_prompts'>;
  readonly args: JsonObject;
  /** Of the structured result. */
  readonly member: string;
  /** As it was given out with the page before; null for the first. */
  readonly cursor: string | null;
}

export interface ListDeps {
  readonly runtime: Pick<Runtime, 'call' | 'withdraw'>;
  readonly servers: OfferingServers;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface OfferedItem {
  readonly server: string;
  readonly item: JsonObject;
}

export interface OfferedList {
  readonly items: readonly OfferedItem[];
  readonly nextCursor: string | null;
  /** Whose lists are not in it, and why. */
  readonly leftOut: readonly { readonly server: string; readonly why: string }[];
}

/** A server that is slower is left out; its list is read on, and is there the next time. */
const waitMs = 5_000;

/** Null for a cursor that was never given out. */
export async function listOffers(request: ListRequest, deps: ListDeps): Promise<OfferedList | null> {
  const names = withTool(deps.servers, request.tool);
  const due = request.cursor === null ? names.map((server) => ({ server, page: 1 })) : readCursor(request.cursor);
  if (due === null) return null;
  const pages = await Promise.all(
    due.filter(({ server }) => names.includes(server)).map((each) => pageOf(each, request, deps)),
  );
  const next = pages.flatMap(({ server, nextPage }) => (nextPage === null ? [] : [{ server, page: nextPage }]));
  return {
    items: pages.flatMap(({ server, items }) => items.map((item) => ({ server, item }))),
    nextCursor: next.length === 0 ? null : writeCursor(next),
    leftOut: pages.flatMap(({ server, why }) => (why === null ? [] : [{ server, why }])),
  };
}

interface Due {
  readonly server: string;
  readonly page: number;
}

interface Page {
  readonly server: string;
  readonly items: readonly JsonObject[];
  readonly nextPage: number | null;
  readonly why: string | null;
}

/** Pages of the tool are made for models; one of ours holds so many: the official client gives up a list after 64. */
const pagesInOne = 16;

async function pageOf({ server, page }: Due, request: ListRequest, deps: ListDeps): Promise<Page> {
  const late = AbortSignal.timeout(waitMs);
  const signal = AbortSignal.any([deps.signal, late]);
  const items: JsonObject[] = [];
  let next: number | null = page;
  for (let pages = 0; next !== null && pages < pagesInOne; pages += 1) {
    const read: ToolPage = await toolPage({ server, page: next }, request, { ...deps, signal });
    if (typeof read === 'string') {
      const why = late.aborted ? `it did not answer within ${waitMs} ms` : read;
      return { server, items, nextPage: null, why };
    }
    items.push(...read.items);
    next = read.nextPage;
  }
  return { server, items, nextPage: next, why: null };
}

/** Why there is none, where there is none. */
type ToolPage = Pick<Page, 'items' | 'nextPage'> | string;

async function toolPage({ server, page }: Due, { tool, args, member }: ListRequest, deps: ListDeps): Promise<ToolPage> {
  const { runtime, servers, caller, signal } = deps;
  const name = servers.get(server)?.get(tool) ?? tool;
  const outcome = await runtime.call({ tool: name, arguments: { value: { ...args, page } }, caller, signal });
  // Nobody asked a person for a list that a client takes by itself.
  if (outcome.kind === 'pending') await runtime.withdraw(caller, outcome.approval.id);
  const structured = outcome.kind === 'completed' ? outcome.observation.structured : null;
  const items = isParams(structured) ? structured[member] : undefined;
  if (!isParams(structured) || !Array.isArray(items)) return whyNot(outcome);
  const { nextPage } = structured;
  return { items: items.filter(isItem), nextPage: typeof nextPage === 'number' ? nextPage : null };
}

function whyNot(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
      return outcome.observation.isError ? outcome.observation.text : 'a page of its list is over tools.resultChars';
    case 'pending':
      return 'to list it has to be approved: call the tool that lists';
    case 'refused':
    case 'aborted':
      return outcome.reason;
    case 'failed':
      return outcome.message;
  }
}

function writeCursor(due: readonly Due[]): string {
  return Buffer.from(JSON.stringify(due.map(({ server, page }) => [server, page]))).toString('base64url');
}

function readCursor(cursor: string): readonly Due[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || !value.every(isPair)) return null;
    // Each server once, as we write it: else one request would be as many calls as its cursor has room for.
    const pages = new Map(value);
    return pages.size === value.length ? [...pages].map(([server, page]) => ({ server, page })) : null;
  } catch {
    return null;
  }
}

function isPair(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isSafeInteger(value[1]) && value[1] > 0;
}

function isItem(value: JsonValue): value is JsonObject {
  return isParams(value) && !JSON.isRawJSON(value);
}
