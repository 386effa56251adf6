// Tells a client that its list of tools is another: only where the list as it was shown to it would now have other bytes, since a client that
// lists again sends its model another prompt.
import type { Tool } from '@modelcontextprotocol/server';
import type { Caller, ListKind, Runtime } from '../../../contract/index.ts';
import { listTools, type PresentingRuntime } from '../list-tools.ts';

export type OfferedList = Exclude<ListKind, 'tools'>;
export type WatchedRuntime = PresentingRuntime & Pick<Runtime, 'listChanges'>;

export interface ListWatch {
  /** What the client was shown now. */
  listed(tools: readonly Tool[]): void;
  /** It was shown that list, whose bytes nobody compares: to make them out is to ask every server. */
  asked(list: OfferedList): void;
}

export interface WatchParts {
  readonly runtime: WatchedRuntime;
  readonly caller: Caller;
  readonly tell: (list: ListKind) => void;
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** How long after a stream that broke the next one is opened. */
const againMs = 5_000;

/** Watches until the signal aborts; tells nothing before the client was shown a list. */
export function watchList(parts: WatchParts): ListWatch {
  const shown: Shown = { text: '', lists: new Set() };
  void keepWatching(parts, shown);
  return {
    listed(tools) {
      shown.text = JSON.stringify(tools);
    },
    asked(list) {
      shown.lists.add(list);
    },
  };
}

interface Shown {
  text: string;
  readonly lists: Set<ListKind>;
}

async function keepWatching(parts: WatchParts, shown: Shown): Promise<void> {
  const { runtime, caller, tell, report, signal } = parts;
  while (!signal.aborted) {
    try {
      for await (const kind of runtime.listChanges(caller, signal)) {
        if (shown.lists.has(kind)) tell(kind);
        if (kind !== 'tools' || shown.text === '') continue;
        const now = JSON.stringify(await listTools(runtime, caller));
        if (now === shown.text) continue;
        shown.text = now;
        tell('tools');
      }
    } catch (error) {
      report(
        `The list of tools is not watched for ${againMs} ms: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (!signal.aborted) await pause(againMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
