// Reads a whole trail, page by page.
import type { RecordedEvent } from '../../src/contract/index.ts';
import type { OpenStore } from '../../src/host/index.ts';

export async function allEvents({ journal }: OpenStore): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let after = { at: 0, writer: '', seq: 0 }; ;) {
    const page = await journal.events({ after, limit: 1_000 });
    const last = page.at(-1);
    if (last === undefined) return all;
    all.push(...page);
    after = last;
  }
}
