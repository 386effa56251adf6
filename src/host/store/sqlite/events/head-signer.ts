// When the head of this writer's chain is signed: at its first event, every so many events, and when asked to.
import type { WriteQueue } from '../database/write-queue.ts';
import type { EventLog } from './event-log.ts';
import type { HeadLedger } from './head-ledger.ts';

export interface HeadSigner {
  /** True until the chain has a signed event: that transaction is synced. */
  isFirst(): boolean;
  /** Within a transaction that may have appended: signs the first event with it, so that there is no chain without a signed head. */
  afterAppend(): void;
  /** After a commit. */
  committed(): void;
  /** Signing in the background has failed for long: before the next write it has to be done. */
  isOverdue(): boolean;
  sign(): Promise<void>;
}

export interface HeadSignerDeps {
  readonly queue: WriteQueue;
  readonly log: EventLog;
  readonly ledger: HeadLedger;
  readonly signEvery: number;
}

export function createHeadSigner({ queue, log, ledger, signEvery }: HeadSignerDeps): HeadSigner {
  let isScheduled = false;
  const unsigned = (): number => log.length() - ledger.signedTo();

  /** Waits for the disk, and only then files the head: a power cut must not look like a database that was put back. */
  async function sign(): Promise<void> {
    ledger.fileHeads();
    if (unsigned() === 0) return;
    await queue.write(() => ledger.draft(false), 'synced');
    ledger.fileHeads();
  }

  async function settle(): Promise<void> {
    ledger.fileHeads();
    if (unsigned() >= signEvery) await sign();
  }

  return {
    isFirst: () => ledger.signedTo() === 0,
    afterAppend() {
      if (ledger.signedTo() === 0) ledger.draft(false);
    },
    committed() {
      if (isScheduled || (!ledger.hasUnfiled() && unsigned() < signEvery)) return;
      isScheduled = true;
      // Not within the call that happened to be the 256th: signing waits for the disk.
      setImmediate(() => {
        isScheduled = false;
        // A failure is met again after the next write, and by the writes themselves when it lasts.
        settle().catch(() => undefined);
      });
    },
    isOverdue: () => unsigned() >= 2 * signEvery,
    sign,
  };
}
