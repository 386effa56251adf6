// Two hundred servers with ten tools each, all accepted: how long the first list takes from nothing, none of them being started for it, and how
// much room Gatehouse takes once all of them are connected.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openRuntime } from '../../src/runtime/index.ts';
import type { Check, Figure } from '../measure/figure.ts';
import { spreadOf, type Spread } from '../measure/spread.ts';
import { acceptedHome } from './sides.ts';

const count = 200;
const tools = 10;
const rounds = 7;
const program = fileURLToPath(new URL('programs/ten-tools.mjs', import.meta.url));
const gatehouse = fileURLToPath(new URL('../../bin/gatehouse.mjs', import.meta.url));
const within = { time: 1_000_000, room: 300 * 1024 * 1024 };

type Home = Awaited<ReturnType<typeof acceptedHome>>;

export async function manyServers(): Promise<{
  readonly figures: readonly Figure[];
  readonly checks: readonly Check[];
}> {
  const servers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, [process.execPath, program]]));
  const few = await acceptedHome({ s0: [process.execPath, program] }, 'deferral: false');
  const many = await acceptedHome(servers, 'deferral: false');
  try {
    const [ours, theirs] = [await firstLists(many), await firstLists(few)];
    const [room, small] = [await roomOf(many), await roomOf(few)];
    const what = `${count} servers with ${tools} tools each`;
    return {
      figures: [
        {
          what: `from nothing to the first list, ${what}`,
          baseline: 'one server',
          ours: ours.spread,
          theirs: theirs.spread,
          targets: [{ of: 'p50', within: within.time }],
        },
        {
          what: `room of the daemon, ${what}, all connected`,
          baseline: 'one server',
          ours: room.spread,
          theirs: small.spread,
          unit: 'bytes',
          targets: [{ of: 'p50', within: within.room }],
        },
      ],
      checks: [
        {
          what: `the first list holds ${count * tools} tools of servers: ${ours.tools}`,
          holds: ours.tools === count * tools,
        },
        { what: `${count} servers are connected: ${room.ready}`, holds: room.ready === count },
      ],
    };
  } finally {
    many.remove();
    few.remove();
  }
}

/** A client that starts `gatehouse mcp` and asks for the list. */
async function firstLists({ workspace, env }: Home): Promise<{ readonly spread: Spread; readonly tools: number }> {
  const times: number[] = [];
  let listed = 0;
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    // As clients of today do: one that asks for the newer era first starts the program twice.
    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const args = [gatehouse, 'mcp', '--workspace', workspace];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: workspace, stderr: 'ignore' }),
    );
    const answer = await client.listTools();
    times.push((performance.now() - from) * 1_000);
    listed = answer.tools.filter(({ name }) => name.startsWith('mcp_s')).length;
    await client.close();
  }
  return { spread: spreadOf(times), tools: listed };
}

async function roomOf({ workspace, env }: Home): Promise<{ readonly spread: Spread; readonly ready: number }> {
  const child = spawn(process.execPath, [gatehouse, 'up', '--port', '0'], { cwd: workspace, env, stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    let ready = 0;
    for (let look = 0; look < 120; look++) {
      await pause(500);
      const runtime = await openRuntime({ workspace, env, report: () => undefined });
      const servers = (await runtime.owner?.servers()) ?? [];
      await runtime.close();
      ready = servers.filter(({ state }) => state === 'ready').length;
      if (ready === servers.length && ready > 0) break;
    }
    return { spread: spreadOf([residentOf(child.pid ?? 0)]), ready };
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

function residentOf(pid: number): number {
  const [, kibibytes = 'NaN'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}
