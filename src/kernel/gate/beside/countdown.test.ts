import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/index.ts';
import { createCountdown } from './countdown.ts';

it('stands still while somebody is waited for, and goes on with what was left', () => {
  const clock = createManualClock(0);
  let isOver = false;
  const { pause } = createCountdown(clock, 1_000, () => (isOver = true));
  clock.advance(600);
  const [first, second] = [pause(), pause()];
  clock.advance(10_000);
  first();
  first();
  clock.advance(10_000);
  expect(isOver).toBe(false);
  second();
  clock.advance(399);
  expect(isOver).toBe(false);
  clock.advance(1);
  expect(isOver).toBe(true);
});

it('that was ended does not begin again', () => {
  const clock = createManualClock(0);
  let isOver = false;
  const { pause, end } = createCountdown(clock, 1_000, () => (isOver = true));
  const goOn = pause();
  end();
  goOn();
  clock.advance(10_000);
  expect(isOver).toBe(false);
});
