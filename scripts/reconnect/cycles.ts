// Kills a server over and over at moments that nobody chose, and counts what became of its calls, its processes and its tools.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../../src/contract/index.ts';

/** A runtime with the server `mortal`, which dies, and `steady`, which does not, both accepted and with the tools of `mortal-mcp.mjs`. */
export interface MortalHouse {
  call(tool: string, text: string): Promise<Outcome>;
  /** Connects the accepted servers anew. */
  refresh(): Promise<void>;
  toolNames(): Promise<readonly string[]>;
}

export interface CycleReport {
  readonly cycles: number;
  /** In the middle of what the server was killed. */
  readonly killed: Readonly<Record<Moment, number>>;
  readonly calls: number;
  readonly completed: number;
  readonly failed: number;
  /** Calls that came to no end within the limit, and answers that were another call's. */
  readonly lost: readonly string[];
  readonly leakedProcesses: readonly string[];
  /** More than there were after the first cycles. */
  readonly leakedDescriptors: number;
  /** Of names that were there at the beginning and are not at the end, or the reverse. */
  readonly changedTools: readonly string[];
  readonly seconds: number;
}

export type Moment = 'call' | 'start' | 'idle';

const moments: readonly Moment[] = ['call', 'start', 'idle'];
const warmUp = 5;
/** No call may take longer to come to its end. */
const mostCallMs = 20_000;

export interface Cycling {
  readonly house: MortalHouse;
  readonly cycles: number;
  /** What the command line and the environment of the server that dies hold and those of no other do. */
  readonly marker: string;
  /** Between 0 and 1, the same ones for the same run. */
  readonly random: () => number;
}

export async function reconnectCycles(given: Cycling): Promise<CycleReport> {
  const { house, cycles, marker } = given;
  const before = performance.now();
  const run = new Run(given);
  const names = await house.toolNames();
  let descriptors = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    if (cycle === warmUp) descriptors = await settledDescriptors();
    await run.cycle(cycle);
  }
  const after = await house.toolNames();
  const differ = [...names.filter((name) => !after.includes(name)), ...after.filter((name) => !names.includes(name))];
  const leakedDescriptors = (await settledDescriptors()) - descriptors;
  return {
    ...run.counts(),
    cycles,
    leakedProcesses: leakedProcesses(marker),
    leakedDescriptors,
    changedTools: differ,
    seconds: (performance.now() - before) / 1_000,
  };
}

class Run {
  readonly #given: Cycling;
  readonly #killed: Record<Moment, number> = { call: 0, start: 0, idle: 0 };
  readonly #lost: string[] = [];
  #calls = 0;
  #completed = 0;
  #failed = 0;

  constructor(given: Cycling) {
    this.#given = given;
  }

  counts(): Pick<CycleReport, 'killed' | 'calls' | 'completed' | 'failed' | 'lost'> {
    const { calls, completed, failed } = { calls: this.#calls, completed: this.#completed, failed: this.#failed };
    return { killed: this.#killed, calls, completed, failed, lost: this.#lost };
  }

  async cycle(cycle: number): Promise<void> {
    const { random, house } = this.#given;
    const moment = moments[Math.floor(random() * moments.length)] ?? 'idle';
    const names = moment === 'idle' ? [] : ['quick', 'slow', 'never'];
    const starting = moment === 'start' ? house.refresh() : Promise.resolve();
    // What is called while it starts waits for the start.
    const calls = names.map((name) => this.#call(`mcp_mortal_${name}`, `${name} of ${cycle}`));
    // It is started anew as well where both are.
    if (moment !== 'start') calls.push(this.#call('mcp_steady_quick', `steady ${cycle}`));
    await pause(random() * (moment === 'start' ? 250 : 30));
    await this.#kill(moment);
    await starting;
    // A call that waited for a start that failed may have started it anew: nobody answers `never` but its end.
    while (!(await settledWithin(calls, 300))) await this.#kill(moment);
    await house.refresh();
  }

  async #kill(moment: Moment): Promise<void> {
    for (const { pid } of serversOf(this.#given.marker)) {
      try {
        process.kill(pid, this.#given.random() < 0.8 ? 'SIGKILL' : 'SIGTERM');
        this.#killed[moment] += 1;
      } catch {
        // Gone by itself since it was seen.
      }
    }
  }

  async #call(tool: string, text: string): Promise<void> {
    this.#calls += 1;
    const timer = new AbortController();
    const late = pause(mostCallMs, null, { signal: timer.signal }).catch(() => null);
    const outcome = await Promise.race([this.#given.house.call(tool, text), late]);
    timer.abort();
    if (outcome === null) this.#lost.push(`${tool} ${text}: no end`);
    else if (outcome.kind !== 'completed') this.#failed += 1;
    else if (outcome.observation.text.includes(text)) this.#completed += 1;
    else this.#lost.push(`${tool} ${text}: ${outcome.observation.text}`);
    if (outcome !== null && outcome.kind !== 'completed' && tool.startsWith('mcp_steady'))
      this.#lost.push(`${tool} ${text}: ${JSON.stringify(outcome)}`);
  }
}

async function settledWithin(calls: readonly Promise<void>[], ms: number): Promise<boolean> {
  return Promise.race([Promise.all(calls).then(() => true), pause(ms, false)]);
}

/** What is on its way to its end may take a moment. */
async function settledDescriptors(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 10; look++) {
    least = Math.min(least, readdirSync('/proc/self/fd').length);
    await pause(50);
  }
  return least;
}

interface Seen {
  readonly pid: number;
  readonly group: number;
  readonly line: string;
}

/** The servers that run, without what they started. */
function serversOf(marker: string): readonly Seen[] {
  return processesOf(marker).filter(({ line }) => line.includes(marker));
}

/** One server is up again, with what it started; everything else is of one that is gone. */
function leakedProcesses(marker: string): readonly string[] {
  const [up] = serversOf(marker);
  return processesOf(marker)
    .filter(({ group }) => group !== up?.group)
    .map(({ pid, group, line }) => `${pid} of group ${group}: ${line}`);
}

/** Whatever has the marker in its environment, which children take over. */
function processesOf(marker: string): readonly Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, 'latin1').includes(marker)) return [];
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return [];
      const line = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
      return [{ pid: Number(name), group: Number(group), line }];
    } catch {
      // Gone since it was seen.
      return [];
    }
  });
}
