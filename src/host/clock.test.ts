import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

describe('the system clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells the time in milliseconds since the epoch', () => {
    const before = Date.now();
    const now = systemClock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('calls once after the time, and not at all when cancelled', async () => {
    const called: string[] = [];
    const cancel = systemClock.after(1, () => called.push('cancelled'));
    cancel();
    await new Promise<void>((resolve) => {
      systemClock.after(20, () => {
        called.push('first');
        resolve();
      });
      // Only so that the test's own process lives that long.
      setTimeout(() => {}, 200);
    });
    expect(called).toEqual(['first']);
  });

  it('waits longer than a timer can hold, and can be cancelled in between', () => {
    vi.useFakeTimers();
    const monthMs = 30 * 24 * 3_600_000;
    const called: string[] = [];
    systemClock.after(monthMs, () => called.push('month'));
    const cancel = systemClock.after(monthMs, () => called.push('cancelled'));
    vi.advanceTimersByTime(monthMs - 1);
    expect(called).toEqual([]);
    cancel();
    vi.advanceTimersByTime(monthMs);
    expect(called).toEqual(['month']);
  });

  it.each([0, -5, Number.NaN])('calls at once, but later than its caller, for a wait of %d', (ms) => {
    vi.useFakeTimers();
    const called: string[] = [];
    systemClock.after(ms, () => called.push('now'));
    expect(called).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(called).toEqual(['now']);
  });

  it('does not keep the process alive', () => {
    const clock = JSON.stringify(new URL('clock.ts', import.meta.url).href);
    const program = `import { systemClock } from ${clock}; systemClock.after(60_000, () => {}); console.log('ended');`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect(printed).toBe('ended\n');
  });
});
