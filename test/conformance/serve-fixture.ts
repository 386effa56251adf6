// The daemon with the fixture of the scenarios behind it, as they want to find it.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { samplingYes, type Owner, type Runtime } from '../../src/contract/index.ts';
import { libraryCaller } from '../../src/runtime/callers.ts';
import { openDaemonHome, openRuntime } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { createServerWorld } from '../fixtures/server-world.ts';
import { root } from '../repository.ts';
import { openHop } from './fixture-names.ts';

/** The person of the scenarios, who lets their clients make completions. Answers how to end that. */
function sayYes(runtime: Runtime, owner: Owner): () => void {
  const caller = libraryCaller({ agent: 'person', trust: 'operator', session: 'person', workspace: runtime.workspace });
  const seen = setInterval(() => {
    void runtime.questions({ ...caller, seesHidden: true }, {}).then(
      async (questions) => {
        for (const { id, form } of questions)
          if (form.mode === 'sampling')
            await owner.answerQuestion(id, { act: 'accept', values: samplingYes }, 'person').catch(() => undefined);
      },
      () => undefined,
    );
  }, 50);
  return () => clearInterval(seen);
}

/** Answers the address; closed when the test is over. */
export async function serveFixture(): Promise<string> {
  const world = createServerWorld();
  const entry = { command: process.execPath, args: [join(root, 'test/programs/conformance-mcp.ts')], sampling: true };
  world.configure({ fixture: entry }, 'mode: full-auto\ndeferral: false');
  const house = await world.house();
  await house.accept('fixture');
  await house.runtime.close();
  const { folder, workspace, configFile } = world;
  const env = {
    HOME: folder,
    GATEHOUSE_HOME: join(folder, 'home'),
    GATEHOUSE_CONFIG: configFile,
    PATH: '/usr/bin:/bin',
  };
  const report = () => undefined;
  const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  onTestFinished(() => daemon.close());
  const runtime = await openRuntime({ workspace, env, report });
  onTestFinished(() => runtime.close());
  const { owner } = runtime;
  if (owner === null) throw new Error('Over the socket speaks the owner.');
  onTestFinished(sayYes(runtime, owner));
  let made = 0;
  const hop = await openHop({
    authority: new URL(daemon.url).host,
    server: 'fixture',
    newToken: async () => (await owner.addToken({ name: `scenario${(made += 1)}`, trust: 'operator' }, 'test')).token,
  });
  onTestFinished(() => hop.close());
  return hop.url;
}
