// Two Gatehouses that are servers of each other, and one that is its own: a call that comes back ends there, and the answer names the circle.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Owner, Runtime } from '../../src/contract/index.ts';
import { libraryCaller } from '../../src/runtime/callers.ts';
import { openDaemonHome, openRuntime } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';

const report = () => undefined;

interface House {
  readonly url: string;
  readonly token: string;
  readonly owner: Owner;
  accept(): Promise<readonly string[]>;
  answer(tool: string, args: JsonObject): Promise<string>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** A daemon that has the Gatehouse at another port as its server `peer`, with the secret PEER as its token. */
async function houseAt(port: number, peer: number): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), 'gh-loop-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  const origin = `http://127.0.0.1:${peer}`;
  const headers = { Authorization: { secret: 'PEER', prefix: 'Bearer ' } };
  const servers = { peer: { url: `${origin}/mcp`, headers, include: ['calculate', '*_calculate'] } };
  const settings = { mode: 'full-auto', deferral: false, policy: { flow: 'off' }, net: { internalOrigins: [origin] } };
  const config = join(folder, 'config.yaml');
  writeFileSync(config, JSON.stringify({ ...settings, mcp: { servers } }));
  const env = { GATEHOUSE_HOME: join(folder, 'home'), GATEHOUSE_CONFIG: config, HOME: folder };
  const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port, workspace, report });
  const runtime: Runtime = await openRuntime({ workspace, env, report });
  onTestFinished(async () => {
    await runtime.close();
    await daemon.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { owner } = runtime;
  if (owner === null) throw new Error('The daemon has the deciding authority.');
  const caller = libraryCaller({ agent: 'test', trust: 'operator', session: 'loop', workspace });
  return {
    url: daemon.url,
    token: readFileSync(daemon.tokenFile, 'utf8').trim(),
    owner,
    async accept() {
      const { digest } = await owner.reviewServer('peer');
      return (await owner.acceptServer('peer', digest, 'test')).tools;
    },
    answer: async (tool, value) => JSON.stringify(await runtime.call({ tool, arguments: { value }, caller })),
  };
}

const sum = { expression: '2**70' };

it('ends a call that comes back to where it went out from, and lets those through that do not', async () => {
  const [first, second] = [await freePort(), await freePort()];
  const [a, b] = [await houseAt(first, second), await houseAt(second, first)];
  await a.owner.setSecret('PEER', b.token, 'test');
  await b.owner.setSecret('PEER', a.token, 'test');
  expect(await a.accept()).toEqual(['mcp_peer_calculate']);
  expect(await b.accept()).toEqual(['mcp_peer_calculate', 'mcp_peer_mcp_peer_calculate']);
  // Told by the other one that its list has changed.
  await expect.poll(() => a.accept(), { timeout: 20_000 }).toContain('mcp_peer_mcp_peer_calculate');

  expect(await a.answer('mcp_peer_calculate', sum)).toContain('1180591620717411303424');
  expect(await b.answer('mcp_peer_calculate', sum)).toContain('1180591620717411303424');
  for (const house of [a, b]) {
    const told = await house.answer('mcp_peer_mcp_peer_calculate', sum);
    expect(told).toMatch(/came back to the Gatehouse that it went out from \(([0-9a-f]{16}) → [0-9a-f]{16} → \1\)/);
    expect(told).not.toContain('1180591620717411303424');
  }
  expect(await a.answer('mcp_peer_calculate', sum)).toContain('1180591620717411303424');
}, 60_000);

it('shows no tools to itself, and says why', async () => {
  const port = await freePort();
  const house = await houseAt(port, port);
  await house.owner.setSecret('PEER', house.token, 'test');
  await expect(house.accept()).rejects.toThrow(/came back to the Gatehouse that it went out from/);
}, 60_000);
