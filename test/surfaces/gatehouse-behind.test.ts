// One Gatehouse behind another: its tools under an alias, and its question for an approval told as what it is and answered over there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDaemonHome, openRuntime } from '../../src/runtime/index.ts';
import { startDaemon } from '../../src/surfaces/http/start-daemon.ts';
import { createServerWorld } from '../fixtures/server-world.ts';

const report = () => undefined;

async function behind() {
  const folder = mkdtempSync(join(tmpdir(), 'gh-behind-'));
  const workspace = join(folder, 'work');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'over there\n');
  const env = { GATEHOUSE_HOME: join(folder, 'home'), HOME: folder };
  const daemon = await startDaemon({ home: await openDaemonHome({ env, report }), port: 0, workspace, report });
  const runtime = await openRuntime({ workspace, env, report });
  onTestFinished(async () => {
    await runtime.close();
    await daemon.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { workspace, url: daemon.url, token: readFileSync(daemon.tokenFile, 'utf8').trim(), runtime };
}

it('answers under its alias, and what it asks is readable, no success, and answered by its own owner', async () => {
  const there = await behind();
  const world = createServerWorld();
  const headers = { Authorization: { env: 'THERE_TOKEN', prefix: 'Bearer ' } };
  const more = `mode: full-auto\npolicy: { flow: off }\nnet: { internalOrigins: ['${there.url}'] }`;
  world.configure({ there: { url: `${there.url}/mcp`, headers } }, more);
  const house = await world.house({ livesOn: true, env: { THERE_TOKEN: there.token } });
  await house.accept('there');
  expect(await house.names()).toContain('mcp_there_file_read');
  expect(JSON.stringify(await house.run('mcp_there_file_read', { filename: 'a.txt' }))).toContain('over there');

  const write = { filename: 'b.txt', content: 'from here\n' };
  const asked = await house.run('mcp_there_file_write', write);
  const told = asked.kind === 'completed' ? asked.observation : null;
  expect(told?.structured).toMatchObject({ status: 'pending', approval: { status: 'pending', tool: 'file_write' } });
  expect(told?.text).toMatch(/Not run yet: file_write waits .*request (apr_\w+)/);
  const [id = ''] = /apr_\w+/.exec(told?.text ?? '') ?? [];
  expect(told?.text).toContain(`gatehouse approvals approve ${id}`);
  expect(told?.label).toMatchObject({ trust: 'untrusted', source: 'there' });
  expect(() => readFileSync(join(there.workspace, 'b.txt'))).toThrow(/ENOENT/);

  await there.runtime.owner?.answer(id, { act: 'once' }, { by: 'test' });
  const done = await house.run('mcp_there_file_write', write);
  expect(done).toMatchObject({ kind: 'completed', observation: { isError: false } });
  expect(readFileSync(join(there.workspace, 'b.txt'), 'utf8')).toBe('from here\n');
  expect(JSON.stringify([asked, done])).not.toContain(there.token);
});
