// What has to happen while a runtime lives: its heartbeat, claims of approved requests, overdue requests, ends of dead runtimes.
import {
  isCapabilityError,
  type ApprovalRecord,
  type Call,
  type Clock,
  type Journal,
  type Outcome,
} from '../../contract/index.ts';
import type { Gate } from '../../kernel/index.ts';

const heartbeatMs = 4_000;
const claimMs = 150;
const tidyMs = 30_000;

/** Who hears what a claim says and asks, and what that one can. */
export type ClaimListener = Pick<Call, 'onNotice' | 'sampling'>;

export interface Attendant {
  /** Claims now what can be claimed. The outcome of the named request, when it was this runtime that ran it. */
  claimNow(id: string): Promise<Outcome | null>;
  /** Has what the named request says and asks told, should this runtime run it. Answers how to end that. */
  listen(id: string, beside: ClaimListener): () => void;
  /** Ends all of it. What runs for a claim is stopped, and its end recorded: this process is about to go. */
  stop(): Promise<void>;
}

export interface AttendantDeps {
  readonly journal: Journal;
  readonly gate: Pick<Gate, 'runApproved'>;
  readonly questions: { tidy(): Promise<void> };
  readonly clock: Clock;
  /** Told what went wrong in the background. */
  readonly report: (message: string) => void;
}

export async function startAttendant(deps: AttendantDeps): Promise<Attendant> {
  const { journal } = deps;
  // Before the first call: what a dead runtime left behind is marked, and never run again.
  await journal.recover();
  await deps.questions.tidy();
  let stopped = false;
  let seen = -1;
  const claims = createClaims(deps);
  const every = (ms: number, work: () => Promise<void>): (() => Promise<void>) =>
    repeat(ms, work, { deps, isStopped: () => stopped });
  const loops = [
    every(heartbeatMs, () => journal.heartbeat()),
    every(claimMs, async () => {
      // Other processes answer requests too; a store that nobody wrote to has nothing new to claim.
      const count = await journal.changeCount();
      if (count === seen) return;
      // Before the claims: one that fails is tried again when somebody wrote, or at the next tidying, and not with every turn.
      seen = count;
      await claims.all();
    }),
    every(tidyMs, async () => {
      await journal.expireOverdue();
      await journal.recover();
      await deps.questions.tidy();
      // A request of a runtime that died becomes claimable without anybody writing.
      seen = -1;
    }),
  ];
  return {
    claimNow: (id) => claims.one(id),
    listen: claims.listen,
    async stop() {
      stopped = true;
      await Promise.all(loops.map((end) => end()));
      await claims.stop();
    },
  };
}

interface Claims {
  /** Starts what can be claimed; a tool that runs long holds up no other claim. */
  all(): Promise<void>;
  one(id: string): Promise<Outcome | null>;
  readonly listen: Attendant['listen'];
  stop(): Promise<void>;
}

function createClaims({ journal, gate, report }: AttendantDeps): Claims {
  const running = new Map<string, Promise<Outcome | null>>();
  const stopping = new AbortController();
  const ears = new Map<string, ClaimListener>();
  const run = (record: ApprovalRecord) => {
    const beside = { signal: stopping.signal, ...ears.get(record.id) };
    return once(running, record.id, () => gate.runApproved(record, beside));
  };
  return {
    async all() {
      const records = await journal.claimable();
      if (stopping.signal.aborted) return;
      for (const record of records) run(record).catch((cause: unknown) => report(describe(cause)));
    },
    async one(id) {
      const inFlight = running.get(id);
      if (inFlight !== undefined) return inFlight;
      const record = (await journal.claimable()).find((item) => item.id === id);
      return record === undefined || stopping.signal.aborted ? null : run(record);
    },
    listen(id, beside) {
      if (beside.onNotice !== undefined) ears.set(id, beside);
      return () => void ears.delete(id);
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running.values());
    },
  };
}

/** One claim of a request at a time within this process; between processes the store decides. */
function once(
  running: Map<string, Promise<Outcome | null>>,
  id: string,
  work: () => Promise<Outcome | null>,
): Promise<Outcome | null> {
  const known = running.get(id);
  if (known !== undefined) return known;
  const run = work().finally(() => running.delete(id));
  running.set(id, run);
  return run;
}

interface RepeatParts {
  readonly deps: AttendantDeps;
  readonly isStopped: () => boolean;
}

/** Answers how to end the loop: it resolves when a turn in flight is over. */
function repeat(ms: number, work: () => Promise<void>, { deps, isStopped }: RepeatParts): () => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;
  const next = () => {
    if (isStopped()) return;
    cancel = deps.clock.after(ms, () => {
      turn = oneTurn();
    });
  };
  const oneTurn = async () => {
    try {
      await work();
    } catch (cause) {
      deps.report(describe(cause));
    }
    next();
  };
  next();
  return async () => {
    cancel();
    await turn;
  };
}

function describe(cause: unknown): string {
  if (isCapabilityError(cause)) return `${cause.code}: ${cause.message}`;
  return cause instanceof Error ? cause.message : String(cause);
}
