// The lists that one server shows its client, and the watch over them for as long as the client stays.
import type { Server, Tool } from '@modelcontextprotocol/server';
import type { Caller } from '../../../contract/index.ts';
import { listTools } from '../list-tools.ts';
import { watchList, type ListWatch, type WatchedRuntime } from './watch-list.ts';

export interface ShownLists {
  tools(caller: Caller): Promise<{ readonly tools: Tool[] }>;
}

export interface ShownListsParts {
  readonly runtime: WatchedRuntime;
  readonly report: (message: string) => void;
  /** The server outlives the request. */
  readonly lives: boolean;
}

/** To be made before the server is connected. */
export function createShownLists(
  server: Pick<Server, 'onclose' | 'sendToolListChanged'>,
  { runtime, report, lives }: ShownListsParts,
): ShownLists {
  const ending = new AbortController();
  let watch: ListWatch | null = null;
  server.onclose = () => ending.abort();
  const tell = () => void server.sendToolListChanged().catch((error: unknown) => report(String(error)));
  return {
    async tools(caller) {
      const tools = await listTools(runtime, caller);
      if (lives && !ending.signal.aborted) {
        watch ??= watchList({ runtime, caller, tell, report, signal: ending.signal });
        watch.listed(tools);
      }
      return { tools };
    },
  };
}
