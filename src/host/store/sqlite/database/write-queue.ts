// One writing transaction at a time in this process, in the order of the calls; whoever else holds the store is waited for.
import { setImmediate } from 'node:timers/promises';
import { CapabilityError } from '../../../../contract/index.ts';
import { asStoreError, isLocked, lockedError } from './store-errors.ts';
import type { Transactor } from './transactor.ts';
import { lockPause } from './wait-for-lock.ts';

export interface WriteQueue {
  /**
   * Runs the work in one transaction, which commits when it returns and is undone when it throws; it may run again after it was undone.
   * `synced` waits for the disk, whatever the durability. Rejects with `store_locked` when the store stays locked; nothing was written.
   */
  write<Result>(work: () => Result, how?: 'synced'): Promise<Result>;
  /** Runs a read; the same waiting. */
  read<Result>(work: () => Result): Promise<Result>;
  /** Takes no more work, waits for what was asked for, and runs a last write behind it. */
  end(last: (() => void) | null): Promise<void>;
}

export interface WriteQueueOptions {
  readonly transactor: Transactor;
  readonly file: string;
  readonly lockWaitMs: number;
  /** Writes that wait share one commit, and so one wait for the disk. */
  readonly groups: boolean;
}

interface Job {
  readonly kind: 'write' | 'read';
  readonly synced: boolean;
  readonly until: number;
  /** Runs the work and keeps its result. */
  run(): void;
  /** Resolves the promise with what `run` kept. */
  settle(): void;
  reject(cause: unknown): void;
}

export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
  const { transactor, file, groups } = options;
  const waiting = createWaiting(options);
  let closed = false;

  function refuseWhenClosed(): void {
    if (closed)
      throw new CapabilityError('store_unavailable', `The store ${file} is closed in this process. Open it again.`, {
        details: { file },
      });
  }

  /** The ordinary case, at once: nobody waits, and the store is free. */
  function tryNow<Result>(work: () => Result): { readonly result: Result } | null {
    try {
      return { result: work() };
    } catch (cause) {
      if (isLocked(cause)) return null;
      throw asStoreError(cause, file);
    }
  }

  return {
    async write(work, how) {
      refuseWhenClosed();
      const synced = how === 'synced';
      const done = waiting.isIdle() && !groups ? tryNow(() => transactor.transact(work, synced)) : null;
      return done === null ? waiting.add(work, 'write', synced) : done.result;
    },
    async read(work) {
      refuseWhenClosed();
      const done = tryNow(work);
      return done === null ? waiting.add(work, 'read', false) : done.result;
    },
    async end(last) {
      closed = true;
      await waiting.end();
      if (last !== null) await waiting.add(last, 'write', true);
    },
  };
}

interface Waiting {
  isIdle(): boolean;
  add<Result>(work: () => Result, kind: Job['kind'], synced: boolean): Promise<Result>;
  end(): Promise<void>;
}

function createWaiting({ transactor, file, lockWaitMs, groups }: WriteQueueOptions): Waiting {
  const jobs: Job[] = [];
  const runner = createRunner(jobs, transactor, file);
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    // Writes of the same turn come together: one wait for the disk serves them all. Where none share, the store was just locked.
    await (groups ? setImmediate() : lockPause(1));
    for (let tries = 1; jobs.length > 0; tries++) {
      if (runner.runFirst(groups)) tries = 0;
      else await lockPause(tries);
    }
    // Only behind an await: else this would come before `running` is set, and nobody would run the jobs of later.
    running = null;
  }

  return {
    isIdle: () => running === null,
    add<Result>(work: () => Result, kind: Job['kind'], synced: boolean): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      let settle = (): void => undefined;
      const run = (): void => {
        const result = work();
        settle = () => resolve(result);
      };
      const until = performance.now() + lockWaitMs;
      jobs.push({
        kind,
        synced,
        until,
        run,
        settle: () => settle(),
        reject: (cause) => reject(asStoreError(cause, file)),
      });
      running ??= runAll();
      return promise;
    },
    async end() {
      await running;
    },
  };
}

/** Waiting writes that share one commit. */
const largestGroup = 64;

interface Runner {
  /** Runs and settles the first job, or the first group. False when the store is locked. */
  runFirst(groups: boolean): boolean;
}

function createRunner(jobs: Job[], transactor: Transactor, file: string): Runner {
  /** After a group failed, so many jobs run one by one: which of them failed is not known before. */
  let alone = 0;

  function takeGroup(groups: boolean): readonly Job[] {
    if (!groups || alone > 0 || jobs[0]?.kind === 'read') return jobs.slice(0, 1);
    const firstRead = jobs.findIndex((job) => job.kind === 'read');
    return jobs.slice(0, Math.min(largestGroup, firstRead < 0 ? jobs.length : firstRead));
  }

  function run(group: readonly Job[]): void {
    if (group[0]?.kind === 'read') return group[0].run();
    const synced = group.some((job) => job.synced);
    transactor.transact(() => {
      for (const job of group) job.run();
    }, synced);
  }

  function dropOverdue(cause: unknown): void {
    const now = performance.now();
    const overdue = jobs.filter((job) => job.until <= now);
    const left = jobs.filter((job) => job.until > now);
    jobs.splice(0, jobs.length, ...left);
    for (const job of overdue) job.reject(lockedError(file, cause));
  }

  return {
    runFirst(groups) {
      const group = takeGroup(groups);
      try {
        run(group);
      } catch (cause) {
        if (isLocked(cause)) {
          dropOverdue(cause);
          return false;
        }
        if (group.length > 1) alone = group.length;
        else if (alone > 0) alone--;
        if (group.length === 1) jobs.shift()?.reject(cause);
        return true;
      }
      if (alone > 0) alone--;
      jobs.splice(0, group.length);
      for (const job of group) job.settle();
      return true;
    },
  };
}
