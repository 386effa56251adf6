// The requests under way: how many one client may have, and how they end before their time, when their token is revoked or the daemon stops.
import type { Connection } from '../listen/http-server.ts';

export interface UnderWayLimits {
  readonly requests: number;
  /** Of these, streams that stay open. */
  readonly streams: number;
}

interface Entry {
  readonly key: string;
  readonly isStream: boolean;
}

export interface UnderWay {
  /** Aborts when the request ends, for whatever reason. Null where the client has as many as it may. */
  enter(entry: Entry, connection: Connection): AbortSignal | null;
  /** Cuts the requests of every client that is no longer welcome. */
  dismiss(isWelcome: (key: string) => Promise<boolean>): Promise<void>;
  isStopping(): boolean;
  /** Aborts all, so that they come to their end. */
  stop(): void;
  /** Resolves when none is left, or after so long. */
  whenIdle(maxMs: number): Promise<void>;
}

interface Request extends Entry {
  readonly connection: Connection;
  readonly ending: AbortController;
}

export function createUnderWay(limitsOf: (key: string) => UnderWayLimits): UnderWay {
  const requests = new Set<Request>();
  let stopping = false;
  let idle: () => void = () => undefined;
  return {
    enter(entry, connection) {
      const own = [...requests].filter(({ key }) => key === entry.key);
      const limits = limitsOf(entry.key);
      const streams = own.filter(({ isStream }) => isStream).length;
      if (own.length >= limits.requests || (entry.isStream && streams >= limits.streams)) return null;
      const request = { ...entry, connection, ending: new AbortController() };
      requests.add(request);
      connection.onEnd(() => {
        requests.delete(request);
        request.ending.abort();
        if (requests.size === 0) idle();
      });
      return request.ending.signal;
    },
    async dismiss(isWelcome) {
      for (const key of new Set([...requests].map((request) => request.key))) {
        if (await isWelcome(key)) continue;
        for (const request of requests) if (request.key === key) request.connection.cut();
      }
    },
    isStopping: () => stopping,
    stop() {
      stopping = true;
      for (const { ending } of requests) ending.abort();
    },
    async whenIdle(maxMs) {
      if (requests.size === 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        idle = resolve;
        timer = setTimeout(resolve, maxMs);
      });
      clearTimeout(timer);
    },
  };
}
