// A daemon with a scripted runtime for one test, ended after it, and what tests of routes read of an answer.
import { onTestFinished } from 'vitest';
import type { RuntimeScript } from '../../src/testing/index.ts';
import { guestToken, startScriptedDaemon, type ScriptedDaemon } from '../programs/scripted-daemon.ts';

/** Ends with the test that started it. */
export async function startHouse(script: RuntimeScript): Promise<ScriptedDaemon> {
  const house = await startScriptedDaemon(script);
  onTestFinished(() => house.close());
  return house;
}

export const asGuest = { authorization: `Bearer ${guestToken}` };

/** Status and JSON of an answer. */
export async function told(answer: Promise<Response>): Promise<readonly [number, unknown]> {
  const response = await answer;
  return [response.status, await response.json()];
}
