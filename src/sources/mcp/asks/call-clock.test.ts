import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCallClock } from './call-clock.ts';

it('a call without a word ends after the idle time', async () => {
  const clock = createCallClock({ idleMs: 50, totalMs: 10_000 });
  await wait(30);
  expect(clock.signal.aborted).toBe(false);
  await wait(60);
  expect(clock.signal.aborted).toBe(true);
});

it('words of progress carry it on, but not beyond the time in all', async () => {
  const clock = createCallClock({ idleMs: 100, totalMs: 300 });
  for (let at = 0; at < 4; at += 1) {
    await wait(50);
    clock.touch();
  }
  expect(clock.signal.aborted).toBe(false);
  for (let at = 0; at < 6; at += 1) {
    await wait(50);
    clock.touch();
  }
  expect(clock.signal.aborted).toBe(true);
});

it('neither time runs while somebody is waited for, and both go on when the last of them has answered', async () => {
  const clock = createCallClock({ idleMs: 100, totalMs: 200 });
  const [first, second] = [clock.pause(), clock.pause()];
  await wait(150);
  first();
  first();
  await wait(150);
  expect(clock.signal.aborted).toBe(false);
  second();
  await wait(150);
  expect(clock.signal.aborted).toBe(true);
});

it('ends with its call', async () => {
  const clock = createCallClock({ idleMs: 20, totalMs: 20 });
  clock.end();
  clock.touch();
  await wait(50);
  expect(clock.signal.aborted).toBe(false);
});
