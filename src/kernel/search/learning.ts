// Learns which calls searches led to: a search is remembered for a while, and a call of a tool that it showed, once it went well, is what it
// was for. Only the owner's own callers teach, never a guest, and never with words that stand in what others wrote.
import type { Caller, Clock, SearchUse, SearchUses, Tool } from '../../contract/index.ts';
import { createLearnedUses, type LearnedUses } from './learned-uses.ts';

export interface Learning {
  /** What this caller's earlier searches led to. */
  learnedBy(caller: Caller): Promise<LearnedUses>;
  /** The caller was shown these tools for these words. */
  searched(caller: Caller, search: FreshSearch): Promise<void>;
  /** A call of the tool went well. Rejects as the store does. */
  used(caller: Caller, tool: Tool): Promise<void>;
}

export interface FreshSearch {
  readonly query: string;
  readonly stems: readonly string[];
  readonly shown: readonly Tool[];
}

export interface LearningDeps {
  readonly uses: SearchUses;
  readonly clock: Clock;
  /** Whether a text as a whole stands in what others wrote and this session has read. */
  readonly isFromOthers: (session: string, text: string) => Promise<boolean>;
  /** Takes out secrets: a request that holds one is not kept in any part. */
  readonly redact: (text: string) => string;
}

interface Recent {
  readonly stems: readonly string[];
  readonly shown: Map<string, string>;
  readonly at: number;
}

interface Known {
  readonly learned: Promise<LearnedUses>;
  readonly at: number;
}

/** What other processes of the home learn meanwhile is known after this time. */
const freshMs = 60 * 60_000;
/** A call long after a search, or after some more of them, was hardly made for it. */
const recentMs = 10 * 60_000;
const recentSearches = 3;
const maxSessions = 1_000;
const halfLifeMs = 60 * 24 * 60 * 60_000;
/** However often the same search led to the same tool. */
const mostWeight = 2;

export function createLearning({ uses, clock, isFromOthers, redact }: LearningDeps): Learning {
  const recent = new Map<string, readonly Recent[]>();
  const known = new Map<string, Known>();
  let forgotten = '';

  /** What was forgotten, by whatever process, is not known here either, and no search before it teaches. */
  async function forget(): Promise<void> {
    const mark = await uses.forgotten();
    if (mark === forgotten) return;
    forgotten = mark;
    known.clear();
    recent.clear();
  }

  return {
    async learnedBy({ principal }) {
      await forget();
      const now = clock.now();
      const before = known.get(principal);
      if (before !== undefined && now - before.at < freshMs) return before.learned;
      const learned = uses
        .of(principal)
        .then((list) => createLearnedUses(list.map((use) => ({ ...use, weight: weightOf(use, now) }))));
      known.set(principal, { learned, at: now });
      learned.catch(() => known.get(principal)?.learned === learned && known.delete(principal));
      if (known.size > maxSessions) known.clear();
      return learned;
    },
    async searched(caller, { query, stems, shown }) {
      if (!teaches(caller) || stems.length === 0 || redact(query) !== query) return;
      if (await isFromOthers(caller.session, query)) return;
      const search = {
        stems,
        shown: new Map(shown.map((tool) => [tool.name, tool.origin.fingerprint])),
        at: clock.now(),
      };
      await forget();
      const key = keyOf(caller);
      const before = recent.get(key) ?? [];
      // In the order of use, so that the session that was quiet for longest goes first.
      recent.delete(key);
      recent.set(key, [search, ...before].slice(0, recentSearches));
      const [first] = recent.keys();
      if (recent.size > maxSessions && first !== undefined) recent.delete(first);
    },
    async used(caller, { name, origin: { fingerprint } }) {
      const key = keyOf(caller);
      // Of the calls most follow no search: they ask nothing of the store.
      if (!recent.has(key)) return;
      await forget();
      const since = clock.now() - recentMs;
      const search = recent.get(key)?.find(({ shown, at }) => at >= since && shown.get(name) === fingerprint);
      if (search === undefined || !teaches(caller)) return;
      // Once for each search, however often the tool is called after it.
      search.shown.delete(name);
      await uses.add(caller.principal, { stems: search.stems, tool: name, fingerprint });
      known.delete(caller.principal);
    },
  };
}

function teaches({ trust, forbidden }: Caller): boolean {
  return trust === 'operator' && forbidden === null;
}

function keyOf({ principal, session }: Caller): string {
  return JSON.stringify([principal, session]);
}

function weightOf({ times, at }: SearchUse, now: number): number {
  const often = Math.min(mostWeight, 1 + Math.log2(times) / 4);
  return often * 2 ** (-Math.max(0, now - at) / halfLifeMs);
}
