import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHome } from '../../src/host/index.ts';
import { composeLocal, openDaemonHome } from '../../src/runtime/index.ts';
import { connectRemote } from '../../src/runtime/remote/remote-runtime.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { runtimeSuite, type RuntimeFixture } from '../../src/testing/index.ts';

type Run = (test: (fixture: RuntimeFixture) => Promise<void>) => Promise<void>;

async function inFolder(
  run: (place: { readonly home: string; readonly workspace: string }) => Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gh-')));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  try {
    await run({ home: join(folder, 'home'), workspace });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesIn(workspace: string): Pick<RuntimeFixture, 'readText' | 'writeText'> {
  return {
    readText: (name) => (existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8') : null),
    writeText(name, text) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), text);
    },
  };
}

const local: Run = (test) =>
  inFolder(async ({ home, workspace }) => {
    const opened = openHome({ path: home, create: true });
    const runtime = await composeLocal({
      home: opened,
      workspace,
      env: {},
      report: () => undefined,
      daemonRuns: () => Promise.resolve(false),
    });
    try {
      await test({ runtime, ...filesIn(workspace) });
    } finally {
      await runtime.close();
    }
  });

const remote: Run = (test) =>
  inFolder(async ({ home: path, workspace }) => {
    const home = await openDaemonHome({ env: { GATEHOUSE_HOME: path }, report: () => undefined });
    const faults: string[] = [];
    const daemon = await startDaemon({ home, port: 0, workspace, report: (message) => faults.push(message) });
    try {
      await test({ runtime: await connectRemote({ socketPath: daemon.socketPath, workspace }), ...filesIn(workspace) });
      expect(faults).toEqual([]);
    } finally {
      await daemon.close();
    }
  });

describe.each([
  { name: 'of this process', run: local },
  { name: 'of the daemon', run: remote },
])('the runtime $name', ({ run }) => {
  it.each(runtimeSuite)('$name', async (item) => {
    await expect(run((fixture) => item.run(fixture))).resolves.toBeUndefined();
  });
});
