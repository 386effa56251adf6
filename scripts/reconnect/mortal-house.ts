// A runtime with two servers for the reconnect cycles, in folders of its own.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHome } from '../../src/host/index.ts';
import { composeLocal, libraryCaller } from '../../src/runtime/index.ts';
import type { MortalHouse } from './cycles.ts';

const program = fileURLToPath(new URL('../../test/programs/mortal-mcp.mjs', import.meta.url));

export interface OpenMortalHouse extends MortalHouse {
  /** In the command line and the environment of the server that dies and of no other. */
  readonly marker: string;
  close(): Promise<void>;
}

export async function openMortalHouse(): Promise<OpenMortalHouse> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-mortal-')));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const marker = `${folder}/mortal`;
  const entry = (mark: string) => ({
    command: process.execPath,
    args: [program, '20', mark],
    env: { MARK: mark },
    startTimeout: '20s',
  });
  const config = join(folder, 'config.yaml');
  const servers = { mortal: entry(marker), steady: entry(`${folder}/steady`) };
  writeFileSync(config, `mode: full-auto\nmcp: ${JSON.stringify({ servers })}\n`);
  const runtime = await composeLocal({
    home: openHome({ path: join(folder, 'home'), create: true }),
    workspace,
    env: { HOME: folder, GATEHOUSE_CONFIG: config, PATH: '/usr/bin:/bin' },
    report: (message) => process.stderr.write(`${message}\n`),
    daemonRuns: () => Promise.resolve(false),
    livesOn: true,
  });
  const { owner } = runtime;
  if (owner === null) throw new Error('A composed runtime has the deciding authority.');
  for (const name of Object.keys(servers)) {
    const { digest } = await owner.reviewServer(name);
    await owner.acceptServer(name, digest, 'owner');
  }
  let calls = 0;
  // A session of its own each: one that has read what others wrote asks.
  const caller = () =>
    libraryCaller({ agent: 'default', trust: 'operator', session: `cycle-${(calls += 1)}`, workspace });
  return {
    marker,
    call: (tool, text) => runtime.call({ tool, arguments: { value: { text } }, caller: caller() }),
    refresh: async () => {
      await owner.refreshServers();
    },
    toolNames: async () => (await runtime.tools(caller(), { kind: 'mcp' })).map(({ name }) => name),
    async close() {
      await runtime.close();
      rmSync(folder, { recursive: true });
    },
  };
}
