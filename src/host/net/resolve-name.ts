// Looks up the addresses of a name, once per hop, and gives up when the caller does.
import { lookup } from 'node:dns/promises';

/** All addresses of a name, as text. Rejects where there are none. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The system's resolver (hosts file included). getaddrinfo cannot be stopped, but nobody has to wait for it: libuv leaves half its threads to files. */
export async function resolveName(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
  const answers = await untilAborted(lookup(hostname, { all: true, order: 'verbatim' }), signal);
  return answers.map((answer) => answer.address);
}

/** Rejects with the signal's reason as soon as it aborts; what `work` comes to later is dropped. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
