// Tells when what a caller may see of the tools is another: once for a burst, and not where all is as it was when the burst is over.
import { offeredTag, type Caller, type ListKind, type Tool } from '../../contract/index.ts';
import { seenTools, type Registry } from '../../kernel/index.ts';
import type { ListEvents } from '../servers/list-events.ts';
import { pause } from './pause.ts';

type OfferedList = Exclude<ListKind, 'tools'>;
const offeredLists: readonly OfferedList[] = ['resources', 'prompts'];

/** A server that comes and goes meanwhile, or whose tools come one after the other, is one change or none. */
const burstMs = 500;

export interface Following {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export interface ListSources {
  readonly registry: Pick<Registry, 'snapshot' | 'onChange'>;
  /** Of servers that say that their resources or prompts are others. */
  readonly onListed: ListEvents['onListed'];
}

export async function* followLists(
  { registry, onListed }: ListSources,
  { caller, signal }: Following,
): AsyncIterable<ListKind> {
  const told = new Map<OfferedList, Set<string>>(offeredLists.map((list) => [list, new Set()]));
  const look = (): readonly Tool[] => seenTools(registry.snapshot(), caller).all();
  let seen = look();
  let isDue = false;
  let wake = (): void => undefined;
  const rouse = (): void => wake();
  const due = (): void => {
    isDue = true;
    rouse();
  };
  const stops = [
    registry.onChange(due),
    onListed((server, list) => {
      told.get(list)?.add(server);
      due();
    }),
  ];
  signal.addEventListener('abort', rouse, { once: true });
  try {
    for (;;) {
      if (!isDue && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      await pause(burstMs, signal);
      if (signal.aborted) return;
      isDue = false;
      const now = look();
      for (const list of offeredLists) {
        const [before, after] = [listersOf(seen, list), listersOf(now, list)];
        const isTold = after.some(({ origin }) => told.get(list)?.has(origin.source) === true);
        told.get(list)?.clear();
        if (isTold || !isSame(before, after)) yield list;
      }
      if (isSame(seen, now)) continue;
      seen = now;
      yield 'tools';
    }
  } finally {
    for (const stop of stops) stop();
    signal.removeEventListener('abort', rouse);
  }
}

/** The tools by which a caller has those lists: one for each server that has any. */
function listersOf(tools: readonly Tool[], list: OfferedList): readonly Tool[] {
  const tag = offeredTag(`list_${list}`);
  return tools.filter(({ tags }) => tags.includes(tag));
}

/** Descriptions are frozen, and a changed tool is another one. */
function isSame(before: readonly Tool[], now: readonly Tool[]): boolean {
  return before.length === now.length && before.every((tool, at) => tool === now[at]);
}
