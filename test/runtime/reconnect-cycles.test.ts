// A server that is killed at moments that nobody chose. `npm run reconnect` does the same a thousand times.
import { expect, it } from 'vitest';
import { reconnectCycles } from '../../scripts/reconnect/cycles.ts';
import { openMortalHouse } from '../../scripts/reconnect/mortal-house.ts';
import { createRandom } from '../../scripts/reconnect/random.ts';

it('a server killed in calls, in starts and in between leaks no process, descriptor or tool, and each call ends', async () => {
  const house = await openMortalHouse();
  try {
    const report = await reconnectCycles({ house, cycles: 20, marker: house.marker, random: createRandom(3) });
    expect(report).toMatchObject({ lost: [], leakedProcesses: [], changedTools: [] });
    expect(report.leakedDescriptors).toBeLessThanOrEqual(0);
    expect(Object.values(report.killed).every((times) => times > 0)).toBe(true);
    expect(report.completed).toBeGreaterThan(0);
    expect(report.failed).toBeGreaterThan(0);
  } finally {
    await house.close();
  }
}, 120_000);
