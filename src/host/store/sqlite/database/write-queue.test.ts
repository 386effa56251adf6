import { describe, expect, it } from 'vitest';
import type { Transactor } from './transactor.ts';
import { createWriteQueue } from './write-queue.ts';

/** As node:sqlite says that another connection holds the lock. */
function locked(): Error {
  return Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
}

/** A transactor whose store is locked for the given numbers of its tries. */
function lockedAt(tries: readonly number[]): Transactor & { readonly runs: number[] } {
  let count = 0;
  const runs: number[] = [];
  return {
    runs,
    transact(work) {
      count++;
      if (tries.includes(count)) throw locked();
      runs.push(count);
      return work();
    },
  };
}

function queueOn(transactor: Transactor, more: { readonly lockWaitMs?: number; readonly groups?: boolean } = {}) {
  return createWriteQueue({ transactor, file: 'x.db', lockWaitMs: 5_000, groups: false, ...more });
}

describe('the queue of writes', () => {
  it('runs a write at once where the store is free', async () => {
    const transactor = lockedAt([]);
    const write = queueOn(transactor).write(() => 'done');
    expect(transactor.runs).toEqual([1]);
    expect(await write).toBe('done');
  });

  it('waits for a lock again and again, and loses no write', async () => {
    const queue = queueOn(lockedAt([1, 3, 4, 6, 8, 9, 10]));
    for (const word of ['a', 'b', 'c', 'd', 'e']) expect(await queue.write(() => word)).toBe(word);
  });

  it('keeps the order of the calls, whoever has to wait', async () => {
    const queue = queueOn(lockedAt([1, 2, 4]));
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((n) => queue.write(() => order.push(n))));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('hands each write its own result or error', async () => {
    const queue = queueOn(lockedAt([1]), { groups: true });
    const failing = () => {
      throw new RangeError('mine');
    };
    const ends = await Promise.allSettled([queue.write(() => 1), queue.write(failing), queue.write(() => 3)]);
    expect(ends).toMatchObject([{ value: 1 }, { reason: { message: 'mine' } }, { value: 3 }]);
  });

  it('gives up when the time is over, and goes on with what comes later', async () => {
    const always = Array.from({ length: 10_000 }, (_, n) => n + 1);
    const tries = [...always];
    const queue = queueOn(lockedAt(tries), { lockWaitMs: 30 });
    await expect(queue.write(() => 'never')).rejects.toMatchObject({ code: 'store_locked' });
    tries.length = 0;
    expect(await queue.write(() => 'later')).toBe('later');
  });

  it('waits with a read as well', async () => {
    const queue = queueOn(lockedAt([]));
    let tries = 0;
    const read = queue.read(() => {
      if (++tries < 4) throw locked();
      return 'seen';
    });
    expect(await read).toBe('seen');
  });

  it('runs its last write behind all others, and then nothing', async () => {
    const queue = queueOn(lockedAt([1, 2, 3]));
    const order: string[] = [];
    const early = queue.write(() => order.push('early'));
    await queue.end(() => void order.push('last'));
    await early;
    expect(order).toEqual(['early', 'last']);
    await expect(queue.write(() => order.push('late'))).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
