// What searches over tools led to, a record for each principal, tool and set of words. What is known is known to all runtimes of a home.
import type { Clock, SearchUse, SearchUses, Store, StoredRecord } from '../contract/index.ts';
import { sha256Hex } from '../text/index.ts';
import { bodyOf, bodyVersion, numberOf, textOf, textsOf } from './record-body.ts';

const collection = 'search_uses';
/** One record, written anew when something is forgotten. */
const forgets = 'search_forgets';
const last = 'last';
const usesOfTool = 20;
const usesOfPrincipal = 2_000;

type NewUse = Parameters<SearchUses['add']>[1];

export function createSearchUses(store: Store, clock: Clock): SearchUses {
  let adding: Promise<unknown> = Promise.resolve();

  async function addNext(principal: string, { stems, tool, fingerprint }: NewUse): Promise<void> {
    const id = sha256Hex(JSON.stringify([principal, tool, fingerprint, stems.toSorted()]));
    const known = await store.list(collection, principal);
    const same = known.find((record) => record.id === id);
    const times = same === undefined ? 1 : toUse(same).times + 1;
    await store.write({
      puts: [
        {
          collection,
          id,
          group: principal,
          version: bodyVersion,
          body: { stems: [...stems], tool, fingerprint, times, at: clock.now() },
        },
      ],
      removes: same === undefined ? overflow(known, tool).map((record) => ({ collection, id: record.id })) : [],
      movesPolicy: false,
    });
  }

  return {
    of: async (principal) => (await store.list(collection, principal)).map(toUse),
    add(principal, use) {
      // One after the other: each counts on what the one before has written.
      const added = adding.then(() => addNext(principal, use));
      adding = added.catch(() => undefined);
      return added;
    },
    async forgotten() {
      const record = await store.get(forgets, last);
      return record === null ? '' : JSON.stringify(bodyOf(record));
    },
    async forget(tool, by) {
      const before = await store.get(forgets, last);
      const times = before === null ? 1 : numberOf(bodyOf(before)['times']) + 1;
      const records = (await store.list(collection)).filter((record) => tool === null || toUse(record).tool === tool);
      await store.write({
        puts: [{ collection: forgets, id: last, group: null, version: bodyVersion, body: { times, at: clock.now() } }],
        removes: records.map(({ id }) => ({ collection, id })),
        events: [{ kind: 'searches_forgotten', envelope: { tool, uses: records.length, by }, values: {} }],
        movesPolicy: false,
      });
      return records.length;
    },
  };
}

/** What has to go so that one more fits: the oldest of the tool, else the oldest of all. */
function overflow(known: readonly StoredRecord[], tool: string): readonly StoredRecord[] {
  const ofTool = known.filter((record) => toUse(record).tool === tool);
  if (ofTool.length >= usesOfTool) return oldest(ofTool, ofTool.length - usesOfTool + 1);
  return known.length >= usesOfPrincipal ? oldest(known, known.length - usesOfPrincipal + 1) : [];
}

function oldest(records: readonly StoredRecord[], count: number): readonly StoredRecord[] {
  return records.toSorted((left, right) => toUse(left).at - toUse(right).at).slice(0, count);
}

function toUse(record: StoredRecord): SearchUse {
  const { stems, tool, fingerprint, times, at } = bodyOf(record);
  return {
    stems: textsOf(stems),
    tool: textOf(tool),
    fingerprint: textOf(fingerprint),
    times: numberOf(times),
    at: numberOf(at),
  };
}
