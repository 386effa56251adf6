// The lists of one server's resources, templates and prompts: read page by page, kept while the server says of no change, and kept as
// older ones where they cannot be read anew.
import { untilAborted } from '../../../host/index.ts';
import type { CallVoice } from '../asks/under-way.ts';
import type { Question } from '../asks/run-question.ts';
import type { Server } from '../server/server.ts';
import type { ServerSpec } from '../spec/server-spec.ts';
import { readItem, type List, type ListedItem } from './listed-items.ts';

export interface KeptList {
  readonly items: readonly ListedItem[];
  /** What was left out. */
  readonly notices: readonly string[];
  /** Why this is an older list; null where it is not. */
  readonly stale: string | null;
}

export interface KeptLists {
  /** Rejects with what to tell where there is none. */
  read(list: List, signal: AbortSignal): Promise<KeptList>;
}

export interface ListNeeds {
  readonly server: Server;
  readonly spec: Pick<ServerSpec, 'name' | 'startTimeoutMs'>;
}

const mostItems = 10_000;
const mostPages = 1_000;

const sources = {
  resources: { question: 'resources/list', member: 'resources', change: 'resources' },
  templates: { question: 'resources/templates/list', member: 'resourceTemplates', change: 'resources' },
  prompts: { question: 'prompts/list', member: 'prompts', change: 'prompts' },
} as const satisfies Record<List, { question: Question; member: string; change: string }>;

interface Kept {
  readonly list: KeptList;
  /** What the server had said of changes by then. */
  readonly state: object | null;
}

export function createKeptLists({ server, spec }: ListNeeds): KeptLists {
  const kept = new Map<List, Kept>();
  const reading = new Map<List, Promise<KeptList>>();

  async function readAnew(list: List): Promise<KeptList> {
    const signal = AbortSignal.timeout(spec.startTimeoutMs);
    try {
      await server.ready(signal);
      const state = server.listState(sources[list].change);
      const read = await readPages(list, signal, { server, spec });
      kept.set(list, { list: read, state });
      return read;
    } catch (cause) {
      const why = signal.aborted ? `it did not answer within ${spec.startTimeoutMs} ms` : messageOf(cause);
      const last = kept.get(list)?.list;
      // The last good list holds: an error is no empty list.
      if (last !== undefined) return { ...last, stale: why };
      throw new Error(`The list of ${list} of the server ${spec.name} could not be read: ${why}.`, { cause });
    }
  }

  return {
    async read(list, signal) {
      const last = kept.get(list);
      const state = server.listState(sources[list].change);
      if (last !== undefined && state !== null && last.state === state) return last.list;
      const under = reading.get(list) ?? readAnew(list).finally(() => reading.delete(list));
      reading.set(list, under);
      // What is waited for goes on for others.
      return untilAborted(under, signal);
    },
  };
}

async function readPages(list: List, signal: AbortSignal, { server, spec }: ListNeeds): Promise<KeptList> {
  const { question, member } = sources[list];
  const items: ListedItem[] = [];
  const seen = new Set<string>();
  let [cursor, misshapen]: [string | null, number] = [null, 0];
  for (let pages = 0; pages < mostPages; pages += 1) {
    // Beyond the whole time: a list that is late is no failure of the calls of the server.
    const limits = { idleMs: 2 * spec.startTimeoutMs, signal, voice: silent };
    const end = await server.ask(question, cursor === null ? {} : { cursor }, limits);
    if (end.kind !== 'answered') throw new Error('message' in end ? end.message : `the connection was lost`);
    const { [member]: given, nextCursor } = end.result;
    if (!Array.isArray(given)) throw new Error(`its answer has no list of ${member}`);
    for (const value of given.slice(0, mostItems)) {
      const item = readItem(list, value);
      if (item === null) misshapen += 1;
      else if (items.length < mostItems) items.push(item);
    }
    const isFull = items.length === mostItems;
    if (isFull || typeof nextCursor !== 'string') return { items, notices: noticesOf(misshapen, isFull), stale: null };
    if (seen.has(nextCursor)) throw new Error('its list leads in a circle');
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { items, notices: noticesOf(misshapen, true), stale: null };
}

function noticesOf(misshapen: number, isCut: boolean): readonly string[] {
  return [
    ...(isCut ? [`Not more than ${mostItems} entries on ${mostPages} pages are read.`] : []),
    ...(misshapen > 0 ? [`${misshapen} entries are left out: they are not what the protocol says.`] : []),
  ];
}

/** Nobody waits for the list alone, so nobody is told how far it is. */
const silent: CallVoice = {
  whose: '',
  tell: () => undefined,
  ask: () => Promise.resolve({ act: 'cancel', reason: 'Nobody asked for this list.' }),
};

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
