// The Results over a folder of the home: sealed, since they may hold the owner's data, and found again by every process of the owner.
import type { Clock, KeptResult, NewResult, Results, ResultScope } from '../../contract/index.ts';
import { newId } from '../../text/index.ts';
import { createSeal, type Seal } from '../store/keys/seal.ts';
import { entryName, principalDigest, refDigest, sessionFolder, type EntryName } from './entry-name.ts';
import { createLabelledLook } from './labelled-look.ts';
import { createResultFolder, type ResultFolder, type ResultLimits } from './result-folder.ts';

export interface ResultsNeeds {
  /** Absolute path; closed to others. */
  readonly folder: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly limits?: Partial<ResultLimits>;
  /** Moves when another process of this home may have kept something since. Without it each question is put to the folder. */
  readonly othersWrote?: () => number;
}

const mebibyte = 1024 * 1024;
const defaultLimits: ResultLimits = {
  sessionBytes: 32 * mebibyte,
  allBytes: 256 * mebibyte,
  maxAgeMs: 30 * 24 * 60 * 60_000,
};
/** Last results that wait to be written; the oldest is written when there are more. */
const maxWaiting = 100;

interface Waiting {
  readonly ref: string;
  readonly at: number;
  readonly result: NewResult;
}

export function createResults({ folder: path, key, clock, limits, othersWrote }: ResultsNeeds): Results {
  const folder = createResultFolder(path, { ...defaultLimits, ...limits }, clock);
  const seal = createSeal(key);
  const opened = (place: string, entry: EntryName): Stored | null => open(place, entry, { folder, seal });
  const labelled = createLabelledLook({ look: folder.look, open: opened });
  const waiting = new Map<string, Waiting>();
  let count = 0;

  function write({ ref, at, result }: Waiting): void {
    const session = sessionFolder(result.session);
    const text = JSON.stringify({ version: 1, ref, ...result });
    count += 1;
    const file = entryName(result, { at, count, ref, bytes: Buffer.byteLength(text) });
    const hasCleaned = folder.write(session, file, seal.close(text, session));
    if (hasCleaned) labelled.forget();
    else labelled.wrote(session, file, result);
  }

  function wait(entry: Waiting): void {
    waiting.delete(scopeKey(entry.result));
    waiting.set(scopeKey(entry.result), entry);
    const [oldest] = waiting;
    if (waiting.size <= maxWaiting || oldest === undefined) return;
    waiting.delete(oldest[0]);
    write(oldest[1]);
  }

  return {
    async keep(result) {
      const entry = { ref: newId('res'), at: clock.now(), result };
      if (result.use === 'last_only') wait(entry);
      else write(entry);
      if (result.use === 'last') waiting.delete(scopeKey(result));
      return entry.ref;
    },
    async read(scope, ref) {
      const own = waiting.get(scopeKey(scope));
      if (own?.ref === ref) return keptOf(own.ref, own.result);
      const place = placeOf(scope);
      const digest = refDigest(ref);
      const entry = folder
        .list(place.session)
        .find((item) => item.ref === digest && item.principal === place.principal);
      return entry === undefined ? null : kept(open(place.session, entry, { folder, seal }), scope);
    },
    async last(scope) {
      const own = waiting.get(scopeKey(scope));
      if (own !== undefined) return keptOf(own.ref, own.result);
      const place = placeOf(scope);
      const entry = folder.list(place.session).findLast((item) => item.isLast && item.principal === place.principal);
      return entry === undefined ? null : kept(open(place.session, entry, { folder, seal }), scope);
    },
    async labelled(session, known) {
      return labelled.texts(sessionFolder(session), known, othersWrote?.() ?? null);
    },
    async close() {
      const entries = [...waiting.values()];
      waiting.clear();
      for (const entry of entries) write(entry);
    },
  };
}

interface Parts {
  readonly folder: ResultFolder;
  readonly seal: Seal;
}

type Stored = NewResult & { readonly ref: string };

/** Null where it is gone. Throws `store_unavailable` for what was changed. */
function open(session: string, { file }: EntryName, { folder, seal }: Parts): Stored | null {
  const bytes = folder.read(session, file);
  // Authenticated by the seal: it is what `write` put there, byte by byte.
  return bytes === null ? null : (JSON.parse(seal.open(bytes, session)) as Stored);
}

/** The digest in a name is short; what is sealed says whose it is. */
function kept(stored: Stored | null, { session, principal }: ResultScope): KeptResult | null {
  if (stored === null || stored.session !== session || stored.principal !== principal) return null;
  return keptOf(stored.ref, stored);
}

function keptOf(ref: string, { label, text, hidden }: NewResult): KeptResult {
  return { ref, label, text, hidden };
}

function placeOf({ session, principal }: ResultScope): { readonly session: string; readonly principal: string } {
  return { session: sessionFolder(session), principal: principalDigest(principal) };
}

function scopeKey({ session, principal }: ResultScope): string {
  return JSON.stringify([session, principal]);
}
