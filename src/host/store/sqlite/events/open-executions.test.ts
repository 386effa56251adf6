// From where on the starts without an end are found, also within the transaction that writes them.
import { describe, expect, it } from 'vitest';
import { createOpenExecutions } from './open-executions.ts';

describe('the watermark', () => {
  it('is none while nothing has started', () => {
    expect(createOpenExecutions().watermark()).toBeNull();
  });

  it('counts a start before its transaction commits: a heartbeat may be part of the same one', () => {
    const open = createOpenExecutions();
    open.started('a', 7);
    open.started('b', 9);
    expect(open.watermark()).toBe(7);
  });

  it('forgets a start whose transaction was rolled back', () => {
    const open = createOpenExecutions();
    open.started('a', 7);
    open.rolledBack();
    expect(open.watermark()).toBeNull();
  });

  it('stays at the oldest start that has no end, and moves when that one ends', () => {
    const open = createOpenExecutions();
    for (const [call, position] of [
      ['a', 7],
      ['b', 9],
    ] as const) {
      open.started(call, position);
      open.committed();
    }
    open.ended('a');
    expect(open.watermark()).toBe(7);
    open.committed();
    expect(open.watermark()).toBe(9);
  });
});
