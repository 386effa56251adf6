// The subscriptions of 2026-era clients over HTTP: each is told of the list that its own caller sees. The SDK takes one bus for all of them and
// tells it nothing of who subscribes, so that is carried beside the request.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller } from '../../../contract/index.ts';
import { listTools } from '../list-tools.ts';
import { watchList, type WatchedRuntime } from './watch-list.ts';

export interface Subscriptions {
  readonly bus: ServerEventBus;
  /** Whoever subscribes within the work is this caller. */
  as<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
}

export function createSubscriptions(runtime: WatchedRuntime, report: (message: string) => void): Subscriptions {
  const asking = new AsyncLocalStorage<Caller>();
  return {
    as: (caller, work) => asking.run(caller, work),
    bus: {
      publish() {
        throw new Error('Each subscription is told by its own watch.');
      },
      subscribe(listener) {
        const caller = asking.getStore();
        if (caller === undefined) throw new Error('A subscription arrived without its caller.');
        const ending = new AbortController();
        const watch = watchList({
          runtime,
          caller,
          tell: (list) => listener({ kind: `${list}_list_changed` }),
          report,
          signal: ending.signal,
        });
        // What it was shown before is not known: it counts from here.
        for (const list of ['resources', 'prompts'] as const) watch.asked(list);
        listTools(runtime, caller).then(watch.listed, (error: unknown) => report(String(error)));
        return () => ending.abort();
      },
    },
  };
}
