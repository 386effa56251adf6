// The lists that one server shows its client, and the watch over them for as long as the client stays.
import type { Server, Tool } from '@modelcontextprotocol/server';
import type { Caller, ListKind } from '../../../contract/index.ts';
import { listTools } from '../list-tools.ts';
import { watchList, type ListWatch, type OfferedList, type WatchedRuntime } from './watch-list.ts';

export interface ShownLists {
  tools(caller: Caller): Promise<{ readonly tools: Tool[] }>;
  /** That list is shown. */
  asked(list: OfferedList, caller: Caller): void;
}

export interface ShownListsParts {
  readonly runtime: WatchedRuntime;
  readonly report: (message: string) => void;
  /** The server outlives the request. */
  readonly lives: boolean;
}

/** To be made before the server is connected. */
export function createShownLists(
  server: Pick<Server, 'onclose' | 'sendToolListChanged' | 'sendResourceListChanged' | 'sendPromptListChanged'>,
  { runtime, report, lives }: ShownListsParts,
): ShownLists {
  const ending = new AbortController();
  let watch: ListWatch | null = null;
  server.onclose = () => ending.abort();
  const tellers: Readonly<Record<ListKind, () => Promise<void>>> = {
    tools: () => server.sendToolListChanged(),
    resources: () => server.sendResourceListChanged(),
    prompts: () => server.sendPromptListChanged(),
  };
  const tell = (list: ListKind) => void tellers[list]().catch((error: unknown) => report(String(error)));
  function watching(caller: Caller): ListWatch | null {
    if (!lives || ending.signal.aborted) return null;
    watch ??= watchList({ runtime, caller, tell, report, signal: ending.signal });
    return watch;
  }
  return {
    async tools(caller) {
      const tools = await listTools(runtime, caller);
      watching(caller)?.listed(tools);
      return { tools };
    },
    asked: (list, caller) => watching(caller)?.asked(list),
  };
}
