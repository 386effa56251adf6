import { expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

it('leaves a server alone after three failures in a row, for a minute, and then after each further one', () => {
  let now = 0;
  const breaker = createBreaker(() => now);
  breaker.failed();
  breaker.failed();
  breaker.worked();
  breaker.failed();
  breaker.failed();
  expect(breaker.secondsLeft()).toBe(0);
  breaker.failed();
  expect(breaker.secondsLeft()).toBe(60);
  now = 59_001;
  expect(breaker.secondsLeft()).toBe(1);
  now = 60_000;
  expect(breaker.secondsLeft()).toBe(0);
  breaker.failed();
  expect(breaker.secondsLeft()).toBe(60);
  breaker.worked();
  expect(breaker.secondsLeft()).toBe(0);
});
