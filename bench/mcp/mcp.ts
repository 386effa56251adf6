// What a proxied call costs beyond a direct one: through Gatehouse, judged and recorded on disk before and after, beside a bare proxy on the same SDK
// and gateways of npm, all with the same client and the same server.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchResult, Check, Figure, Target } from '../measure/figure.ts';
import type { Spread } from '../measure/spread.ts';
import { timeCalls } from '../measure/take-turns.ts';
import { manyServers } from './many-servers.ts';
import {
  bareHttp,
  bareStdio,
  directHttp,
  directStdio,
  gatehouseHttp,
  gatehouseStdio,
  mcpHubHttp,
  mcpProxyHttp,
  type Side,
} from './sides.ts';

const turns = { rounds: 120, block: 10 };
const inFlight = 1_000;
const besideBare: readonly Target[] = [{ of: 'p50', atMost: 1.3 }];
const besideGateways: readonly Target[] = [{ of: 'p50', atMost: 1 }];

export async function mcp(): Promise<BenchResult> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // Builds only what changed; says what it does on stderr.
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs'), '--build'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The build failed.');
  const stdio = await measured('stdio', {
    direct: await directStdio(),
    ours: await gatehouseStdio(),
    bare: await bareStdio(),
  });
  const http = await measured('HTTP', {
    direct: await directHttp(),
    ours: await gatehouseHttp(),
    bare: await bareHttp(),
    proxy: await mcpProxyHttp(),
    hub: await mcpHubHttp(),
  });
  const many = await manyServers();
  return {
    name: 'mcp',
    about:
      'A call through a gateway to a server on stdio that answers at once, less the median of the same call made directly.',
    figures: [...stdio.figures, ...http.figures, ...many.figures],
    checks: [...stdio.checks, ...http.checks, ...many.checks],
  };
}

interface Sides {
  readonly direct: Side;
  readonly ours: Side;
  readonly bare: Side;
  readonly proxy?: Side;
  readonly hub?: Side;
}

async function measured(
  over: string,
  sides: Sides,
): Promise<{ readonly figures: readonly Figure[]; readonly checks: readonly Check[] }> {
  const { proxy = sides.bare, hub = sides.bare } = sides;
  const calls = { direct: sides.direct.call, ours: sides.ours.call, bare: sides.bare.call };
  const spreads = await timeCalls({ ...calls, proxy: proxy.call, hub: hub.call }, turns);
  const added = (spread: Spread) => less(spread, spreads.direct.p50);
  const figure = (baseline: string, theirs: Spread, targets: readonly Target[]): Figure => ({
    what: `added to a call over ${over}`,
    baseline,
    ours: added(spreads.ours),
    theirs,
    targets,
  });
  const figures = [
    figure('bare proxy', added(spreads.bare), besideBare),
    ...(sides.proxy === undefined ? [] : [figure('mcp-proxy 6.7.19', added(spreads.proxy), besideGateways)]),
    ...(sides.hub === undefined ? [] : [figure('mcp-hub 4.2.1', added(spreads.hub), besideGateways)]),
  ];
  const checks = [await manyAtOnce(over, sides.ours)];
  for (const side of Object.values(sides)) await side.close();
  return { figures, checks };
}

async function manyAtOnce(over: string, side: Side): Promise<Check> {
  const ends = await Promise.allSettled(Array.from({ length: inFlight }, () => side.call()));
  const lost = ends.filter(({ status }) => status === 'rejected');
  if (lost[0]?.status === 'rejected') process.stderr.write(`${String(lost[0].reason)}\n`);
  return {
    what: `${inFlight} calls in flight over ${over}: ${inFlight - lost.length} answered`,
    holds: lost.length === 0,
  };
}

function less({ p50, p99, mean, samples }: Spread, by: number): Spread {
  return { p50: p50 - by, p99: p99 - by, mean: mean - by, samples };
}
