// Tells when what a caller may see of the tools is another: once for a burst, and not where all is as it was when the burst is over.
import type { Caller, ListKind, Tool } from '../../contract/index.ts';
import { seenTools, type Registry } from '../../kernel/index.ts';
import { pause } from './pause.ts';

/** A server that comes and goes meanwhile, or whose tools come one after the other, is one change or none. */
const burstMs = 500;

export interface Following {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

export async function* followLists(
  registry: Pick<Registry, 'snapshot' | 'onChange'>,
  { caller, signal }: Following,
): AsyncIterable<ListKind> {
  const look = (): readonly Tool[] => seenTools(registry.snapshot(), caller).all();
  let seen = look();
  let isDue = false;
  let wake = (): void => undefined;
  const rouse = (): void => wake();
  const stop = registry.onChange(() => {
    isDue = true;
    rouse();
  });
  signal.addEventListener('abort', rouse, { once: true });
  try {
    for (;;) {
      if (!isDue && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      await pause(burstMs, signal);
      if (signal.aborted) return;
      isDue = false;
      const now = look();
      if (isSame(seen, now)) continue;
      seen = now;
      yield 'tools';
    }
  } finally {
    stop();
    signal.removeEventListener('abort', rouse);
  }
}

/** Descriptions are frozen, and a changed tool is another one. */
function isSame(before: readonly Tool[], now: readonly Tool[]): boolean {
  return before.length === now.length && before.every((tool, at) => tool === now[at]);
}
