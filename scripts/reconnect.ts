// Kills a server at random moments and looks at what is left: `npm run reconnect -- [CYCLES] [SEED]`. Exit 1 where a call came to no end or
// something leaked.
import { createRandom } from './reconnect/random.ts';
import { reconnectCycles } from './reconnect/cycles.ts';
import { openMortalHouse } from './reconnect/mortal-house.ts';

const [cycles = 1_000, seed = 1] = process.argv.slice(2).map(Number);
const house = await openMortalHouse();
const report = await reconnectCycles({ house, cycles, marker: house.marker, random: createRandom(seed) });
await house.close();
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const { lost, leakedProcesses, leakedDescriptors, changedTools } = report;
const isClean = lost.length + leakedProcesses.length + changedTools.length === 0 && leakedDescriptors <= 0;
process.exitCode = isClean ? 0 : 1;
